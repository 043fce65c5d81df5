import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IdentityProblem, RoomLine, type Line, type Reply, type SocketLike } from './socket';
import type { AnyAnswer, Gone, Item, RoomSeen, Tables, Welcome } from './wire';

/** A server's end of the line that the test holds in its hand. */
class Wire implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  say(message: AnyAnswer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.say({ is: 'welcome', person: 'p1', name: 'Ana', version: '1', tables: [] });
  }
  die(): void {
    this.onclose?.();
  }
  of(what: string): Record<string, unknown>[] {
    return this.sent.filter((each) => each['do'] === what);
  }
}

const room = { table: 'mesa', seats: [] } as unknown as RoomSeen;

function item(n: number, more: Partial<Item> = {}): Item {
  return {
    is: 'item',
    table: 'mesa',
    epoch: 'e1',
    n,
    fresh: false,
    events: [{ event: 'played', at: n }],
    view: null,
    room,
    ...more,
  };
}

class Ears {
  lines: string[] = [];
  items: { n: number; events: number; fresh: boolean; missed: boolean }[] = [];
  welcomes: Welcome[] = [];
  lists: Tables[] = [];
  goners: Gone[] = [];
  waiting = 0;
  line(line: Line, reason: string | null): void {
    this.lines.push(reason === null ? line : `${line} ${reason}`);
  }
  welcome(message: Welcome): void {
    this.welcomes.push(message);
  }
  tables(message: Tables): void {
    this.lists.push(message);
  }
  item(got: Item, how: { fresh: boolean; missed: boolean }): void {
    this.items.push({ n: got.n, events: got.events.length, ...how });
  }
  gone(message: Gone): void {
    this.goners.push(message);
  }
  pending(count: number): void {
    this.waiting = count;
  }
}

let wires: Wire[] = [];
let ears = new Ears();
let identity = vi.fn<() => Promise<{ person: string; name: string }>>();

function line(): RoomLine {
  return new RoomLine({
    socket: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire;
    },
    identity,
    listener: ears,
    random: () => 0.5,
  });
}

function at(index: number): Wire {
  const wire = wires[index];
  if (wire === undefined) throw new Error(`no line ${index}`);
  return wire;
}

async function up(): Promise<RoomLine> {
  const made = line();
  made.start();
  await vi.advanceTimersByTimeAsync(0);
  at(0).welcome();
  return made;
}

/** Loses the line and has the next one. */
async function drop(): Promise<Wire> {
  at(wires.length - 1).die();
  await vi.advanceTimersByTimeAsync(400);
  const wire = at(wires.length - 1);
  wire.welcome();
  return wire;
}

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  ears = new Ears();
  identity = vi.fn(() => Promise.resolve({ person: 'p1', name: 'Ana' }));
});
afterEach(() => {
  vi.useRealTimers();
});

