/** Sentences of the truco table: the same text for the log and for the screen reader. */
import { list, t, tCode, type Key } from '../lib/i18n/index.svelte';
import { cardName } from '../lib/names';
import type { GameEvent, HandSeen, PlaySeen, RoomSeen, TrucoView } from '../lib/wire';
import { decidingManilha, gamesOf, isFoot, isNext, iVoted, runningTrick, scoreOf, type Ask } from './truco';
import {
  capital,
  nameIn,
  nameOf,
  num,
  otherPair,
  ownPair,
  pairName,
  pairOf,
  partnerOf,
  peopleSaid,
  said,
  seatsOf,
  sideLabel,
  spoken,
  subject,
  type Line,
  type PairName,
  type Told,
  type Who,
} from './who';

/** A pair in a corner of the table or on a button: "nós", "eles"; by name where there is no us. */
export function sideShort(who: Who, pair: PairName): string {
  if (who.seats === 2 || who.you === null) return subject(who, pair).who;
  return pairOf(who.you) === pair ? t('truco.result.us') : t('truco.result.them');
}

/** Whose a trick is: "nossa", "deles", "de Ana e Bia". */
export function whose(who: Who, pair: PairName): string {
  const own = who.you !== null && pairOf(who.you) === pair;
  if (who.seats === 2) {
    return own ? t('truco.side_you') : t('truco.side_of', { who: nameIn(who, seatsOf(pair, 2)[0] ?? 0) });
  }
  if (own) return t('truco.side_us');
  if (who.you !== null) return t('truco.side_them');
  return t('truco.side_of', { who: subject(who, pair).who });
}

/** The one step before the goal: 11, or 10 where a hand is worth 2. */
export function specialScore(view: TrucoView): number {
  return 12 - (view.table.ladder[0] ?? 1);
}

/** Why a hand was won, without a full stop; `view` tells of the last trick of the hand that just ended. */
export function why(who: Who, line: HandSeen, view: TrucoView | null, special = 11): string {
  if (line.pair === null) return t('truco.over.three_ties');
  const loser = subject(who, otherPair(line.pair));
  switch (line.reason) {
    case 'tricks': {
      const decided = view === null ? null : decidingManilha(view);
      const named = decided?.name ? tCode(`truco.decided.${decided.name}`) : null;
      return named ?? said('truco.over.tricks', subject(who, line.pair));
    }
    case 'run':
    case 'declined':
    case 'forfeit':
      return said(`truco.over.${line.reason}`, loser);
    case 'truco_in_special':
      return said('truco.over.truco_in_special', loser, { n: special });
    case 'three_ties':
      return t('truco.over.three_ties');
    default:
      return said('truco.over.tricks', subject(who, line.pair));
  }
}

/** The result of the hand that just ended: "Nós +3" and "o zap resolveu". */
export function result(who: Who, view: TrucoView): { title: string; small: string } {
  const line = view.table.sheet.at(-1);
  if (line === undefined) return { title: t('truco.over.nobody'), small: '' };
  const small = why(who, line, view, specialScore(view));
  if (line.pair === null) return { title: t('truco.over.nobody'), small };
  if (view.table.phase === 'game_over') {
    return { title: capital(said('truco.over.game', subject(who, line.pair))), small };
  }
  return { title: t('truco.over.gain', { who: sideLabel(who, line.pair), n: line.points }), small };
}

