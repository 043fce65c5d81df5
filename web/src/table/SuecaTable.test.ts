import { render, screen, type RenderResult } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync, tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setVoice } from '../lib/announce';
import { change } from '../lib/settings.svelte';
import type { FeedItem, Sent, TableCommand, TableProps } from '../lib/table';
import type { GameEvent, RoomSeen, SuecaView } from '../lib/wire';
import { SUECA_MATCHES, SUECA_SCENES, suecaNamed } from './dev/fixtures';
import SuecaTable from './SuecaTable.svelte';

let said: string[] = [];

beforeEach(() => {
  change({ lang: 'pt-BR', oneTap: false, motion: 'normal', keys: true, phrases: true, speakCards: false });
  said = [];
  setVoice({ speak: (_, text) => said.push(text) });
});
afterEach(() => {
  setVoice(null);
  vi.useRealTimers();
  localStorage.clear();
});

interface Shown extends RenderResult<typeof SuecaTable> {
  sent: TableCommand[];
  answer: (what: Sent) => Promise<void>;
  next: (view: SuecaView, events: GameEvent[], room?: RoomSeen) => Promise<void>;
}

function show(name: string, more: Partial<TableProps> = {}): Shown {
  const { view, room, events } = suecaNamed(name);
  const sent: TableCommand[] = [];
  let reply: (what: Sent) => void = () => undefined;
  let feed: FeedItem[] = [{ n: 0, events, missed: false, fresh: true, view, room }];
  const props: TableProps = {
    view,
    room,
    feed,
    send: (command) => {
      sent.push(command);
      return new Promise((resolve) => (reply = resolve));
    },
    connection: 'online',
    openRules: vi.fn(),
    openSettings: vi.fn(),
    invite: vi.fn(),
    leave: vi.fn(),
    ...more,
  };
  const shown = render(SuecaTable, { props });
  flushSync();
  return {
    ...shown,
    sent,
    answer: async (what) => {
      reply(what);
      for (let turn = 0; turn < 4; turn += 1) await tick();
    },
    next: async (newView, newEvents, newRoom = room) => {
      feed = [...feed, { n: feed.length, events: newEvents, missed: false, view: newView, room: newRoom }];
      await shown.rerender({ view: newView, room: newRoom, feed });
      flushSync();
    },
  };
}

function button(id: string): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>(`[data-act="${id}"]`);
  if (found === null) throw new Error(`no button ${id}`);
  return found;
}

function off(id: string): boolean {
  return button(id).getAttribute('aria-disabled') === 'true';
}

function hand(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('.hand .hc')];
}

function card(text: string): HTMLButtonElement {
  const found = hand().find((one) => one.dataset['card'] === text);
  if (found === undefined) throw new Error(`no card ${text}`);
  return found;
}

function ownLine(): string {
  return document.querySelector('.me')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}

test.each(Object.keys(SUECA_SCENES))('%s is drawn without a complaint, every control named', (name) => {
  const errors = vi.spyOn(console, 'error');
  const warnings = vi.spyOn(console, 'warn');
  for (const lang of ['pt-BR', 'en'] as const) {
    change({ lang });
    const { unmount } = show(name);
    for (const each of document.querySelectorAll('.tbl button')) {
      const label = each.getAttribute('aria-label') ?? each.textContent ?? '';
      expect(label.trim(), each.outerHTML).not.toBe('');
    }
    expect(document.body.textContent).not.toMatch(/undefined|\bnull\b|NaN|sueca\.\w|table\.\w|refusal\./);
    unmount();
  }
  expect(errors).not.toHaveBeenCalled();
  expect(warnings).not.toHaveBeenCalled();
});

test.each(Object.keys(SUECA_MATCHES))('a recorded match (%s) runs through to its end', async (name) => {
  vi.useFakeTimers();
  const errors = vi.spyOn(console, 'error');
  const recorded = SUECA_MATCHES[name];
  const first = recorded?.steps[0];
  if (recorded === undefined || first === undefined) throw new Error(name);
  const room = recorded.room;
  let feed: FeedItem[] = [];
  const shown = render(SuecaTable, {
    props: {
      view: first.view,
      room,
      feed,
      send: () => Promise.resolve<Sent>({ ok: true }),
      connection: 'online',
      openRules: vi.fn(),
      openSettings: vi.fn(),
      invite: vi.fn(),
      leave: vi.fn(),
    },
  });
  let n = 0;
  for (const step of recorded.steps) {
    const now = { ...room, stage: step.stage };
    feed = [...feed, { n: n++, events: step.events, missed: false, view: step.view, room: now }];
    await shown.rerender({ view: step.view, room: now, feed });
    flushSync();
    vi.advanceTimersByTime(1300);
    flushSync();
    const { table, legal, seat } = step.view;
    if (table.phase === 'match_over') break;
    expect(hand()).toHaveLength(table.cards.length);
    if (table.phase === 'tricks' || table.phase === 'opening') {
      expect(document.querySelectorAll('.trick .tc')).toHaveLength(table.trick.plays.length);
      if (legal.length > 0) {
        // what is up is what the view calls legal
        const up = hand().filter((one) => !one.classList.contains('low'));
        expect(up.map((one) => `play ${one.dataset['card']}`).sort()).toEqual(
          legal.filter((move) => move !== 'lay_down').sort(),
        );
      }
      expect(document.querySelectorAll('[data-act="lay_down"]')).toHaveLength(legal.includes('lay_down') ? 1 : 0);
    }
    if (seat === null) expect(hand()).toHaveLength(0);
  }
  expect(document.querySelector('.end')).not.toBeNull();
  expect(errors).not.toHaveBeenCalled();
});

