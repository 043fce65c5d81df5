/** Spoken names of cards, from the catalogue. */
import { suitOf } from './cards';
import { has, t } from './i18n/index.svelte';

/** "sete de copas"; "carta virada" for what the viewer may not see. */
export function cardName(card: string): string {
  const suit = suitOf(card);
  const key = `card.rank.${card[0] ?? ''}`;
  if (suit === null || !has(key)) return t('card.hidden');
  return t('card.of', { rank: t(key as 'card.rank.A'), suit: t(`card.suit.${suit}`) });
}

/** The accessible name of a card's picture: face, covered, mark. */
export function cardLabel(card: string, more: { covered?: boolean; tag?: string | null } = {}): string {
  const words = [cardName(card)];
  if (suitOf(card) === null) return words.join();
  if (more.covered) words.push(t('card.covered'));
  if (more.tag) words.push(more.tag);
  return words.join(', ');
}