/** The own line: whose turn it is and one sentence. */
export function ownLine(view: TrucoView, who: Who, ask: Ask, options: RoomSeen['options']): Line {
  const table = view.table;
  const you = view.seat;
  const partner = you === null ? null : partnerOf(you, view.seats);
  switch (table.phase) {
    case 'play':
      if (ask === 'play' && you !== null) {
        return { title: t('table.line.your_turn'), small: turnHint(view, you), tone: 'turn' };
      }
      if (table.turn === null) break;
      return {
        title: t('table.line.turn_of', { who: nameIn(who, table.turn) }),
        small:
          you !== null && isNext(view, you)
            ? t('table.line.you_are_next')
            : table.turn === partner
              ? t('table.line.partner')
              : '',
        tone: 'wait',
      };
    case 'respond':
      if (ask === 'respond') {
        if (iVoted(view)) {
          return { title: t('truco.line.you_want_run'), small: missing(view, who), tone: 'turn' };
        }
        return { title: t('truco.line.answer'), small: answerHint(view, options, 'raise'), tone: 'turn' };
      }
      return waitFor(view, who, 'answering');
    case 'decide':
      if (ask === 'decide') {
        if (iVoted(view)) {
          return { title: t('truco.line.you_want_decline'), small: missing(view, who), tone: 'turn' };
        }
        const both = view.seats === 4 && options['answer_policy'] !== 'next_seat';
        return {
          title: both ? t('truco.line.decide_both') : t('truco.line.decide_one'),
          small: answerHint(view, options, 'special'),
          tone: 'turn',
        };
      }
      return waitFor(view, who, 'deciding');
    case 'hand_over':
    case 'game_over':
    case 'match_over':
      return { ...result(who, view), tone: 'result' };
  }
  return { title: t('table.line.dealing'), small: '', tone: 'wait' };
}

function turnHint(view: TrucoView, you: number): string {
  if (view.table.blind) return t('truco.line.pick_a_place');
  const { at, trick } = runningTrick(view);
  if (trick === null) return at === 0 ? t('truco.line.you_lead_hand') : t('table.line.you_lead');
  return isFoot(view, you) ? t('truco.line.you_are_foot') : t('table.line.play_a_card');
}

function answerHint(view: TrucoView, options: RoomSeen['options'], what: 'raise' | 'special'): string {
  if (view.seats === 4) {
    if (options['answer_policy'] === 'first_answer') return t('truco.line.first_answer');
    if (options['answer_policy'] === 'next_seat') return t('truco.line.only_you');
    if (what === 'raise') return t('truco.line.first_yes');
  }
  if (what === 'raise') {
    return options['raise_timeout'] === 'accept' ? t('truco.line.silence_accepts') : t('truco.line.silence_runs');
  }
  return options['special_timeout'] === 'decline'
    ? t('truco.line.silence_declines')
    : t('truco.line.silence_plays');
}

function missing(view: TrucoView, who: Who): string {
  const others = view.waiting.filter((seat) => seat !== view.seat);
  return others.length === 0 ? '' : t('truco.line.missing', { who: list(others.map((seat) => nameIn(who, seat))) });
}

function waitFor(view: TrucoView, who: Who, what: 'answering' | 'deciding'): Line {
  const special = view.table.special;
  const pair =
    what === 'answering'
      ? view.table.pending === null
        ? null
        : otherPair(view.table.pending.pair)
      : special === 'A' || special === 'B'
        ? special
        : null;
  if (pair === null) return { title: '', small: '', tone: 'wait' };
  const about = subject(who, pair);
  const small = what === 'deciding' ? specialTitle(view) : '';
  return { title: capital(said(`truco.line.${what}`, about)), small, tone: 'wait' };
}

export function specialTitle(view: TrucoView): string {
  if (view.table.special === 'iron') return t('truco.special.iron');
  return tCode(`truco.special.${specialScore(view)}`) ?? t('truco.special.11');
}

// ------------------------------------------------------------------------------------------------ the log

function wordOf(value: unknown): string {
  return tCode(`truco.word.${String(value)}`) ?? String(value);
}

/** A played card with its mark: "seis de copas, manilha". */
export function playSaid(play: Pick<PlaySeen, 'card' | 'covered' | 'name'>): string {
  if (play.covered) return t('truco.ev.covered_card');
  const card = cardName(play.card);
  return play.name === null ? card : t('truco.ev.card_manilha', { card });
}

