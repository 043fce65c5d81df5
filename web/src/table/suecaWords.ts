/** Sentences of Sueca's table: the same text for the log and for the screen reader. */
import { t, tCode } from '../lib/i18n/index.svelte';
import { cardName } from '../lib/names';
import type { DealSeen, GameEvent, SuecaView } from '../lib/wire';
import { asked, follows } from './sueca';
import {
  capital,
  nameIn,
  nameOf,
  num,
  otherPair,
  ownPair,
  pairAt,
  pairName,
  pairOf,
  partnerOf,
  peopleSaid,
  said,
  seatOf,
  sideLabel,
  subject,
  type Line,
  type PairName,
  type Told,
  type Who,
} from './who';

export function suitName(suit: string | null): string {
  return suit === null ? '' : (tCode(`card.suit.${suit}`) ?? suit);
}

/** A deal's points, mine first. */
function pointsOf(line: Pick<DealSeen, 'card_points'>, who: Who): { a: number; b: number } {
  const own = pairAt(ownPair(who.you));
  return { a: line.card_points[own] ?? 0, b: line.card_points[1 - own] ?? 0 };
}

/** How a deal was won, without a full stop. */
export function howWon(line: DealSeen, who: Who): string {
  const points = pointsOf(line, who);
  if (line.reason === 'draw') return t(line.carry > 0 ? 'sueca.over.draw_carry' : 'sueca.over.draw', { n: line.carry });
  if (line.reason === 'sweep' && line.pair !== null) return said('sueca.over.sweep', subject(who, line.pair));
  return t('sueca.over.points', points);
}

/** The result of the deal that just ended: "Nós +1", "61 a 59 pontos". */
function result(view: SuecaView, who: Who): Line {
  const line = view.table.sheet.at(-1);
  if (line === undefined) return { title: '', small: '', tone: 'result' };
  const small = howWon(line, who);
  const title =
    line.pair === null ? t('sueca.over.nobody') : t('sueca.over.gain', { who: sideLabel(who, line.pair), n: line.points });
  return { title, small, tone: 'result' };
}

/** The own line: whose turn it is and one sentence. */
export function suecaLine(view: SuecaView, who: Who, mine: boolean): Line {
  const table = view.table;
  if (table.phase === 'laid_down' && table.shown !== null) {
    return { title: t('sueca.line.laid_down', { who: nameOf(who, table.shown.seat) }), small: t('sueca.line.again'), tone: 'result' };
  }
  if (table.phase === 'hand_over' || table.phase === 'match_over') return result(view, who);
  if (table.turn === null) return { title: t('table.line.dealing'), small: '', tone: 'wait' };
  if (mine && asked(view) !== null) return { title: t('table.line.your_turn'), small: turnHint(view), tone: 'turn' };
  const you = view.seat;
  const next = (table.turn + 1) % view.seats === you && table.trick.plays.length < view.seats - 1;
  const small = next
    ? t('table.line.you_are_next')
    : you !== null && table.turn === partnerOf(you, view.seats)
      ? t('table.line.partner')
      : '';
  return { title: t('table.line.turn_of', { who: nameIn(who, table.turn) }), small, tone: 'wait' };
}

function turnHint(view: SuecaView): string {
  if (view.table.phase === 'opening') return t('sueca.line.opening');
  if (view.table.trick.suit === null) return t('table.line.you_lead');
  const suit = follows(view);
  return suit === null ? t('sueca.line.any') : t('sueca.line.follow', { suit: suitName(suit) });
}

