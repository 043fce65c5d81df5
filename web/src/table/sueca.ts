/** What the table of Sueca draws, read off a view. No rule lives here: what may be done comes from `legal`. */
import { suitOf, type SuitLetter } from '../lib/cards';
import type { SuecaTrick, SuecaView, TrickSeen } from '../lib/wire';
import { pairOf } from './who';

/** How cards lie in a sorted hand, low to high (R8). */
const ORDER = '23456QJK7A';
/** Black and red in turn; the trump is moved to the right. */
const SUITS: readonly SuitLetter[] = ['c', 'd', 's', 'h'];

export type Sorting = 'suit' | 'rank';

/** A hand as it lies: by suit with the trump at the right, or by rank. */
export function sortHand(cards: readonly string[], trump: string | null, how: Sorting): string[] {
  const suits = [...SUITS.filter((suit) => suit !== trump), ...SUITS.filter((suit) => suit === trump)];
  const suit = (card: string): number => suits.indexOf(suitOf(card) ?? 'c');
  const rank = (card: string): number => ORDER.indexOf(card[0] ?? '');
  return [...cards].sort((a, b) =>
    how === 'suit' ? suit(a) - suit(b) || rank(a) - rank(b) : rank(a) - rank(b) || suit(a) - suit(b),
  );
}

/** A trick as the shared picture of a trick wants it; `done` when it has been won. */
export function trickSeen(trick: SuecaTrick | null, done: boolean): TrickSeen | null {
  if (trick === null || trick.plays.length === 0) return null;
  return {
    plays: trick.plays.map((play) => ({ ...play, covered: false, name: null })),
    winner: done && trick.seat !== null ? pairOf(trick.seat) : null,
    seat: done ? trick.seat : null,
    best: trick.seat,
  };
}

/** What is asked of me. */
export function asked(view: SuecaView): 'play' | null {
  return view.seat !== null && view.waiting.includes(view.seat) && view.legal.length > 0 ? 'play' : null;
}

export function playMove(card: string): string {
  return `play ${card}`;
}

/** Whether a card may be played now, as the view lists it. */
export function mayPlay(view: SuecaView, card: string): boolean {
  return view.legal.includes(playMove(card));
}

/** The suit that I must follow: one was led, and only cards of it are offered. */
export function follows(view: SuecaView): string | null {
  const led = view.table.trick.suit;
  if (led === null || view.legal.length === 0) return null;
  return view.table.cards.every((card) => !mayPlay(view, card) || suitOf(card) === led) ? led : null;
}
