import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announce, repeat, setVoice } from './announce';
import { clockShown, secondsLeft } from './clock.svelte';
import { TableState } from './house.svelte';
import { ensureIdentity, inventName, rename } from './identity';
import { ladderInWords, optionsInWords, presetOf, presetOptions } from './options';
import { lastGame, rememberGame } from './recent';
import { routeOf } from './router.svelte';
import { change, readSettings } from './settings.svelte';
import { IdentityProblem } from './socket';
import type { ClockSeen, GameListing, Item, RoomSeen, SeatSeen } from './wire';

beforeEach(() => change({ lang: 'pt-BR' }));

describe('clocks', () => {
  const clock: ClockSeen = { seats: [0], left_ms: 14_000, of_ms: 20_000, reserve_ms: 60_000, in_reserve: false };

  test('count down from what the server said, by time that has passed here', () => {
    expect(clockShown(clock, 0)).toEqual({ seconds: 14, part: 0.7, inReserve: false });
    expect(clockShown(clock, 3_999)).toMatchObject({ seconds: 11 });
    expect(clockShown(clock, -500)).toMatchObject({ seconds: 14 });
  });

  test('go on with the reserve, and end at nought', () => {
    expect(clockShown(clock, 20_000)).toEqual({ seconds: 54, part: 0.9, inReserve: true });
    expect(clockShown({ ...clock, left_ms: 0, in_reserve: true }, 15_000)).toMatchObject({ seconds: 45, inReserve: true });
    expect(clockShown(clock, 1_000_000)).toMatchObject({ seconds: 0, part: 0 });
    expect(clockShown({ ...clock, reserve_ms: 0 }, 99_000)).toEqual({ seconds: 0, part: 0, inReserve: false });
    expect(secondsLeft(25_000, 400)).toBe(25);
    expect(secondsLeft(25_000, 60_000)).toBe(0);
  });
});

describe('spoken news', () => {
  const said: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    said.length = 0;
    setVoice({ speak: (loudness, text) => said.push(`${loudness}: ${text}`) });
  });
  afterEach(() => {
    setVoice(null);
    vi.useRealTimers();
  });

  test('polite sentences come at most once a second, the rest joined in order', () => {
    announce('Bia jogou rei de copas.');
    announce('Zeca cobriu uma carta.');
    announce('Primeira vaza nossa.');
    expect(said).toEqual(['polite: Bia jogou rei de copas.']);
    vi.advanceTimersByTime(1000);
    expect(said[1]).toBe('polite: Zeca cobriu uma carta. Primeira vaza nossa.');
    vi.advanceTimersByTime(5000);
    expect(said).toHaveLength(2);
    announce('Sua vez.', 'assertive');
    expect(said[2]).toBe('assertive: Sua vez.');
    repeat();
    expect(said[3]).toBe('assertive: Sua vez.');
  });
});

describe('settings', () => {
  test('what is stored wins where it fits, and nothing broken gets in', () => {
    expect(readSettings('{"theme":"dark","large":true}')).toMatchObject({ theme: 'dark', large: true });
    expect(readSettings('{"theme":"pink","large":"yes","lang":7,"extra":1}')).toMatchObject({
      theme: 'system',
      large: false,
    });
    expect(readSettings('{"extra":1}')).not.toHaveProperty('extra');
    for (const broken of ['', '{', 'null', '[]', '7', '"x"']) expect(readSettings(broken).suits).toBe('two');
  });
});

describe('addresses', () => {
  test('each has its page, others are said to be lost', () => {
    expect(routeOf('/')).toEqual({ page: 'lobby' });
    expect(routeOf('/t/aB3_-x9')).toEqual({ page: 'table', table: 'aB3_-x9' });
    expect(routeOf('/t/aB3_-x9/')).toEqual({ page: 'table', table: 'aB3_-x9' });
    expect(routeOf('/new', '?game=truco_mineiro&seats=2&friends=1')).toEqual({
      page: 'new',
      game: 'truco_mineiro',
      seats: 2,
      friends: true,
    });
    expect(routeOf('/new', '?seats=many')).toMatchObject({ game: null, seats: null, friends: false });
    expect(routeOf('/rules/truco_paulista')).toEqual({ page: 'rules', game: 'truco_paulista' });
    for (const path of ['/t/', '/t/a b', '/t/abc', '/rules/../x', '/x', `/t/${'a'.repeat(41)}`]) {
      expect(routeOf(path)).toEqual({ page: 'lost' });
    }
  });
});

const game: GameListing = {
  id: 'truco_mineiro',
  name: 'Truco Mineiro',
  seats: [4, 2],
  pairs: true,
  options: [
    { name: 'scale', default: '2-4-8-12', values: ['2-4-8-12', '1-3-6-9-12'], clause: 'Q10' },
    { name: 'forfeit', default: true, values: [true, false], clause: 'Q20' },
    { name: 'never_heard_of', default: 1, values: [1, 2], clause: '' },
  ],
  presets: { mao_de_2: { scale: '2-4-8-12' }, mao_de_1: { scale: '1-3-6-9-12' } },
};

