/**
 * What the table of truco draws, read off a view: places around the table, whose word is wanted, which buttons.
 *
 * No rule lives here. What may be done comes from `legal` and `actions` of the view.
 */
import type { ActionSeen, GameEvent, PlaySeen, SeatSeen, TrickSeen, TrucoView } from '../lib/wire';

/** Where a seat is drawn: I am south; a watcher looks over the shoulder of seat 0. */
export type Place = 's' | 'w' | 'n' | 'e';

export type PairName = 'A' | 'B';
export type Side = 'us' | 'them';

export function placeOf(seat: number, seats: number, you: number | null): Place {
  const turn = (seat - (you ?? 0) + seats) % seats;
  if (seats === 2) return turn === 0 ? 's' : 'n';
  return (['s', 'w', 'n', 'e'] as const)[turn] ?? 's';
}

/** The other seats clockwise from my left: the order of focus. */
export function around(seats: number, you: number | null): number[] {
  const others = Array.from({ length: seats - 1 }, (_, at) => ((you ?? 0) + 1 + at) % seats);
  return you === null ? [0, ...others] : others;
}

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

export function scoreOf(view: TrucoView, pair: PairName): number {
  return view.table.score[pair === 'A' ? 0 : 1] ?? 0;
}

export function gamesOf(view: TrucoView, pair: PairName): number {
  return view.table.games[pair === 'A' ? 0 : 1] ?? 0;
}

/** The trick on the table: the running one, also before its first card. */
export function runningTrick(view: TrucoView): { at: number; trick: TrickSeen | null } {
  const tricks = view.table.tricks;
  const last = tricks.at(-1);
  if (last !== undefined && last.winner === null) return { at: tricks.length - 1, trick: last };
  return { at: tricks.length, trick: null };
}

export function action(view: TrucoView, kind: string): ActionSeen | null {
  return view.actions.find((button) => button.kind === kind) ?? null;
}

/** A move that may be offered: legal, and not one that ruins its player. */
export function offered(button: ActionSeen | null): button is ActionSeen & { move: string } {
  return button !== null && button.move !== null && button.grave === null;
}

/** What the table wants to know from me, or from whom it waits. */
export type Ask = 'play' | 'respond' | 'decide' | null;

export function asked(view: TrucoView): Ask {
  if (view.seat === null) return null;
  if (action(view, 'play_hand')?.move) return 'decide';
  if (action(view, 'accept')?.move) return 'respond';
  return view.table.phase === 'play' && view.table.turn === view.seat ? 'play' : null;
}

/** Whether I have voted to run or decline, and my partner's word is missing. */
export function iVoted(view: TrucoView): boolean {
  return view.seat !== null && view.table.votes.includes(view.seat);
}

/** The move that lays a card of my hand, as the view lists it; null while it may not be laid. */
export function playMove(view: TrucoView, place: number, covered: boolean): string | null {
  const held = view.table.cards.find((card) => card.place === place);
  if (held === undefined) return null;
  const name = held.card === 'X' ? `#${place}` : held.card;
  const text = `play ${name}${covered ? ' covered' : ''}`;
  return view.legal.includes(text) ? text : null;
}

/** Whether the hand before us is one with special rules of its own, for this viewer. */
export function inSpecial(view: TrucoView): boolean {
  return view.table.special !== null;
}

/** Whether this seat plays last in the running trick. */
export function isFoot(view: TrucoView, seat: number): boolean {
  const { trick } = runningTrick(view);
  return view.table.turn === seat && (trick?.plays.length ?? 0) === view.seats - 1;
}

/** Whether I play right after the seat whose turn it is, in this trick. */
export function isNext(view: TrucoView, seat: number): boolean {
  const { trick } = runningTrick(view);
  const turn = view.table.turn;
  if (turn === null || view.table.phase !== 'play') return false;
  return (turn + 1) % view.seats === seat && (trick?.plays.length ?? 0) < view.seats - 1;
}

/** The open card that decided the last trick, when it is a manilha with a name. */
export function decidingManilha(view: TrucoView): PlaySeen | null {
  const last = view.table.tricks.at(-1);
  if (last === undefined || last.seat === null) return null;
  const play = last.plays.find((one) => one.seat === last.seat);
  return play?.name ? play : null;
}

/** The four manilhas of this hand, strongest first. */
export function manilhas(view: TrucoView): { card: string; name: string }[] {
  const rank = view.table.manilha;
  if (rank === null) {
    return [
      { card: '4c', name: 'zap' },
      { card: '7h', name: 'copas' },
      { card: 'As', name: 'espadilha' },
      { card: '7d', name: 'ouros' },
    ];
  }
  return [
    { card: `${rank}c`, name: 'zap' },
    { card: `${rank}h`, name: 'copas' },
    { card: `${rank}s`, name: 'espadilha' },
    { card: `${rank}d`, name: 'ouros' },
  ];
}

/** What changed at a seat between two looks, as an event for the log; null when nothing worth telling did. */
export function peopleNews(old: SeatSeen, seat: SeatSeen): GameEvent | null {
  if (seat.person !== old.person) {
    if (seat.person !== null) return { event: 'sat', name: seat.name };
    return { event: 'left', name: old.name };
  }
  if (seat.person === null) {
    if (seat.robot && !old.robot) return { event: 'robot_plain' };
    return null;
  }
  if (seat.robot && !old.robot) return { event: 'robot_in', name: seat.name };
  if (!seat.connected && old.connected) return { event: 'away', name: seat.name };
  if ((seat.connected && !old.connected) || (!seat.robot && old.robot)) return { event: 'came_back', name: seat.name };
  return null;
}