/** One event as one sentence; null for what is not told (it shows otherwise). */
export function sentence(event: GameEvent, who: Who, view: TrucoView | null): string | null {
  const seat = typeof event['seat'] === 'number' ? event['seat'] : null;
  const name = seat === null ? '' : nameOf(who, seat);
  const value = spoken(num(event['value']));
  switch (event.event) {
    case 'first_dealer':
      return t('table.ev.first_dealer', { who: nameIn(who, num(event['dealer'])) });
    case 'dealt':
      return dealtSaid(event, who, view);
    case 'played':
      if (event['covered'] === true) return t('truco.ev.covered', { who: name });
      return event['name'] === null
        ? t('table.ev.played', { who: name, card: cardName(String(event['card'])) })
        : t('truco.ev.played_manilha', { who: name, card: cardName(String(event['card'])) });
    case 'trick_won': {
      const nth = tCode(`truco.ordinal.${num(event['trick'])}`) ?? '';
      const pair = pairName(event['winner']);
      return pair === null ? t('truco.ev.trick_tie', { nth }) : t('truco.ev.trick', { nth, whose: whose(who, pair) });
    }
    case 'raised':
      return t('truco.ev.raised', { who: name, word: wordOf(event['word']), value: spoken(num(event['to'])) });
    case 'accepted':
      return t('truco.ev.accepted', { who: name, value });
    case 'voted':
      return event['vote'] === 'run'
        ? t('truco.ev.voted_run', { who: name })
        : t('truco.ev.voted_decline', { who: name });
    case 'hand_taken':
      return t('truco.ev.hand_taken', { who: name, value });
    case 'hand_won': {
      const line: HandSeen = {
        pair: pairName(event['pair']),
        points: num(event['points']),
        reason: String(event['reason']),
      };
      const reason = why(who, line, view, view === null ? 11 : specialScore(view));
      if (line.pair === null) return t('truco.ev.hand_void', { n: num(event['hand']), why: reason });
      return t('truco.ev.hand_won', {
        n: num(event['hand']),
        why: reason,
        side: sideLabel(who, line.pair),
        points: line.points,
      });
    }
    case 'game_won': {
      const pair = pairName(event['pair']);
      if (pair === null || view === null || view.table.games_to_win < 2) return null;
      const own = ownPair(who.you);
      return t('truco.ev.game_won', {
        what: capital(said('truco.over.game', subject(who, pair))),
        a: gamesOf(view, own),
        b: gamesOf(view, otherPair(own)),
      });
    }
    case 'match_won': {
      const winners = Array.isArray(event['winners']) ? (event['winners'] as unknown[]) : [];
      const first = winners[0];
      if (typeof first !== 'number') return t('truco.ev.match_draw');
      return capital(said('truco.ev.match_won', subject(who, pairOf(first))));
    }
    case 'proposed':
    case 'proposal_refused':
    case 'proposal_withdrawn':
      return tCode(`truco.ev.${event.event}`, { who: name });
    case 'proposal_lapsed':
      return t('truco.ev.proposal_lapsed');
    case 'said':
      return null; // phrases have a shape of their own
  }
  return peopleSaid(event, who);
}

function dealtSaid(event: GameEvent, who: Who, view: TrucoView | null): string {
  const parts = [t('truco.ev.dealt', { n: num(event['hand']), who: nameIn(who, num(event['dealer'])) })];
  if (typeof event['vira'] === 'string' && view !== null && view.table.manilha !== null) {
    parts.push(
      t('truco.ev.vira', {
        card: cardName(event['vira']),
        rank: tCode(`card.rank.${view.table.manilha}`) ?? view.table.manilha,
      }),
    );
  }
  const value = spoken(num(event['value']));
  if (event['special'] === 'iron') parts.push(t('truco.ev.iron', { value }));
  const pair = pairName(event['special']);
  if (pair !== null) {
    const n = spoken(view === null ? 11 : specialScore(view));
    const about = subject(who, pair);
    const own = who.you !== null && pairOf(who.you) === pair;
    const form = own ? (who.seats === 2 ? 'you' : 'us') : who.seats === 4 && who.you !== null ? 'them' : about.form;
    parts.push(tCode(`truco.ev.special.${form}`, { n, who: about.who, value }) ?? '');
  }
  return parts.join(' ');
}

// -------------------------------------------------------------------------------------------- spoken news

/** The cards on the table as a list of names. */
export function tableSaid(view: TrucoView): string {
  const { trick } = runningTrick(view);
  if (trick === null || trick.plays.length === 0) return t('table.ev.on_table_empty');
  return t('table.ev.on_table', { list: trick.plays.map(playSaid).join(', ') });
}

export function yourTurnSaid(view: TrucoView): string {
  return [t('table.ev.your_turn'), tableSaid(view), t('truco.ev.worth', { n: spoken(view.table.value) })].join(' ');
}

