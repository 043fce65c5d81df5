/**
 * What the table of truco draws, read off a view: places around the table, whose word is wanted, which buttons.
 *
 * No rule lives here. What may be done comes from `legal` and `actions` of the view.
 */
import type { PlaySeen, TrickSeen, TrucoView } from '../lib/wire';
import { action } from './actions';
import { pairAt, type PairName } from './who';

export function scoreOf(view: TrucoView, pair: PairName): number {
  return view.table.score[pairAt(pair)] ?? 0;
}

export function gamesOf(view: TrucoView, pair: PairName): number {
  return view.table.games[pairAt(pair)] ?? 0;
}

/** The trick on the table: the running one, also before its first card. */
export function runningTrick(view: TrucoView): { at: number; trick: TrickSeen | null } {
  const tricks = view.table.tricks;
  const last = tricks.at(-1);
  if (last !== undefined && last.winner === null) return { at: tricks.length - 1, trick: last };
  return { at: tricks.length, trick: null };
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
