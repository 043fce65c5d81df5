import { render, screen, within, type RenderResult } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync, tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setVoice } from '../lib/announce';
import { change } from '../lib/settings.svelte';
import type { Connection, FeedItem, Sent, TableCommand, TableProps } from '../lib/table';
import type { ActionSeen, GameEvent, RoomSeen, TrucoView } from '../lib/wire';
import { MATCHES, SCENES, sceneNamed } from './dev/fixtures';
import TrucoTable from './TrucoTable.svelte';

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

interface Shown extends RenderResult<typeof TrucoTable> {
  sent: TableCommand[];
  /** Gives the answer to the last command. */
  answer: (what: Sent) => Promise<void>;
  next: (view: TrucoView, events: GameEvent[], more?: Partial<FeedItem>, room?: RoomSeen) => Promise<void>;
}

function show(name: string, more: Partial<TableProps> = {}): Shown {
  const { view, room, events } = sceneNamed(name);
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
    connection: 'online' as Connection,
    openRules: vi.fn(),
    openSettings: vi.fn(),
    invite: vi.fn(),
    leave: vi.fn(),
    ...more,
  };
  const shown = render(TrucoTable, { props });
  flushSync();
  return {
    ...shown,
    sent,
    answer: async (what) => {
      reply(what);
      await tick();
      await tick();
    },
    next: async (newView, newEvents, extra = {}, newRoom = room) => {
      feed = [...feed, { n: feed.length, events: newEvents, missed: false, view: newView, room: newRoom, ...extra }];
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

function card(text: string): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>(`.hand [data-card="${text}"]`);
  if (found === null) throw new Error(`no card ${text}`);
  return found;
}

function ownLine(): string {
  return document.querySelector('.me')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}

test.each(Object.keys(SCENES))('%s is drawn without a complaint, every control named', (name) => {
  const errors = vi.spyOn(console, 'error');
  const warnings = vi.spyOn(console, 'warn');
  show(name);
  expect(document.querySelector('.truco')).not.toBeNull();
  for (const each of document.querySelectorAll('.truco button')) {
    const label = each.getAttribute('aria-label') ?? each.textContent ?? '';
    expect(label.trim(), each.outerHTML).not.toBe('');
  }
  expect(document.body.textContent).not.toMatch(/undefined|\bnull\b|NaN|truco\.\w|refusal\./);
  expect(errors).not.toHaveBeenCalled();
  expect(warnings).not.toHaveBeenCalled();
});

test.each(Object.keys(MATCHES))('a recorded match (%s) runs through to its end, in the log too', async (name) => {
  vi.useFakeTimers();
  const errors = vi.spyOn(console, 'error');
  const recorded = MATCHES[name];
  if (recorded === undefined) throw new Error(name);
  const first = recorded.steps[0];
  if (first === undefined) throw new Error('no steps');
  const room = recorded.room;
  let feed: FeedItem[] = [];
  const shown = render(TrucoTable, {
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
    const table = step.view.table;
    if (table.phase === 'match_over') break;
    expect(document.querySelectorAll('.hand button')).toHaveLength(table.cards.length);
    // what lies on the table is what the view says, once nothing moves any more
    const running = table.tricks.at(-1);
    const open = table.phase === 'play' && running?.winner === null ? running.plays : null;
    if (open !== null && document.querySelector('.cartaz') === null) {
      expect(document.querySelectorAll('.trick .tc')).toHaveLength(open.length);
    }
    // a grave move is on no button
    for (const grave of step.view.actions.filter((one) => one.grave !== null)) {
      expect(document.querySelector(`[data-act="${grave.kind}"]`)).toBeNull();
    }
  }
  expect(document.querySelector('.end')).not.toBeNull();
  expect(errors).not.toHaveBeenCalled();
});

test('a tap lifts a card and names it, the blue button plays it', async () => {
  const user = userEvent.setup();
  const { sent } = show('my_turn');
  expect(off('play')).toBe(true);
  await user.click(card('3s'));
  expect(card('3s').getAttribute('aria-pressed')).toBe('true');
  expect(button('play').getAttribute('aria-label')).toBe('Jogar três de espadas');
  expect(sent).toEqual([]);
  await user.click(button('play'));
  expect(sent).toEqual([{ do: 'move', decision: sceneNamed('my_turn').view.decision, move: 'play 3s' }]);
});

test('a second tap on the card plays it, and no third sends it again', async () => {
  const user = userEvent.setup();
  const { sent } = show('my_turn');
  await user.click(card('3s'));
  await user.click(card('3s'));
  await user.click(card('3s'));
  await user.click(card('Qd'));
  await user.click(button('play'));
  expect(sent).toHaveLength(1);
  expect(card('3s').textContent).toContain('enviando…');
});

test('with one tap a card goes at once, but only on my turn', async () => {
  change({ oneTap: true });
  const user = userEvent.setup();
  const mine = show('my_turn');
  await user.click(card('6c'));
  expect(mine.sent.map((one) => (one.do === 'move' ? one.move : ''))).toEqual(['play 6c']);
  mine.unmount();
  const other = show('waiting');
  await user.click(card('6c'));
  expect(other.sent).toEqual([]);
  expect(card('6c').getAttribute('aria-pressed')).toBe('true');
});

test('a card chosen ahead is kept for my turn and never sent before', async () => {
  const user = userEvent.setup();
  const { sent, next } = show('waiting');
  await user.click(card('Qd'));
  await user.keyboard('{Enter}');
  await user.click(button('play'));
  expect(sent).toEqual([]);
  expect(screen.getByText('Cada um joga na sua vez.')).toBeTruthy();
  await next(sceneNamed('my_turn').view, sceneNamed('my_turn').events);
  expect(card('Qd').getAttribute('aria-pressed')).toBe('true');
  expect(sent).toEqual([]);
  await user.click(button('play'));
  expect(sent).toHaveLength(1);
});

test('cobrir arms the card; where it may not be it stays in its place and says why', async () => {
  const user = userEvent.setup();
  const early = show('my_turn');
  expect(button('cover').textContent).toContain('só da 2ª vaza');
  expect(off('cover')).toBe(true);
  await user.click(button('cover'));
  expect(screen.getByText('Na primeira vaza a carta é aberta.')).toBeTruthy();
  expect(early.sent).toEqual([]);
  early.unmount();
  const { sent } = show('second_trick');
  await user.click(button('cover'));
  await user.click(card('3s'));
  expect(button('play').textContent).toContain('Jogar coberta');
  await user.click(button('play'));
  expect(sent[0]).toMatchObject({ move: 'play 3s covered' });
});

test('a slow answer is told after two seconds', async () => {
  vi.useFakeTimers();
  show('my_turn');
  card('3s').click();
  flushSync();
  button('play').click();
  flushSync();
  expect(document.querySelector('.sending')?.textContent).toBe('enviando…');
  vi.advanceTimersByTime(2100);
  flushSync();
  expect(document.querySelector('.sending')?.textContent).toBe('a conexão está lenta');
});

test('a refusal is told, the card is free again, and the note goes by itself', async () => {
  vi.useFakeTimers();
  const { sent, answer } = show('my_turn');
  card('3s').click();
  flushSync();
  button('play').click();
  await answer({ ok: false, code: 'not_your_turn', facts: { turn: 2 } });
  flushSync();
  const note = document.querySelector('[data-note="refused"]');
  expect(note?.textContent).toContain('Cada um joga na sua vez.');
  expect(note?.textContent).toContain('Agora é a vez de Bia.');
  expect(said.at(-1)).toContain('Cada um joga na sua vez. Agora é a vez de Bia.');
  expect(document.querySelector('.sending')).toBeNull();
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(4100);
  flushSync();
  expect(document.querySelector('[data-note="refused"]')).toBeNull();
});

test('a code that nobody knows still gives a sentence', async () => {
  const user = userEvent.setup();
  const { answer } = show('my_turn');
  await user.click(card('3s'));
  await user.click(button('play'));
  await answer({ ok: false, code: 'brand_new_code', facts: {} });
  expect(document.querySelector('[data-note="refused"]')?.textContent).toContain('Não deu. Tente de novo.');
});

test('the call shows the word, what each answer costs, and the vote of my partner', async () => {
  const user = userEvent.setup();
  const { sent } = show('call');
  const sign = screen.getByRole('alertdialog');
  expect(sign.textContent).toContain('Toninho pede');
  expect(sign.textContent).toContain('TRUCO!');
  expect(sign.textContent).toContain('Bia quer correr');
  expect(button('run').textContent).toContain('eles +1');
  expect(button('accept').textContent).toContain('vale 3');
  expect(button('raise').textContent).toContain('SEIS!');
  expect(button('raise').textContent).toContain('pede 6');
  // vira, my cards and the tricks stay in sight
  expect(screen.getByRole('img', { name: 'Vira: cinco de ouros' })).toBeTruthy();
  expect(document.querySelectorAll('.hand button')).toHaveLength(2);
  await user.click(button('accept'));
  expect(sent[0]).toMatchObject({ do: 'move', move: 'accept' });
});

test('focus goes to the word of the call, and Enter answers nothing by accident', async () => {
  const user = userEvent.setup();
  const { sent } = show('call');
  expect(document.activeElement?.textContent).toBe('TRUCO!');
  await user.keyboard('{Enter}');
  await user.keyboard(' ');
  expect(sent).toEqual([]);
  await user.keyboard('a');
  expect(sent[0]).toMatchObject({ move: 'accept' });
});

test('others see the sign for a while, then a bubble at the caller', async () => {
  vi.useFakeTimers();
  const { next } = show('i_lead');
  const { view, events } = sceneNamed('called_by_me');
  await next(view, events);
  expect(document.querySelector('.cartaz')?.textContent).toContain('Você pede');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  vi.advanceTimersByTime(1700);
  flushSync();
  expect(document.querySelector('.cartaz')).toBeNull();
  await next(sceneNamed('accepted').view, sceneNamed('accepted').events);
  expect(document.querySelector('.plate.e .say')?.textContent).toBe('Aceito!');
});

test('a vote shows to the pair alone', () => {
  const { view, room } = sceneNamed('spectator_call');
  expect(view.table.votes).toEqual([]);
  show('spectator_call');
  expect(document.body.textContent).not.toContain('quer correr');
  expect(room.you).toBeNull();
});

test('the advice of a robot partner is shown as advice', () => {
  show('call_advice');
  expect(screen.getByRole('alertdialog').textContent).toContain('Bia (robô) correria');
});

test('the hand of eleven shows my partner’s cards, who leads and what each choice costs', async () => {
  const user = userEvent.setup();
  const { sent } = show('eleven');
  const box = screen.getByRole('alertdialog', { name: 'Mão de onze' });
  expect(within(box).getByRole('img', { name: 'rei de ouros, Ouros' })).toBeTruthy();
  expect(within(box).getByRole('img', { name: 'dois de paus' })).toBeTruthy();
  expect(box.textContent).toContain('não quer jogar');
  expect(box.textContent).toContain('Se jogarem, a mão vale 3. Se os dois não quiserem, eles levam 1.');
  expect(document.querySelector('.strip')?.textContent).toContain('Zeca é o mão, sai jogando.');
  expect(document.querySelector('[data-act="raise"]')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Mão de onze');
  await user.click(button('decline'));
  expect(sent[0]).toMatchObject({ move: 'decline' });
});

test('in a special hand no raise is offered, by button or by key', async () => {
  const user = userEvent.setup();
  for (const name of ['eleven_played', 'iron', 'eleven_theirs']) {
    const { sent, unmount } = show(name);
    expect(document.querySelector('[data-act="raise"]'), name).toBeNull();
    await user.keyboard('t');
    expect(sent, name).toEqual([]);
    unmount();
  }
});

test('a grave move is not offered even if the view lists it', async () => {
  const user = userEvent.setup();
  const { view } = sceneNamed('my_turn');
  const grave = {
    ...view,
    actions: view.actions.map((one): ActionSeen => (one.kind === 'raise' ? { ...one, grave: 'loses_game' } : one)),
  };
  const { sent } = show('my_turn', { view: grave });
  expect(off('raise')).toBe(true);
  await user.click(button('raise'));
  await user.keyboard('t');
  expect(sent).toEqual([]);
});

test('in the iron hand I choose a place and nobody sees a face', async () => {
  const user = userEvent.setup();
  const { sent } = show('iron');
  const hand = document.querySelector<HTMLElement>('.hand');
  if (hand === null) throw new Error('no hand');
  expect(within(hand).getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    '1ª carta, carta virada',
    '2ª carta, carta virada',
    '3ª carta, carta virada',
  ]);
  expect(document.body.textContent).toContain('Ninguém vê as cartas.');
  await user.click(within(hand).getAllByRole('button')[1] as HTMLElement);
  expect(button('play').textContent).toContain('Jogar a 2ª carta');
  await user.click(button('play'));
  expect(sent[0]).toMatchObject({ move: 'play #1' });
});

test('my covered card shows me its corner, a back to all others', () => {
  show('covered');
  expect(document.querySelector('.trick [data-by="0"] text')?.textContent).toBe('Q');
});

test('the partner’s question comes as a note, and its answer is two taps away', async () => {
  const user = userEvent.setup();
  const asked = show('mineiro_proposal');
  const note = document.querySelector<HTMLElement>('[data-note="proposal"]');
  expect(note?.textContent).toContain('Bia quer largar a mão.');
  expect(note?.textContent).toContain('Eles levam 2.');
  await user.click(within(note as HTMLElement).getByRole('button', { name: 'Largar' }));
  expect(asked.sent[0]).toMatchObject({ move: 'agree' });
  asked.unmount();
  const mine = show('mineiro_proposed');
  await user.click(screen.getByRole('button', { name: 'Retirar' }));
  expect(mine.sent[0]).toMatchObject({ move: 'withdraw' });
});

test('giving up asks first, from the menu and from the keys', async () => {
  const user = userEvent.setup();
  const { sent } = show('mineiro');
  await user.keyboard('{Shift>}f{/Shift}');
  expect(sent).toEqual([]);
  expect(screen.getByRole('dialog').textContent).toContain('Bia também precisa concordar. Eles levam 2.');
  await user.click(screen.getByRole('button', { name: 'Perguntar a Bia' }));
  expect(sent[0]).toMatchObject({ move: 'propose' });
});

test('in Truco Paulista the menu has no giving up, and every entry of it works', async () => {
  const user = userEvent.setup();
  const openRules = vi.fn();
  const invite = vi.fn();
  show('my_turn', { openRules, invite });
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  expect(screen.queryByRole('button', { name: 'Largar a mão?' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Regras desta mesa' }));
  expect(openRules).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(screen.getByRole('button', { name: 'Chamar amigos' }));
  expect(invite).toHaveBeenCalledOnce();
});

test('the score opens the comanda, hand by hand', async () => {
  const user = userEvent.setup();
  show('my_turn');
  await user.click(document.querySelector('.score') as HTMLElement);
  const rows = within(screen.getByRole('dialog')).getAllByRole('row');
  expect(rows).toHaveLength(9);
  expect(rows[4]?.textContent).toContain('Corremos');
  expect(rows[8]?.textContent).toMatch(/Total\s*7\s*5/);
});

test('in Truco Mineiro the four manilhas are one tap away', async () => {
  const user = userEvent.setup();
  show('mineiro');
  await user.click(screen.getByRole('button', { name: 'Manilhas' }));
  const faces = within(screen.getByRole('dialog')).getAllByRole('img').map((one) => one.getAttribute('aria-label'));
  expect(faces).toEqual([
    'quatro de paus, Zap',
    'sete de copas, Copas',
    'ás de espadas, Espadilha',
    'sete de ouros, Ouros',
  ]);
});

test('a watcher sees no hand and may sit where a robot sits', async () => {
  const user = userEvent.setup();
  const { sent } = show('spectator');
  expect(document.querySelector('.hand')).toBeNull();
  expect(document.body.textContent).toContain('Assistindo. As mãos ficam fechadas.');
  await user.click(button('sit'));
  expect(sent).toEqual([{ do: 'sit', seat: 3 }]);
});

test('a lost line keeps the table in sight and takes the actions away', async () => {
  const user = userEvent.setup();
  const { sent } = show('my_turn', { connection: 'reconnecting' });
  expect(document.querySelector('[data-note="reconnecting"]')?.textContent).toContain('Reconectando…');
  expect(document.querySelectorAll('.trick .tc')).toHaveLength(3);
  await user.click(card('3s'));
  await user.click(button('play'));
  await user.keyboard('t');
  expect(sent).toEqual([]);
  expect(button('raise').textContent).toContain('sem conexão');
});

test('behind a dialog of the page no key plays', async () => {
  const user = userEvent.setup();
  const { sent } = show('my_turn');
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  await user.keyboard('t');
  await user.keyboard('1{Enter}');
  expect(sent).toEqual([]);
  dialog.remove();
  await user.keyboard('t');
  expect(sent).toHaveLength(1);
});

test('what happened meanwhile is told and not played', async () => {
  vi.useFakeTimers();
  const { next } = show('waiting');
  await next(sceneNamed('my_turn').view, sceneNamed('my_turn').events, { missed: true });
  expect(document.querySelector('[data-note="missed"]')?.textContent).toContain('Voltou. Enquanto você esteve fora: 1 jogada.');
  expect(said.join(' ')).toContain('Reconectado. Voltou. Enquanto você esteve fora: 1 jogada.');
  // and does not lie over the game for ever
  vi.advanceTimersByTime(8000);
  flushSync();
  expect(document.querySelector('[data-note="missed"]')).toBeNull();
});

test('a restarting server is told', () => {
  show('my_turn', { connection: 'restarting' });
  expect(document.querySelector('[data-note="restarting"]')?.textContent).toContain('A mesa está voltando.');
});

test('a robot in my seat gives it back', async () => {
  const user = userEvent.setup();
  const { sent } = show('robot_holds');
  expect(document.querySelector('[data-note="robot"]')?.textContent).toContain('O robô jogou por você.');
  await user.click(screen.getByRole('button', { name: 'Voltar a jogar' }));
  expect(sent).toEqual([{ do: 'back' }]);
});

test('a seat that is gone counts down until the robot comes', () => {
  show('away');
  expect(document.querySelector('.plate.w')?.textContent).toMatch(/caiu · 1[78] s/);
});

test('the last seconds of the reserve are red and said once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  show('reserve');
  expect(document.querySelector('.me')?.classList.contains('low')).toBe(true);
  expect(ownLine()).toContain('usando a reserva');
  flushSync();
  expect(said.filter((text) => text.includes('Faltam cinco segundos.'))).toHaveLength(1);
});

test('the end of the match: score, facts, who wants a rematch', async () => {
  const user = userEvent.setup();
  const leave = vi.fn();
  const lost = show('match_lost', { leave });
  expect(document.body.textContent).toContain('Não foi dessa vez');
  expect(document.body.textContent).toContain('Revanche? 1 de 4 querem');
  await user.click(screen.getByRole('button', { name: 'Revanche' }));
  expect(lost.sent).toEqual([{ do: 'rematch', yes: true }]);
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  expect(leave).toHaveBeenCalledOnce();
  lost.unmount();
  show('match_over');
  expect(document.body.textContent).toContain('Ganhamos!');
  expect(document.body.textContent).toContain('Última mão: valia 6, o zap resolveu.');
});

test('between hands: see the comanda or go on', async () => {
  const user = userEvent.setup();
  const { sent } = show('hand_over');
  expect(ownLine()).toContain('Nós +1');
  expect(ownLine()).toContain('o zap resolveu');
  await user.click(button('continue'));
  expect(sent).toEqual([{ do: 'continue' }]);
});

test('keys choose, lift, play and tell', async () => {
  const user = userEvent.setup();
  const { sent } = show('my_turn');
  await user.keyboard('g');
  expect(said.at(-1)).toContain('Nós 7, Eles 5. A mão vale um.');
  await user.keyboard('i');
  expect(said.at(-1)).toContain('Vira cinco de ouros, manilha seis. Na mesa: dois de espadas');
  await user.keyboard('r');
  expect(said.at(-1)).toContain('Vira cinco de ouros');
  await user.keyboard('h');
  expect(document.activeElement).toBe(card('Qd'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(card('3s'));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(card('Qd'));
  await user.keyboard('3');
  expect(card('6c').getAttribute('aria-pressed')).toBe('true');
  await user.keyboard('{Escape}');
  expect(card('6c').getAttribute('aria-pressed')).toBe('false');
  await user.keyboard('2{Enter}');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ move: 'play 3s' });
});

test('the focus of who uses keys goes back to his hand when a card is played or a call is answered', async () => {
  const user = userEvent.setup();
  const called = show('call');
  await user.keyboard('a');
  const { view } = sceneNamed('second_trick');
  await called.next(view, [{ event: 'accepted', seat: 0, pair: 'A', value: 3 }]);
  await tick();
  await tick();
  expect(document.activeElement?.closest('.hand')).not.toBeNull();
  called.unmount();
  const played = show('i_lead');
  await user.keyboard('h');
  expect(document.activeElement).toBe(card('Qd'));
  await played.next(view, []);
  await tick();
  await tick();
  expect(document.activeElement).toBe(card('3s'));
});

test('T asks for truco; ? lists the keys; with the setting off no key does anything', async () => {
  const user = userEvent.setup();
  const first = show('my_turn');
  await user.keyboard('t');
  expect(first.sent[0]).toMatchObject({ move: 'raise 3' });
  first.unmount();
  const second = show('my_turn');
  await user.keyboard('?');
  expect(screen.getByRole('dialog', { name: 'Teclas' })).toBeTruthy();
  second.unmount();
  change({ keys: false });
  const third = show('my_turn');
  await user.keyboard('t2{Enter}g');
  expect(third.sent).toEqual([]);
});

test('the hand and the seats are one Tab stop each', () => {
  show('my_turn');
  const stops = (where: string): number => document.querySelectorAll(`${where} button[tabindex="0"]`).length;
  expect(stops('.hand')).toBe(1);
  expect(stops('.seats')).toBe(1);
});

test('a full trick is held, then gathered; a tap ends the waiting', async () => {
  vi.useFakeTimers();
  const recorded = MATCHES['watcher'];
  if (recorded === undefined) throw new Error('no match');
  const at = recorded.steps.findIndex(
    (step) => step.events.some((event) => event.event === 'trick_won') && step.view.table.phase === 'play',
  );
  const beforeIt = recorded.steps[at - 1];
  const won = recorded.steps[at];
  if (beforeIt === undefined || won === undefined) throw new Error('no trick');
  const { next } = show('spectator', { view: beforeIt.view, room: recorded.room });
  await next(beforeIt.view, [], {}, recorded.room);
  await next(won.view, won.events, {}, recorded.room);
  expect(document.querySelectorAll('.trick .tc')).toHaveLength(4);
  vi.advanceTimersByTime(950);
  flushSync();
  expect(document.querySelector('.trick')?.classList.contains('gathering')).toBe(true);
  vi.advanceTimersByTime(300);
  flushSync();
  expect(document.querySelectorAll('.trick .tc')).toHaveLength(0);
});

test('phrases: the fixed list is sent, others’ are shown, and a person can be hidden', async () => {
  const user = userEvent.setup();
  const { sent, next } = show('my_turn');
  const { view } = sceneNamed('my_turn');
  await user.click(screen.getByRole('button', { name: 'Conversa e histórico' }));
  await user.click(screen.getByRole('button', { name: 'Tô com nada' }));
  expect(sent).toEqual([{ do: 'say', phrase: 'nothing' }]);
  await user.keyboard('{Escape}');
  await next(view, [{ event: 'said', seat: 2, name: 'Bia', phrase: 'what_a_hand' }]);
  expect(document.querySelector('.plate.n .say')?.textContent).toBe('Que mão!');
  expect(screen.getByRole('button', { name: 'Conversa e histórico, 1 recado novo' })).toBeTruthy();
  await user.click(document.querySelector('.plate.n button') as HTMLElement);
  await user.click(screen.getByRole('checkbox', { name: 'Esconder recados de Bia' }));
  await user.click(screen.getAllByRole('button', { name: 'Fechar' })[0] as HTMLElement);
  await next(view, [{ event: 'said', seat: 2, name: 'Bia', phrase: 'hurry' }]);
  expect(document.querySelector('.log')?.textContent).not.toContain('Vamos lá');
  expect(document.querySelector('.log')?.textContent).not.toContain('Que mão!');
});

test('who wants no phrases sees none of others', async () => {
  change({ phrases: false });
  const { next } = show('my_turn');
  await next(sceneNamed('my_turn').view, [{ event: 'said', seat: 2, name: 'Bia', phrase: 'hurry' }]);
  expect(document.body.textContent?.match(/Vamos lá/g)).toHaveLength(1); // the button of my own list
  expect(screen.getByRole('button', { name: 'Conversa e histórico' })).toBeTruthy();
});

test('my turn is told once, at once, with the table', async () => {
  const { next } = show('waiting');
  const { view, events } = sceneNamed('my_turn');
  await next(view, events);
  const mine = said.filter((text) => text.includes('Sua vez. Na mesa: dois de espadas'));
  expect(mine).toHaveLength(1);
  await next(view, []);
  expect(said.filter((text) => text.includes('Sua vez. Na mesa'))).toHaveLength(1);
});

test('who comes and goes is told, read off the seats', async () => {
  const { next } = show('my_turn');
  const { view, room } = sceneNamed('my_turn');
  const away: RoomSeen = {
    ...room,
    seats: room.seats.map((seat, at) => (at === 1 ? { ...seat, connected: false, away_ms: 30_000 } : seat)),
  };
  await next(view, [], {}, away);
  expect(document.querySelector('.log')?.textContent).toContain('Zeca caiu.');
});