describe('commands', () => {
  test('carry ids of their own and are answered by id, in any order', async () => {
    const made = await up();
    const got: Reply[] = [];
    void made.send({ do: 'stand', table: 'mesa' }).then((reply) => got.push(reply));
    void made.send({ do: 'continue', table: 'mesa' }).then((reply) => got.push(reply));
    const [first, second] = at(0).sent.map((each) => String(each['id']));
    expect(first).not.toBe(second);
    expect(first).toMatch(/^[A-Za-z0-9_.:-]{1,40}$/);
    expect(ears.waiting).toBe(2);
    at(0).say({ is: 'refused', id: second ?? '', code: 'not_seated', facts: { a: 1 }, decision: null, stream: null });
    at(0).say({ is: 'done', id: first ?? '', table: null, decision: 7 });
    await vi.advanceTimersByTimeAsync(0);
    expect(got).toEqual([
      { ok: false, code: 'not_seated', facts: { a: 1 } },
      { ok: true, table: null, decision: 7 },
    ]);
    expect(ears.waiting).toBe(0);
  });

  test('an answer that comes twice, or for nobody, changes nothing', async () => {
    const made = await up();
    const reply = made.send({ do: 'stand', table: 'mesa' });
    const id = String(at(0).sent[0]?.['id']);
    at(0).say({ is: 'done', id, table: null, decision: 1 });
    at(0).say({ is: 'refused', id, code: 'late', facts: {}, decision: null, stream: null });
    at(0).say({ is: 'done', id: 'stranger', table: null, decision: 1 });
    expect(await reply).toEqual({ ok: true, table: null, decision: 1 });
  });

  test('what has no answer goes out again on the next line with the same id, in order, and only that', async () => {
    const made = await up();
    const answered = made.send({ do: 'ready', table: 'mesa', on: true });
    const lost = made.send({ do: 'move', table: 'mesa', decision: 4, move: 'play 4c' });
    const later = made.send({ do: 'move', table: 'mesa', decision: 4, move: 'accept' });
    const ids = at(0).sent.map((each) => String(each['id']));
    at(0).say({ is: 'done', id: ids[0] ?? '', table: null, decision: null });
    await answered;
    const next = await drop();
    expect(next.of('ready')).toEqual([]);
    expect(next.of('move')).toEqual([
      { do: 'move', table: 'mesa', decision: 4, move: 'play 4c', id: ids[1] },
      { do: 'move', table: 'mesa', decision: 4, move: 'accept', id: ids[2] },
    ]);
    next.say({ is: 'done', id: ids[2] ?? '', table: null, decision: 5 });
    next.say({ is: 'done', id: ids[1] ?? '', table: null, decision: 5 });
    expect((await lost).ok && (await later).ok).toBe(true);
  });

  test('given before there is a line they wait for the welcome', async () => {
    const made = line();
    made.start();
    void made.send({ do: 'quick', game: 'truco_paulista', seats: 4, options: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(at(0).sent).toEqual([]);
    at(0).welcome();
    expect(at(0).of('quick')).toHaveLength(1);
  });

  test('a body cannot bring an id', async () => {
    const made = await up();
    void made.send({ do: 'ping', id: 'mine' } as never);
    expect(at(0).sent[0]?.['id']).not.toBe('mine');
  });

  test('are given up when the line is cut for good, and refused at once afterwards', async () => {
    const made = await up();
    const reply = made.send({ do: 'stand', table: 'mesa' });
    at(0).say({ is: 'bye', reason: 'flood' });
    expect(await reply).toEqual({ ok: false, code: 'offline', facts: {} });
    expect(await made.send({ do: 'stand', table: 'mesa' })).toEqual({ ok: false, code: 'offline', facts: {} });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(wires).toHaveLength(1);
    expect(ears.lines.at(-1)).toBe('cut flood');
    made.again();
    await vi.advanceTimersByTimeAsync(0);
    at(1).welcome();
    expect(made.line).toBe('connected');
  });
});

describe('the line', () => {
  test('asks for the identity first and opens no socket without one', async () => {
    let let_in: (me: { person: string; name: string }) => void = () => undefined;
    identity = vi.fn(() => new Promise((resolve) => (let_in = resolve)));
    const made = line();
    made.start();
    await vi.advanceTimersByTimeAsync(50);
    expect(wires).toHaveLength(0);
    let_in({ person: 'p', name: 'n' });
    await vi.advanceTimersByTimeAsync(0);
    expect(wires).toHaveLength(1);
    expect(ears.lines).toEqual([]);
  });

  test('goes on trying, slower and slower, and asks who we are after a refused opening', async () => {
    const made = line();
    made.start();
    await vi.advanceTimersByTimeAsync(0);
    at(0).die();
    expect(identity).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(300);
    expect(wires).toHaveLength(2);
    expect(identity).toHaveBeenCalledTimes(2);
    at(1).die();
    await vi.advanceTimersByTimeAsync(999);
    expect(wires).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(wires).toHaveLength(3);
    at(2).welcome();
    expect(ears.lines).toEqual(['reconnecting', 'connected']);
    // a line that had been good is taken up again without asking
    at(2).die();
    await vi.advanceTimersByTimeAsync(300);
    expect(identity).toHaveBeenCalledTimes(3);
    expect(wires).toHaveLength(4);
  });

  test('an identity refused for good is a cut with its reason', async () => {
    identity = vi.fn(() => Promise.reject(new IdentityProblem('identity', true)));
    line().start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ears.lines).toEqual(['cut identity']);
    expect(wires).toHaveLength(0);
  });

  test('says that the server restarts when the server said so', async () => {
    await up();
    at(0).say({ is: 'bye', reason: 'restart' });
    at(0).die();
    expect(ears.lines.at(-1)).toBe('restarting');
    await vi.advanceTimersByTimeAsync(400);
    at(1).die();
    expect(ears.lines.at(-1)).toBe('restarting');
    await vi.advanceTimersByTimeAsync(1100);
    at(2).welcome();
    expect(ears.lines.at(-1)).toBe('connected');
  });

  test('a silent line is asked, and left when it does not answer', async () => {
    await up();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(at(0).of('ping')).toHaveLength(1);
    at(0).say({ is: 'done', id: 'x', table: null, decision: null });
    await vi.advanceTimersByTimeAsync(19_999);
    expect(at(0).of('ping')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(at(0).of('ping')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(at(0).closed).toBe(true);
    expect(ears.lines.at(-1)).toBe('reconnecting');
  });

  test('a line that does not answer a command is doubted soon, and the command goes out on the next', async () => {
    const made = await up();
    void made.send({ do: 'move', table: 'mesa', decision: 3, move: 'play 4c' });
    await vi.advanceTimersByTimeAsync(2_499);
    expect(at(0).of('ping')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(at(0).of('ping')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(at(0).closed).toBe(true);
    await vi.advanceTimersByTimeAsync(400);
    at(1).welcome();
    expect(at(1).of('move')).toHaveLength(1);
  });

  test('hints come back to who asked for them', async () => {
    const made = await up();
    const asked = made.send({ do: 'hint', table: 'mesa', ask: { hand: true } });
    const id = String(at(0).of('hint')[0]?.id);
    at(0).say({ is: 'hints', id, table: 'mesa', decision: 7, hints: { melds: [] } });
    expect(await asked).toEqual({ ok: true, table: 'mesa', decision: 7, hints: { melds: [] } });
  });

  test('a table that is slow to answer loses no line', async () => {
    const made = await up();
    void made.send({ do: 'move', table: 'mesa', decision: 3, move: 'play 4c' });
    await vi.advanceTimersByTimeAsync(2_500);
    at(0).say({ is: 'done', id: 'ping', table: null, decision: null });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(at(0).closed).toBe(false);
  });

  test('a socket that never opens is left', async () => {
    line().start();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(at(0).closed).toBe(true);
    await vi.advanceTimersByTimeAsync(400);
    expect(wires).toHaveLength(2);
  });

  test('waking up tries at once', async () => {
    const made = await up();
    at(0).die();
    made.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(wires).toHaveLength(2);
  });

  test('messages of an old socket are not heard', async () => {
    const made = await up();
    void made.enter('mesa');
    const old = at(0);
    const onmessage = old.onmessage;
    await drop();
    onmessage?.({ data: JSON.stringify(item(3, { fresh: true })) });
    expect(ears.items).toEqual([]);
  });

  test('what is no message is passed over', async () => {
    await up();
    at(0).onmessage?.({ data: '{"is":' });
    at(0).onmessage?.({ data: new ArrayBuffer(2) });
    at(0).onmessage?.({ data: '{"is":"unheard_of"}' });
    expect(ears.lines).toEqual(['connected']);
  });

  test('the lobby is asked for again on each line while it is wanted', async () => {
    const made = await up();
    made.watchLobby(true);
    made.watchLobby(true);
    expect(at(0).of('lobby')).toHaveLength(1);
    const next = await drop();
    expect(next.of('lobby')).toMatchObject([{ on: true }]);
    made.watchLobby(false);
    expect((await drop()).of('lobby')).toEqual([]);
  });
});

describe('a stream', () => {
  test('the first item is fresh, the next ones follow, doubles are dropped', async () => {
    const made = await up();
    void made.enter('mesa');
    expect(at(0).of('enter')).toMatchObject([{ table: 'mesa', after: null }]);
    at(0).say(item(5));
    at(0).say(item(6));
    at(0).say(item(6));
    at(0).say(item(5));
    at(0).say(item(7));
    expect(ears.items).toEqual([
      { n: 5, events: 1, fresh: true, missed: false },
      { n: 6, events: 1, fresh: false, missed: false },
      { n: 6, events: 0, fresh: false, missed: false },
      { n: 7, events: 1, fresh: false, missed: false },
    ]);
  });

  test('after a drop it says where it was and tells what was missed', async () => {
    const made = await up();
    void made.enter('mesa');
    at(0).say(item(0, { fresh: true, events: [] }));
    at(0).say(item(1));
    const next = await drop();
    expect(next.of('enter')).toMatchObject([{ table: 'mesa', after: 'e1:1' }]);
    next.say(item(4, { events: [{ event: 'a' }, { event: 'b' }, { event: 'c' }] }));
    next.say(item(5));
    expect(ears.items.slice(2)).toEqual([
      { n: 4, events: 3, fresh: false, missed: true },
      { n: 5, events: 1, fresh: false, missed: false },
    ]);
  });

  test('nothing missed is nothing told, but the picture is taken again', async () => {
    const made = await up();
    void made.enter('mesa');
    at(0).say(item(3, { fresh: true }));
    const next = await drop();
    next.say(item(3, { events: [] }));
    next.say(item(4));
    expect(ears.items.slice(1)).toEqual([
      { n: 3, events: 0, fresh: false, missed: false },
      { n: 4, events: 1, fresh: false, missed: false },
    ]);
  });

  test('a new epoch starts over, also with a smaller number', async () => {
    const made = await up();
    void made.enter('mesa');
    at(0).say(item(9, { fresh: true }));
    at(0).say(item(0, { epoch: 'e2', fresh: true }));
    at(0).say(item(1, { epoch: 'e2' }));
    expect(ears.items.slice(1)).toEqual([
      { n: 0, events: 1, fresh: true, missed: false },
      { n: 1, events: 1, fresh: false, missed: false },
    ]);
    expect((await drop()).of('enter')).toMatchObject([{ after: 'e2:1' }]);
  });

  test('a gap is told as missed', async () => {
    const made = await up();
    void made.enter('mesa');
    at(0).say(item(1, { fresh: true }));
    at(0).say(item(3));
    expect(ears.items.at(-1)).toEqual({ n: 3, events: 1, fresh: false, missed: true });
  });

  test('entering before the line is up is answered by the line that comes', async () => {
    const made = line();
    made.start();
    const reply = made.enter('mesa');
    await vi.advanceTimersByTimeAsync(0);
    at(0).die();
    await vi.advanceTimersByTimeAsync(400);
    at(1).welcome();
    const enters = at(1).of('enter');
    expect(enters).toHaveLength(1);
    at(1).say({ is: 'done', id: String(enters[0]?.['id']), table: null, decision: null });
    expect(await reply).toMatchObject({ ok: true });
  });

  test('an answer to an entering that was lost with its line comes from the next', async () => {
    const made = await up();
    const reply = made.enter('mesa');
    const next = await drop();
    const enters = next.of('enter');
    expect(enters).toHaveLength(1);
    next.say({
      is: 'refused',
      id: String(enters[0]?.['id']),
      code: 'no_such_table',
      facts: {},
      decision: null,
      stream: null,
    });
    expect(await reply).toEqual({ ok: false, code: 'no_such_table', facts: {} });
    expect((await drop()).of('enter')).toEqual([]);
  });

  test('a table that is gone or left is not entered again', async () => {
    const made = await up();
    void made.enter('mesa');
    void made.enter('outra');
    at(0).say({ is: 'gone', table: 'mesa', reason: 'closed' });
    made.forget('outra');
    expect(ears.goners).toHaveLength(1);
    expect((await drop()).of('enter')).toEqual([]);
  });

  test('dropped between any two messages it ends where one that never dropped ends, each event told once', async () => {
    const total = 12;
    for (let cut = 0; cut <= total; cut += 1) {
      wires = [];
      ears = new Ears();
      const made = await up();
      void made.enter('mesa');
      at(0).say(item(0, { fresh: true, events: [] }));
      for (let n = 1; n <= cut; n += 1) at(0).say(item(n));
      const next = await drop();
      const missed = Array.from({ length: total - cut }, (_, i) => ({ event: 'played', at: cut + 1 + i }));
      next.say(item(total, { events: missed }));
      const told = ears.items.reduce((sum, each) => sum + each.events, 0);
      expect(told).toBe(total);
      expect(ears.items.at(-1)?.n).toBe(total);
      made.stop();
    }
  });
});