/** One event as one sentence; null for what is not told. */
export function suecaSentence(event: GameEvent, who: Who): string | null {
  const seat = seatOf(event);
  const name = seat === null ? '' : nameOf(who, seat);
  switch (event.event) {
    case 'first_dealer':
      return t('table.ev.first_dealer', { who: nameIn(who, num(event['dealer'])) });
    case 'dealt': {
      const facts = {
        n: num(event['hand']),
        who: nameIn(who, num(event['dealer'])),
        suit: suitName(String(event['trump'])),
        card: cardName(String(event['trump_card'])),
      };
      return event['again'] === true ? t('sueca.ev.dealt_again', facts) : t('sueca.ev.dealt', facts);
    }
    case 'played':
      return t('table.ev.played', { who: name, card: cardName(String(event['card'])) });
    case 'trick_won':
      return t('sueca.ev.trick', { n: num(event['trick']), who: name });
    case 'laid_down':
      return t('sueca.ev.laid_down', { who: name, count: num(event['points']) });
    case 'hand_won': {
      const line = event as unknown as DealSeen;
      const pair = pairName(event['pair']);
      const why = howWon(line, who);
      return pair === null
        ? t('sueca.ev.hand_drawn', { n: num(event['hand']), why })
        : t('sueca.ev.hand_won', { n: num(event['hand']), why, side: sideLabel(who, pair), points: line.points });
    }
    case 'match_won': {
      const winners = Array.isArray(event['winners']) ? (event['winners'] as unknown[]) : [];
      const first = winners[0];
      return typeof first === 'number'
        ? capital(said('sueca.ev.match_won', subject(who, pairOf(first))))
        : t('sueca.ev.match_draw');
    }
    case 'said':
      return null;
  }
  return peopleSaid(event, who);
}

export function tableSaid(view: SuecaView, who: Who): string {
  const { trick, trump, trump_card, tricks, points } = view.table;
  const own = ownPair(who.you);
  const parts = [
    trick.plays.length === 0
      ? t('table.ev.on_table_empty')
      : t('table.ev.on_table', { list: trick.plays.map((play) => cardName(play.card)).join(', ') }),
  ];
  if (trick.seat !== null) parts.push(`${t('sueca.winning', { who: nameOf(who, trick.seat) })}.`);
  if (trump !== null) parts.push(`${t('sueca.trump', { suit: suitName(trump) })}.`);
  if (trump_card !== null) parts.push(`${t('sueca.trump_of', { card: cardName(trump_card.card), who: nameIn(who, trump_card.seat) })}.`);
  const by = (figures: readonly number[]): { us: string; a: number; them: string; b: number } => ({
    us: sideLabel(who, own),
    a: figures[pairAt(own)] ?? 0,
    them: sideLabel(who, otherPair(own)),
    b: figures[pairAt(otherPair(own))] ?? 0,
  });
  parts.push(t('sueca.tricks_said', by(tricks)));
  if (points !== null) parts.push(t('sueca.points_said', by(points)));
  return parts.join(' ');
}

export function scoreSaid(view: SuecaView, who: Who): string {
  return t('sueca.score_said', scoreFacts(view, who));
}

export function scoreFacts(view: SuecaView, who: Who): { us: string; a: number; them: string; b: number; n: number } {
  const own = ownPair(who.you);
  const other = otherPair(own);
  return {
    us: sideLabel(who, own),
    a: view.table.score[pairAt(own)] ?? 0,
    them: sideLabel(who, other),
    b: view.table.score[pairAt(other)] ?? 0,
    n: view.table.target,
  };
}

export function suecaRefusal(code: string, facts: Readonly<Record<string, unknown>>, who: Who): Told {
  const rule = tCode(`refusal.${code}`, facts) ?? t('refusal.unknown');
  let fact = '';
  if (code === 'not_your_turn' && typeof facts['turn'] === 'number') {
    fact = t('table.fact.not_your_turn', { who: nameIn(who, facts['turn']) });
  } else if (code === 'must_follow_suit' && typeof facts['suit'] === 'string') {
    fact = t('sueca.fact.must_follow_suit', { suit: suitName(facts['suit']) });
  }
  return { rule, fact };
}

/** Three facts for the torn comanda. */
export function endFacts(view: SuecaView, who: Who): string[] {
  const sheet = view.table.sheet;
  const own = ownPair(who.you);
  const told: string[] = [];
  const last = sheet.at(-1);
  if (last !== undefined) told.push(t('sueca.end.last', { why: howWon(last, who) }));
  if (view.table.result?.reason === 'max_hands') told.push(t('sueca.end.max_hands', { n: view.table.hand }));
  const won = (pair: PairName): number => sheet.filter((line) => line.pair === pair).length;
  told.push(t('sueca.end.deals', { a: won(own), b: won(otherPair(own)) }));
  const drawn = sheet.filter((line) => line.pair === null).length;
  if (drawn > 0) told.push(t('sueca.end.draws', { count: drawn }));
  return told;
}
