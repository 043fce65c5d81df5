import { render } from '@testing-library/svelte';
import { beforeEach, expect, test } from 'vitest';
import Card from './Card.svelte';
import Suit from './Suit.svelte';
import Tally from './Tally.svelte';
import Tile from './Tile.svelte';
import { tileOf } from './cards';
import { cardName } from './names';
import { change } from './settings.svelte';

beforeEach(() => change({ lang: 'pt-BR' }));

const RANKS = 'A23456789TJQK';
const SUITS = 'cdhs';

test('every face has a name of its own and shows its rank and its suit twice, or an emblem', () => {
  const names = new Set<string>();
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      const { container, unmount } = render(Card, { card: rank + suit, width: 94 });
      const picture = container.querySelector('svg');
      const name = picture?.getAttribute('aria-label') ?? '';
      expect(picture?.getAttribute('role')).toBe('img');
      names.add(name);
      expect(container.querySelector(`.ink.${suit}`)).not.toBeNull();
      if (rank !== 'T') expect(container.querySelector('text')?.textContent).toBe(rank);
      unmount();
    }
  }
  expect(names.size).toBe(52);
  expect(cardName('7h')).toBe('sete de copas');
  expect(cardName('Ts')).toBe('dez de espadas');
});

test('a hidden card shows a back and nothing else', () => {
  const { container } = render(Card, { card: 'X', tag: 'Zap' });
  expect(container.querySelector('svg')?.getAttribute('aria-label')).toBe('carta virada');
  expect(container.querySelector('text')).toBeNull();
  expect(container.querySelector('.ink')).toBeNull();
  expect(container.querySelector('.tag')).toBeNull();
});

test('a covered card shows its owner the turned corner', () => {
  const { container } = render(Card, { card: '7h', covered: true });
  expect(container.querySelector('svg')?.getAttribute('aria-label')).toBe('sete de copas, coberta');
  expect(container.querySelector('text')?.textContent).toBe('7');
});

test('two backs on a page have clips of their own', () => {
  const first = render(Card, { card: 'X' });
  const second = render(Card, { card: 'X' });
  const clips = [first, second].map((each) => each.container.querySelector('clipPath')?.id);
  expect(clips[0]).not.toBe(clips[1]);
});

test('the mark is drawn and read', () => {
  const { container } = render(Card, { card: '4c', tag: 'Zap', state: 'win' });
  expect(container.querySelector('.tag')?.textContent).toBe('Zap');
  expect(container.querySelector('svg')?.getAttribute('aria-label')).toBe('quatro de paus, Zap');
  expect(container.querySelector('.pc')?.classList.contains('win')).toBe(true);
});

test('an empty label makes decoration of a card', () => {
  const { container } = render(Card, { card: '4c', label: '' });
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  expect(container.querySelector('svg')?.hasAttribute('role')).toBe(false);
});

test('names follow the language', () => {
  change({ lang: 'en' });
  expect(cardName('Kd')).toBe('king of diamonds');
  expect(cardName('X')).toBe('face-down card');
  const { container } = render(Suit, { suit: 'h', named: true });
  expect(container.querySelector('svg')?.getAttribute('aria-label')).toBe('hearts');
});

test.each([
  [0, 0],
  [1, 1],
  [5, 1],
  [6, 2],
  [12, 3],
])('%i points are tallied in %i squares', (points, squares) => {
  const { container } = render(Tally, { n: points });
  const paths = [...container.querySelectorAll('path')];
  expect(paths).toHaveLength(squares);
  const strokes = paths.reduce((sum, path) => sum + (path.getAttribute('d')?.match(/M/g)?.length ?? 0), 0);
  expect(strokes).toBe(points);
});

test('a name has the same tile everywhere, a robot no letter', () => {
  expect(tileOf('Bia')).toEqual(tileOf(' bia '));
  expect(tileOf('élcio').letter).toBe('É');
  expect(tileOf('  ').letter).toBe('?');
  expect(tileOf('🂡 Zé').letter).toBe('Z');
  expect(render(Tile, { name: 'Bia' }).container.querySelector('text')?.textContent).toBe('B');
  expect(render(Tile, { name: 'Bia', robot: true }).container.querySelector('text')).toBeNull();
});
