/** What stands on the torn comanda at the end of a match of truco. */
import { t } from '../lib/i18n/index.svelte';
import type { TrucoView } from '../lib/wire';
import { gamesOf, scoreOf } from './truco';
import { nameOf, otherPair, ownPair, partnerOf, sideLabel, type PairName, type Who } from './who';
import { specialScore, whose, why } from './words';

export function endSides(view: TrucoView, who: Who): { label: string; figure: number; more?: string; mine: boolean }[] {
  const own = ownPair(who.you);
  const partner = who.you === null ? null : partnerOf(who.you, who.seats);
  const label = (pair: PairName): string =>
    pair === own && partner !== null ? t('table.end.us_names', { who: nameOf(who, partner) }) : sideLabel(who, pair);
  return [own, otherPair(own)].map((pair) => ({
    label: label(pair),
    mine: pair === own,
    ...(view.table.games_to_win > 1
      ? { figure: gamesOf(view, pair), more: t('truco.end.last_game', { n: scoreOf(view, pair) }) }
      : { figure: scoreOf(view, pair) }),
  }));
}

export function endFacts(view: TrucoView, who: Who): string[] {
  const own = ownPair(who.you);
  const sheet = view.table.sheet;
  const last = sheet.at(-1);
  const told: string[] = [];
  if (last !== undefined) {
    const reason = why(who, last, view, specialScore(view));
    const base = view.table.ladder[0] ?? 1;
    told.push(
      last.reason === 'tricks' && last.points > base
        ? t('truco.end.last_worth', { n: last.points, why: reason })
        : t('truco.end.last', { why: reason }),
    );
  }
  if (view.table.result?.reason === 'max_hands') told.push(t('table.end.max_hands', { n: view.table.hand }));
  told.push(
    t('truco.end.hands_won', {
      a: sheet.filter((line) => line.pair === own).length,
      b: sheet.filter((line) => line.pair === otherPair(own)).length,
    }),
  );
  const biggest = sheet.reduce<(typeof sheet)[number] | null>(
    (best, line) => (line.pair !== null && line.points > (best?.points ?? 0) ? line : best),
    null,
  );
  if (biggest !== null && biggest.pair !== null && biggest.points > 1) {
    told.push(t('truco.end.biggest.1', { n: biggest.points, whose: whose(who, biggest.pair) }));
  }
  return told;
}