describe('options', () => {
  test('all are told in words, a new one by its bare name', () => {
    const words = optionsInWords(game, { scale: '1-3-6-9-12', forfeit: true });
    expect(words.map((each) => [each.title, each.value, each.changed])).toEqual([
      ['Contagem', 'mão de 1: vale 1 · TRUCO 3 · SEIS 6 · NOVE 9 · DOZE 12', true],
      ['Largar a mão', 'pode, com o parceiro de acordo', false],
      ['never_heard_of', '1', false],
    ]);
    expect(optionsInWords(undefined, { forfeit: false })[0]?.value).toBe('não pode');
  });

  test('the ladder is the chosen scale or the only one of the game', () => {
    expect(ladderInWords('truco_mineiro', { scale: '2-4-8-12' })).toContain('SEIS 8');
    expect(ladderInWords('truco_paulista', {})).toContain('DOZE 12');
    expect(ladderInWords('sueca', {})).toBeNull();
  });

  test('a preset is whole options and is known again', () => {
    const whole = presetOptions(game, 'mao_de_1');
    expect(whole).toEqual({ scale: '1-3-6-9-12', forfeit: true, never_heard_of: 1 });
    expect(presetOf(game, whole)).toBe('mao_de_1');
    expect(presetOf(game, { ...whole, forfeit: false })).toBeNull();
  });
});

describe('the game played last', () => {
  test('is offered while the room has it', () => {
    localStorage.clear();
    expect(lastGame(null)).toBeNull();
    expect(lastGame([game])).toEqual({ game: 'truco_mineiro', seats: 4 });
    rememberGame('truco_mineiro', 2);
    expect(lastGame([game])).toEqual({ game: 'truco_mineiro', seats: 2 });
    rememberGame('truco_mineiro', 3);
    expect(lastGame([game])).toEqual({ game: 'truco_mineiro', seats: 4 });
    localStorage.setItem('carteado.last', '{');
    expect(lastGame([game])).toEqual({ game: 'truco_mineiro', seats: 4 });
  });
});

describe('identity', () => {
  const answer = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

  test('is asked for by POST with a name that fits', async () => {
    const fetcher = vi.fn(() => Promise.resolve(answer(201, { person: 'p', name: 'Sabiá 10' })));
    expect(await ensureIdentity(fetcher)).toEqual({ person: 'p', name: 'Sabiá 10' });
    const [url, init] = fetcher.mock.calls[0] as unknown as [string, RequestInit];
    expect([url, init.method]).toEqual(['/api/identity', 'POST']);
    for (let at = 0; at < 1; at += 0.01) expect(inventName(() => at).length).toBeLessThanOrEqual(20);
  });

  test('refused for haste it is not asked for again by itself', async () => {
    const hasty = ensureIdentity(() => Promise.resolve(answer(429, { code: 'too_many_identities' })));
    await expect(hasty).rejects.toMatchObject({ code: 'identity', final: true });
    const down = ensureIdentity(() => Promise.resolve(new Response('<html>', { status: 502 })));
    await expect(down).rejects.toBeInstanceOf(IdentityProblem);
    await expect(down).rejects.toMatchObject({ final: false });
  });

  test('a nickname that is refused says why', async () => {
    const long = rename('x', () => Promise.resolve(answer(422, { code: 'name_long' })));
    expect(await long).toEqual({ ok: false, code: 'name_long' });
    expect(await rename('x', () => Promise.reject(new TypeError('no line')))).toEqual({ ok: false, code: 'offline' });
  });
});

describe('a table', () => {
  const seat = (more: Partial<SeatSeen>): SeatSeen => ({
    name: null,
    person: null,
    robot: false,
    connected: false,
    away_ms: null,
    ready: false,
    rematch: null,
    coming: null,
    ...more,
  });
  const item = (n: number): Item => ({
    is: 'item',
    table: 'mesa',
    epoch: 'e',
    n,
    fresh: false,
    events: [{ event: 'played' }],
    view: null,
    room: { table: 'mesa', seats: [seat({ name: 'Ana', person: 'p' }), seat({ robot: true })] } as unknown as RoomSeen,
  });

  test('is what the last item says; steps are numbered through, and the oldest go', () => {
    const state = new TableState('mesa');
    for (let n = 0; n < 310; n += 1) state.take(item(n % 7), { fresh: n === 0, missed: false });
    expect(state.feed).toHaveLength(300);
    expect(state.feed.map((each) => each.n)).toEqual(Array.from({ length: 300 }, (_, at) => at + 11));
    expect(state.feed.every((each) => each.events.length === 1)).toBe(true);
  });

  test('names its robots, so that the log can tell them apart', () => {
    const state = new TableState('mesa');
    state.take(item(0), { fresh: true, missed: false });
    expect(state.room?.seats.map((each) => each.name)).toEqual(['Ana', 'Robô 2']);
    expect(state.feed[0]?.room?.seats[1]?.name).toBe('Robô 2');
  });
});
