import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { change } from '../lib/settings.svelte';
import type { Sent, TableCommand, TableProps } from '../lib/table';
import type { GameEvent } from '../lib/wire';
import { madeUp } from './dev/madeUp';
import MadeUp from './dev/MadeUp.svelte';

beforeEach(() => change({ lang: 'pt-BR', motion: 'normal', keys: true, phrases: true }));

function show(
  seats: number,
  you: number | null,
  more: { held?: number; waiting?: number[]; over?: boolean; claim?: boolean; events?: GameEvent[] } = {},
): { sent: TableCommand[]; tell: (event: GameEvent) => Promise<void> } {
  const { view, room, cards } = madeUp(seats, you, more.held ?? 6, more.waiting ?? [you ?? 0]);
  const sent: TableCommand[] = [];
  const props: TableProps = {
    view,
    room,
    feed: [{ n: 0, events: [], missed: false, fresh: true, view, room }],
    send: (command) => {
      sent.push(command);
      return Promise.resolve<Sent>({ ok: true });
    },
    connection: 'online',
    openRules: vi.fn(),
    openSettings: vi.fn(),
    invite: vi.fn(),
    leave: vi.fn(),
  };
  const shown = render(MadeUp, { props: { ...props, cards, over: more.over ?? false, claim: more.claim ?? false } });
  flushSync();
  return {
    sent,
    tell: async (event) => {
      await shown.rerender({ feed: [...props.feed, { n: 1, events: [event], missed: false, view, room }] });
      flushSync();
    },
  };
}

test.each([2, 3, 4, 5, 6, 7, 8])('%i seats: every other one has a plate of its own', (seats) => {
  show(seats, 0);
  const plates = [...document.querySelectorAll('.plate')];
  expect(plates).toHaveLength(seats - 1);
  expect(new Set(plates.map((plate) => plate.className)).size).toBe(seats - 1);
  expect(document.querySelector('.seats')?.classList.contains('horseshoe')).toBe(seats > 4);
  expect(document.querySelectorAll('.seats button[tabindex="0"]')).toHaveLength(1);
});

test('a watcher of eight sees all of them', () => {
  show(8, null);
  expect(document.querySelectorAll('.plate')).toHaveLength(8);
  expect(document.querySelector('.plate.s')?.textContent).toContain('Ana');
});

test('cards in hand stand in the plates, and one card left is an alarm', () => {
  show(8, 0);
  const nando = document.querySelector('[data-seat="2"]');
  expect(nando?.classList.contains('alarm')).toBe(true);
  expect(nando?.querySelector('.cnt')?.textContent).toBe('1');
  expect(document.querySelectorAll('.alarm')).toHaveLength(1);
});

test('actions stand in two rows where the game has so many', () => {
  show(8, 0);
  const rows = [...document.querySelectorAll('.act .ar')].map((row) =>
    [...row.querySelectorAll('button')].map((each) => each.dataset['act']),
  );
  expect(rows).toEqual([
    ['call', 'accuse'],
    ['draw', 'play'],
  ]);
});

test('a large hand lies in rows, all of it reachable by one Tab stop and arrows', async () => {
  const user = userEvent.setup();
  show(4, 0, { held: 22 });
  expect(document.querySelectorAll('.fan .row')).toHaveLength(2);
  expect(document.querySelectorAll('.hand button[tabindex="0"]')).toHaveLength(1);
  await user.keyboard('h');
  for (let card = 1; card < 22; card += 1) await user.keyboard('{ArrowRight}');
  expect((document.activeElement as HTMLElement).dataset['nth']).toBe('21');
});

test('where several are asked each of them has the clock, and an answer goes once', async () => {
  const user = userEvent.setup();
  const { sent } = show(5, 0, { waiting: [0, 2, 4], claim: true });
  for (const seat of [2, 4]) expect(document.querySelector(`[data-seat="${seat}"] .i`)?.textContent).toBe('joga\n9 s');
  expect(document.querySelector('[data-seat="1"]')?.textContent).not.toContain('9 s');
  expect(document.querySelector('.me')?.textContent).toContain('9 s');
  const pass = document.querySelector<HTMLElement>('[data-act="pass"]');
  if (pass === null) throw new Error('no button');
  await user.dblClick(pass);
  expect(sent).toEqual([{ do: 'move', decision: 4, move: 'pass' }]);
});

test('a sign and a bubble of the game’s own', async () => {
  const { tell } = show(8, 0);
  await tell({ event: 'called', seat: 2 });
  expect(document.querySelector('.cartaz')?.textContent).toContain('MAU-MAU!');
  expect(document.querySelector('.plate.tl .say, .plate.ml .say')?.textContent).toBe('Boa!');
});

test('the end of a match of individuals is a list, equals with the same place', () => {
  show(5, 0, { over: true });
  const rows = [...document.querySelectorAll('.rk-list li')].map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
  expect(rows).toEqual(['1º Zeca 11', '2º Você 12', '2º Nando 10', '4º Bia 9', '5º Dudu 8']);
  expect(document.querySelector('.ttl')?.textContent).toBe('Não foi dessa vez');
  expect(screen.getAllByText('quero')).toHaveLength(2);
});
