/** Who sits where and how a table speaks of them: names, sides, and the pairs of games that have partners. */
import { list, t, tCode } from '../lib/i18n/index.svelte';
import type { GameEvent, GameView, RoomSeen } from '../lib/wire';

/**
 * Where a seat is drawn: I am south, and a watcher looks over the shoulder of seat 0. Up to four sit in a cross; five
 * to eight in a horseshoe, from the lower left corner clockwise to the lower right one.
 */
export type Place = 's' | 'w' | 'n' | 'e' | 'bl' | 'ml' | 'tl' | 'tc' | 'tr' | 'mr' | 'br';
export type PairName = 'A' | 'B';

/** Who sits where, as one viewer names them. */
export interface Who {
  seats: number;
  you: number | null;
  names: (string | null)[];
}

export function whoOf(room: RoomSeen, view: GameView): Who {
  return { seats: view.seats, you: view.seat, names: room.seats.map((seat) => seat.name) };
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** "um" .. "doze", as values are said. */
export function spoken(n: number): string {
  return tCode(`table.number.${n}`) ?? String(n);
}

/** The name of a seat within a sentence; mine is "você". */
export function nameIn(who: Who, seat: number): string {
  if (seat === who.you) return t('table.you_lower');
  return who.names[seat] ?? t('table.empty_seat');
}

export function nameOf(who: Who, seat: number): string {
  return capital(nameIn(who, seat));
}

/** The places of so many seats, mine first, then clockwise from my left. */
const PLACES: Readonly<Record<number, readonly Place[]>> = {
  2: ['s', 'n'],
  3: ['s', 'w', 'e'],
  4: ['s', 'w', 'n', 'e'],
  5: ['s', 'ml', 'tl', 'tr', 'mr'],
  6: ['s', 'ml', 'tl', 'tc', 'tr', 'mr'],
  7: ['s', 'bl', 'ml', 'tl', 'tr', 'mr', 'br'],
  8: ['s', 'bl', 'ml', 'tl', 'tc', 'tr', 'mr', 'br'],
};

export function placeOf(seat: number, seats: number, you: number | null): Place {
  return PLACES[seats]?.[(seat - (you ?? 0) + seats) % seats] ?? 's';
}

/** The other seats clockwise from my left: the order of focus. */
export function around(seats: number, you: number | null): number[] {
  const others = Array.from({ length: seats - 1 }, (_, at) => ((you ?? 0) + 1 + at) % seats);
  return you === null ? [0, ...others] : others;
}

// ------------------------------------------------------------------------------------------------ pairs

export function pairOf(seat: number): PairName {
  return seat % 2 === 0 ? 'A' : 'B';
}

export function otherPair(pair: PairName): PairName {
  return pair === 'A' ? 'B' : 'A';
}

export function seatsOf(pair: PairName, seats: number): number[] {
  const first = pair === 'A' ? 0 : 1;
  return seats === 4 ? [first, first + 2] : [first];
}

/** The pair drawn first: my own, for a watcher A. */
export function ownPair(you: number | null): PairName {
  return you === null ? 'A' : pairOf(you);
}

export function partnerOf(seat: number, seats: number): number | null {
  return seats === 4 ? (seat + 2) % 4 : null;
}

/** The place of a pair in figures by pair. */
export function pairAt(pair: PairName): 0 | 1 {
  return pair === 'A' ? 0 : 1;
}

/** How a pair is the subject of a sentence: "corremos", "eles correram", "Zeca correu". */
export interface Subject {
  form: 'us' | 'pl' | 'sg';
  who: string;
}

export function subject(who: Who, pair: PairName): Subject {
  const own = who.you !== null && pairOf(who.you) === pair;
  const seats = seatsOf(pair, who.seats);
  if (who.seats === 2) return { form: 'sg', who: nameIn(who, seats[0] ?? 0) };
  if (own) return { form: 'us', who: t('table.us_lower') };
  if (who.you !== null) return { form: 'pl', who: t('table.them_lower') };
  return { form: 'pl', who: list(seats.map((seat) => nameIn(who, seat))) };
}

/** "Nós", "Eles"; a watcher reads the names. */
export function sideLabel(who: Who, pair: PairName): string {
  if (who.seats === 4 && who.you !== null) {
    return pairOf(who.you) === pair ? t('table.us') : t('table.them');
  }
  return capital(subject(who, pair).who);
}

/** A key with the form of a subject at its end. */
export function said(base: string, about: Subject, facts: Record<string, string | number> = {}): string {
  return tCode(`${base}.${about.form}`, { who: about.who, ...facts }) ?? '';
}

/** Who won, as the heading of the end of a match of pairs. */
export function pairEndTitle(who: Who, winners: readonly number[]): string {
  const first = winners[0];
  if (first === undefined) return t('table.end.draw');
  if (who.you === null) {
    const about = subject(who, pairOf(first));
    return capital(t(about.form === 'sg' ? 'table.end.watcher.sg' : 'table.end.watcher.pl', { who: about.who }));
  }
  if (!winners.includes(who.you)) return t('table.end.lost');
  return who.seats === 2 ? t('table.end.won_one') : t('table.end.won');
}

// ------------------------------------------------------------------------------------------ each for himself

/** Who won, as the heading of the end of a match of individuals. */
export function soloEndTitle(who: Who, winners: readonly number[]): string {
  if (winners.length === 0) return t('table.end.draw');
  if (who.you !== null) return winners.includes(who.you) ? t('table.end.won_one') : t('table.end.lost');
  const names = capital(list(winners.map((seat) => nameIn(who, seat))));
  return t(winners.length === 1 ? 'table.end.watcher.sg' : 'table.end.watcher.pl', { who: names });
}

/** The place of each seat in a ranking: 1 for the best, the same for equals. */
export function rankOf(ranking: readonly (readonly number[])[], seat: number): number {
  let place = 1;
  for (const group of ranking) {
    if (group.includes(seat)) return place;
    place += group.length;
  }
  return place;
}

// ------------------------------------------------------------------------------------------- facts, lines

export function num(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

export function pairName(value: unknown): PairName | null {
  return value === 'A' || value === 'B' ? value : null;
}

/** The seat that an event is about. */
export function seatOf(event: GameEvent): number | null {
  return typeof event['seat'] === 'number' ? event['seat'] : null;
}

/** People who come and go, told in every game alike. */
export function peopleSaid(event: GameEvent, who: Who): string | null {
  const seat = seatOf(event);
  return tCode(`table.ev.${event.event}`, { who: seat === null ? String(event['name'] ?? '') : nameOf(who, seat) });
}

export interface ShownClock {
  seconds: number;
  /** 0 to 1 of the present time. */
  part: number;
  inReserve: boolean;
  /** The last five seconds of all. */
  last: boolean;
}

/** The own line: whose turn it is and one sentence. */
export interface Line {
  title: string;
  small: string;
  /** `turn`: something is asked of me; `result`: the hand is over. */
  tone: 'turn' | 'wait' | 'result';
}

/** A refusal as a player reads it: the rule, then the fact that concerns him. */
export interface Told {
  rule: string;
  fact: string;
}

/** A button of the action bar. */
export interface Button {
  id: string;
  label: string;
  small: string;
  said: string;
  /** `go`: the one main action, `yes`: the second one, `hot`: what raises the stakes, `gone`: an empty place. */
  look: 'hot' | 'go' | 'yes' | 'plain' | 'gone';
  /** Above the others, in a game with two rows of actions. */
  upper?: boolean;
  wide?: boolean;
  off: boolean;
  pressed?: boolean;
  card?: string;
  key: string;
  press: () => void;
}