test('the hand lies by suit with the trump at the right; arrumar sorts it by strength and back', async () => {
  const user = userEvent.setup();
  show('follow');
  expect(hand().map((one) => one.dataset['card']).join(' ')).toBe('5c Jc Ac 3s 6s Qs 4h 7h Kd 7d');
  await user.click(button('sort'));
  expect(hand().map((one) => one.dataset['card']).join(' ')).toBe('3s 4h 5c 6s Qs Jc Kd 7h 7d Ac');
  await user.keyboard('s');
  expect(hand()[0]?.dataset['card']).toBe('5c');
});

test('cards that do not follow are lower and stay readable; the server says why, and the card glides back', async () => {
  const user = userEvent.setup();
  const { sent, answer } = show('follow');
  expect(hand().filter((one) => !one.classList.contains('low')).map((one) => one.dataset['card'])).toEqual(['4h', '7h']);
  expect(card('5c').getAttribute('aria-label')).toContain('agora não dá');
  expect(ownLine()).toContain('siga copas');
  await user.click(card('5c'));
  expect(sent).toEqual([{ do: 'move', decision: suecaNamed('follow').view.decision, move: 'play 5c' }]);
  await answer({ ok: false, code: 'must_follow_suit', facts: { suit: 'h' } });
  const note = document.querySelector('[data-note="refused"]');
  expect(note?.textContent).toContain('Quem tem o naipe da saída joga esse naipe.');
  expect(note?.textContent).toContain('Você ainda tem copas.');
  expect(card('5c').getAttribute('aria-pressed')).toBe('false');
});

test('a tap lifts a card, the blue button names it and who is winning, a second tap plays it', async () => {
  const user = userEvent.setup();
  const { sent } = show('follow');
  await user.click(card('7h'));
  expect(card('7h').getAttribute('aria-pressed')).toBe('true');
  expect(button('play').getAttribute('aria-label')).toBe('Jogar sete de copas');
  expect(button('play').textContent).toContain('Bia está ganhando a vaza');
  expect(sent).toEqual([]);
  await user.click(card('7h'));
  expect(sent).toHaveLength(1);
  expect(card('7h').textContent).toContain('enviando…');
});

test('a card chosen ahead stays for my turn, and says why when it may not be played then', async () => {
  const user = userEvent.setup();
  const { sent, next } = show('waiting');
  await user.click(card('5c'));
  await user.click(button('play'));
  expect(sent).toEqual([]);
  await next(suecaNamed('follow').view, suecaNamed('follow').events);
  expect(card('5c').getAttribute('aria-pressed')).toBe('true');
  expect(off('play')).toBe(true);
  expect(button('play').textContent).toContain('siga copas');
});

test('the trump card stands with its owner, after it is played the suit alone', () => {
  const first = show('follow');
  expect(screen.getByRole('img', { name: 'sete de ouros, o trunfo, está com você' })).toBeTruthy();
  first.unmount();
  show('trump_played');
  expect(document.querySelector('.trump .pc')).toBeNull();
  expect(document.querySelector('.trump')?.textContent).toContain('Trunfo: ouros');
});

test('the last trick opens with who played what', async () => {
  const user = userEvent.setup();
  show('follow').unmount();
  expect(screen.queryByRole('button', { name: 'Última vaza' })).toBeNull();
  show('second_trick');
  await user.click(screen.getByRole('button', { name: 'Última vaza' }));
  const dialog = screen.getByRole('dialog', { name: 'Última vaza: Você' });
  expect(dialog.textContent?.replace(/\s+/g, ' ')).toContain('Zeca');
  expect(dialog.querySelectorAll('li')).toHaveLength(4);
  expect(dialog.querySelectorAll('.win')).toHaveLength(1);
});

test('a poor hand may be laid down in two steps', async () => {
  const user = userEvent.setup();
  const { sent } = show('opening');
  expect(ownLine()).toContain('jogue uma carta ou baixe o jogo');
  await user.click(button('lay_down'));
  expect(sent).toEqual([]);
  const dialog = screen.getByRole('dialog', { name: 'Baixar o jogo' });
  expect(dialog.textContent).toContain('Todos veem suas cartas');
  await user.click(button('lay_down_sure'));
  expect(sent).toEqual([{ do: 'move', decision: suecaNamed('opening').view.decision, move: 'lay_down' }]);
});