export function handSaid(view: TrucoView): string {
  const cards = view.table.cards.map((card) =>
    card.name === null ? cardName(card.card) : t('truco.ev.card_manilha', { card: cardName(card.card) }),
  );
  return t('table.ev.your_cards', { list: cards.join(', ') });
}

export function scoreSaid(view: TrucoView, who: Who): string {
  const own = ownPair(who.you);
  const other = otherPair(own);
  const parts = [
    t('truco.score_said', {
      us: sideLabel(who, own),
      a: scoreOf(view, own),
      them: sideLabel(who, other),
      b: scoreOf(view, other),
      value: spoken(view.table.value),
    }),
  ];
  if (view.table.games_to_win > 1) {
    parts.push(
      t('truco.games_said', {
        us: sideLabel(who, own),
        a: gamesOf(view, own),
        them: sideLabel(who, other),
        b: gamesOf(view, other),
      }),
    );
  }
  return parts.join(' ');
}

/** "eles ganham um" */
export function gainSaid(who: Who, pair: PairName, points: number): string {
  const about = subject(who, pair);
  const key: Key = about.form === 'sg' ? 'truco.call.gain.sg' : 'truco.call.gain.pl';
  return t(key, { who: about.who, n: spoken(points) });
}

export function callSaid(view: TrucoView, who: Who, pays: number, seconds: number | null): string {
  const pending = view.table.pending;
  if (pending === null) return '';
  const text = t('truco.call.said', {
    who: nameOf(who, pending.seat),
    word: wordOf(pending.word),
    value: spoken(pending.to),
    gain: gainSaid(who, pending.pair, pays),
  });
  if (seconds === null) return text;
  return `${text} ${t('table.seconds_said', { count: seconds, n: capital(spoken(seconds)) })}`;
}

// ---------------------------------------------------------------------------------------------- refusals

/** A refusal as a player reads it: the rule, then the fact that concerns him; never a bare code. */
export function refusalText(
  code: string,
  facts: Readonly<Record<string, unknown>>,
  who: Who,
): Told {
  const rule = tCode(`refusal.${code}`, facts) ?? t('refusal.unknown');
  const seat = typeof facts['turn'] === 'number' ? facts['turn'] : typeof facts['seat'] === 'number' ? facts['seat'] : null;
  let fact: string | null = null;
  switch (code) {
    case 'not_your_turn':
    case 'raise_pending':
    case 'not_responder':
      if (seat !== null) {
        fact =
          code === 'not_your_turn'
            ? t('table.fact.not_your_turn', { who: nameIn(who, seat) })
            : tCode(`truco.fact.${code}`, { who: nameOf(who, seat) });
      }
      break;
    case 'decision_pending': {
      const pair = pairName(facts['pair']);
      if (pair === null) break;
      fact =
        who.you !== null && pairOf(who.you) === pair && who.seats === 4
          ? t('truco.fact.decision_pending_us')
          : t('truco.fact.decision_pending', { side: subject(who, pair).who });
      break;
    }
    case 'card_not_in_hand':
      if (typeof facts['card'] === 'string') fact = t('truco.fact.card_not_in_hand', { card: cardName(facts['card']) });
      break;
    case 'covered_too_early':
      fact = t('truco.fact.covered_too_early', { nth: (tCode(`truco.nth.${num(facts['from'])}`) ?? '') });
      break;
    case 'raise_at_max':
    case 'raise_useless':
      if (typeof facts['value'] === 'number') fact = tCode(`truco.fact.${code}`, { n: facts['value'] });
      break;
    case 'raise_wrong_level':
      if (typeof facts['next'] === 'number') fact = t('truco.fact.raise_wrong_level', { n: facts['next'] });
      break;
  }
  return { rule, fact: fact === null ? '' : capital(fact) };
}

/** The second line of a dashed button. */
export function shortWhy(code: string, facts: Readonly<Record<string, unknown>>, seats: number): string {
  if (code === 'raise_own' && seats === 2) return t('truco.why.raise_own_one');
  return tCode(`truco.why.${code}`, facts) ?? tCode(`table.why.${code}`, facts) ?? t('table.why.other');
}