test('nothing of a poor hand shows to the others', () => {
  show('opening_others');
  expect(document.body.innerHTML.toLowerCase()).not.toMatch(/baix|opening|lay_down/);
});

test('a hand that is laid down is shown to all, a watcher too', () => {
  for (const [name, title] of [
    ['laid_down', 'Ana mostrou a mão: 4 pontos'],
    ['laid_down_mine', 'Você mostrou a mão: 4 pontos'],
    ['laid_down_watched', 'Ana mostrou a mão: 4 pontos'],
  ] as const) {
    const { unmount } = show(name);
    const group = screen.getByRole('group', { name: title });
    expect(group.querySelectorAll('.pc'), name).toHaveLength(10);
    expect(ownLine()).toContain('baixou o jogo');
    unmount();
  }
});

test('a card chosen before the deal is not chosen after it', async () => {
  const user = userEvent.setup();
  const { next } = show('laid_down_mine');
  await user.click(card('2c'));
  const { view } = suecaNamed('opening');
  await next(view, [{ event: 'dealt', hand: 1, dealer: 3, first: 0, trump: 's', trump_card: 'Ah', again: true }]);
  expect(card('2c').getAttribute('aria-pressed')).toBe('false');
});

test('the end of a deal: points, game points, what is carried; the sheet keeps it all', async () => {
  const user = userEvent.setup();
  const first = show('hand_over');
  const last = suecaNamed('hand_over').view.table.sheet.at(-1);
  expect(ownLine()).toContain(`${last?.card_points[0]} a ${last?.card_points[1]} pontos`);
  expect(button('continue').textContent).toContain('próxima em 9 s');
  await user.click(button('see'));
  expect(screen.getByRole('dialog').querySelectorAll('tbody tr')).toHaveLength(5);
  expect(screen.getByRole('dialog').textContent).toContain('60 a 60, acumula 1');
  first.unmount();
  show('hand_drawn');
  expect(ownLine()).toContain('Ninguém marcou');
  expect(ownLine()).toContain('60 a 60, acumula 1');
  expect(document.querySelector('.score')?.textContent).toContain('+1 acumulado');
});

test('a bandeirada ends the match', async () => {
  const user = userEvent.setup();
  const won = show('bandeirada');
  expect(document.querySelector('.ttl')?.textContent).toBe('Ganhamos!');
  expect(document.querySelector('.com')?.textContent).toContain('Última partida: fizemos bandeirada.');
  expect(document.querySelector('[data-side="us"] b')?.textContent).toBe('4');
  won.unmount();
  const lost = show('match_lost');
  expect(document.querySelector('.ttl')?.textContent).toBe('Não foi dessa vez');
  await user.click(screen.getByRole('button', { name: 'Revanche' }));
  expect(lost.sent).toEqual([{ do: 'rematch', yes: true }]);
});

test('points show during the deal only where the table has it so', () => {
  const first = show('second_trick');
  expect(document.querySelector('.vz .pts')).toBeNull();
  first.unmount();
  show('points_shown');
  expect(document.querySelectorAll('.vz .pts')).toHaveLength(2);
});

test('a watcher sees no hand and may take a robot’s seat', async () => {
  const user = userEvent.setup();
  const { sent } = show('spectator');
  expect(hand()).toHaveLength(0);
  expect(screen.getByText('As mãos ficam fechadas.')).toBeTruthy();
  await user.click(button('sit'));
  expect(sent).toEqual([{ do: 'sit', seat: 3 }]);
});

test('keys choose the nth card, play, and tell table and score', async () => {
  const user = userEvent.setup();
  const { sent } = show('follow');
  await user.keyboard('i');
  expect(said.at(-1)).toContain('Na mesa: rei de copas, ás de copas, dois de copas. Bia está ganhando a vaza.');
  expect(said.at(-1)).toContain('Trunfo: ouros.');
  expect(said.at(-1)).toContain('Vazas: Nós 0, Eles 0.');
  await user.keyboard('g');
  expect(said.at(-1)).toBe('Nós 2, Eles 1. O jogo vai a 4.');
  await user.keyboard('0');
  expect(card('7d').getAttribute('aria-pressed')).toBe('true');
  await user.keyboard('8{Enter}');
  expect(sent[0]).toMatchObject({ move: 'play 7h' });
});

test('my turn is told once, with the table and what to follow', async () => {
  const { next } = show('waiting');
  const { view, events } = suecaNamed('follow');
  await next(view, events);
  await next(view, []);
  const mine = said.filter((text) => text.startsWith('Sua vez.'));
  expect(mine).toHaveLength(1);
  expect(mine[0]).toContain('rei de copas, ás de copas, dois de copas');
  expect(mine[0]).toContain('Siga copas.');
});

test('a robot that holds my seat leaves nothing to play', async () => {
  const user = userEvent.setup();
  const { sent } = show('robot_holds');
  expect(off('play')).toBe(true);
  await user.click(card('7h'));
  await user.click(card('7h'));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Voltar a jogar' }));
  expect(sent).toEqual([{ do: 'back' }]);
});
