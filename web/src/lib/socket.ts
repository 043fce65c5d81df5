/**
 * The line to the room: one WebSocket, commands with ids of their own, answers, streams of tables.
 *
 * - A command is kept until it is answered and sent again, with the same id, on the next line; the server gives
 *   the same id the same answer, so nothing happens twice.
 * - An item replaces what was known of its table. Events are handed on for animation and log; nothing is ever
 *   computed from them.
 * - Numbers of a stream only grow within an epoch: what comes a second time is dropped, a gap is told as missed.
 *
 * No DOM, no runes: the tests drive it with a socket of their own.
 */
import type { AnyAnswer, AnyCommand, Gone, Item, Me, Tables, Welcome } from './wire';

type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never;
/** A command as the pages write it. */
export type CommandBody = WithoutId<AnyCommand>;

export type Reply =
  | { ok: true; table: string | null; decision: number | null; hints?: Record<string, unknown> }
  | { ok: false; code: string; facts: Record<string, unknown> };

export type Line = 'connecting' | 'connected' | 'reconnecting' | 'offline' | 'restarting' | 'cut';

/** What of a WebSocket is used. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
}

export interface Listener {
  line(line: Line, reason: string | null): void;
  welcome(message: Welcome): void;
  tables(message: Tables): void;
  /** `fresh`: no story leads here. `missed`: it happened while the line was down. Old events are taken out. */
  item(item: Item, how: { fresh: boolean; missed: boolean }): void;
  gone(message: Gone): void;
  /** The number of commands without an answer. */
  pending(count: number): void;
}

export interface LineOptions {
  socket: () => SocketLike;
  /** Makes sure of an identity; an `IdentityProblem` with `final` ends the attempts. */
  identity: () => Promise<Me>;
  listener: Listener;
  /** For ids and for spreading attempts: 0 <= x < 1. */
  random?: () => number;
  /** Whether the browser believes it is on a network. */
  isOnline?: () => boolean;
}

export class IdentityProblem extends Error {
  constructor(
    readonly code: string,
    readonly final: boolean,
  ) {
    super(code);
  }
}

interface Waiting {
  readonly id: string;
  readonly text: string;
  readonly resolve: (reply: Reply) => void;
}

interface Stream {
  epoch: string;
  n: number;
  /** Entered by the page, so entered again on each new line. */
  followed: boolean;
  /** The next item tells what was missed. */
  returning: boolean;
}

const BACKOFF_MS = [300, 1000, 2000, 4000, 8000, 10000] as const;
const HEARTBEAT_MS = 20_000;
/** A line that says nothing for so long after a command is asked whether it lives: a table may be slow. */
const DOUBT_MS = 2_500;
/** Without any message for so long after it was asked, the line is taken for dead. */
const ANSWER_MS = 5_000;
const OPEN_MS = 12_000;
const QUEUE_MOST = 50;
const KEEPS_FOREVER = new Set(['flood', 'too_long', 'malformed', 'too_many_sockets']);

export class RoomLine {
  readonly #options: LineOptions;
  readonly #random: () => number;
  readonly #tag: string;
  #count = 0;
  #line: Line = 'connecting';
  #reason: string | null = null;
  #socket: SocketLike | null = null;
  #ready = false;
  #stopped = true;
  #attempts = 0;
  #known = false;
  #lobby = false;
  #wasUp = false;
  #restarting = false;
  readonly #waiting = new Map<string, Waiting>();
  readonly #streams = new Map<string, Stream>();
  readonly #enters = new Map<string, { table: string; resolve: (reply: Reply) => void }>();
  #retry: ReturnType<typeof setTimeout> | null = null;
  #beat: ReturnType<typeof setTimeout> | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#tag = Array.from({ length: 12 }, () => Math.floor(this.#random() * 36).toString(36)).join('');
  }

  get line(): Line {
    return this.#line;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#attempts = 0;
    this.#set(this.#wasUp ? 'reconnecting' : 'connecting', null);
    void this.#connect();
  }

  /** Closes the line; commands without an answer are given up. */
  stop(): void {
    this.#stopped = true;
    this.#clearTimers();
    this.#drop();
    this.#giveUp('offline');
  }

  /** After a cut: try again because somebody asked for it. */
  again(): void {
    if (this.#stopped) return this.start();
    if (this.#ready) return;
    this.#attempts = 0;
    this.#restarting = false;
    this.#clearTimers();
    this.#drop();
    this.#set('reconnecting', null);
    void this.#connect();
  }

  /** The page was woken or the browser is back on a network: check the line now. */
  wake(): void {
    if (this.#stopped || this.#line === 'cut') return;
    if (this.#ready) this.#ping();
    else if (this.#retry !== null) {
      this.#attempts = 0;
      this.#clearTimers();
      void this.#connect();
    }
  }

  /** The browser lost its network; it may well be wrong about that, so attempts go on. */
  networkLost(): void {
    if (!this.#stopped && this.#line !== 'cut' && !this.#ready) this.#set('offline', null);
    if (this.#ready) this.#ping();
  }

  /** Sends a command, now or as soon as there is a line, and gives the answer. */
  send(body: CommandBody): Promise<Reply> {
    if (this.#stopped || this.#line === 'cut' || this.#waiting.size >= QUEUE_MOST) {
      return Promise.resolve({ ok: false, code: 'offline', facts: {} });
    }
    const id = this.#nextId();
    // the id goes last so that a body can never bring its own
    const text = JSON.stringify({ ...body, id });
    return new Promise((resolve) => {
      this.#waiting.set(id, { id, text, resolve });
      this.#options.listener.pending(this.#waiting.size);
      if (this.#ready) {
        this.#write(text);
        this.#arm(DOUBT_MS, () => this.#ping());
      }
    });
  }

  /** Wants the list of open tables, on this line and all that follow, or no more. */
  watchLobby(on: boolean): void {
    if (this.#lobby === on) return;
    this.#lobby = on;
    if (this.#ready) this.#write(JSON.stringify({ do: 'lobby', on, id: this.#nextId() }));
  }

  /** Comes to a table, now and again on each new line, until `forget` or `Gone`. */
  enter(table: string): Promise<Reply> {
    const stream = this.#streams.get(table) ?? { epoch: '', n: -1, followed: true, returning: false };
    stream.followed = true;
    this.#streams.set(table, stream);
    return new Promise((resolve) => {
      if (this.#ready) this.#writeEnter(table, stream, resolve);
      else this.#enters.set(this.#nextId(), { table, resolve });
    });
  }

  /** The page left the table: no more returning to it. */
  forget(table: string): void {
    this.#streams.delete(table);
  }

  /** The page looks at something else; its place in the stream is kept for when it returns. */
  unfollow(table: string): void {
    const stream = this.#streams.get(table);
    if (stream) stream.followed = false;
  }

  // ------------------------------------------------------------------------------------------ the line

  async #connect(): Promise<void> {
    this.#retry = null;
    if (this.#stopped) return;
    if (!this.#known) {
      try {
        await this.#options.identity();
        this.#known = true;
      } catch (error) {
        if (this.#stopped) return;
        if (error instanceof IdentityProblem && error.final) return this.#cut(error.code);
        return this.#lost();
      }
      if (this.#stopped || this.#socket !== null) return;
    }
    let socket: SocketLike;
    try {
      socket = this.#options.socket();
    } catch {
      return this.#lost();
    }
    this.#socket = socket;
    // messages of an abandoned socket reach nobody
    const mine = (): boolean => this.#socket === socket;
    socket.onopen = () => undefined;
    socket.onmessage = (event) => {
      if (mine() && typeof event.data === 'string') this.#receive(event.data);
    };
    socket.onerror = () => undefined; // onclose follows
    socket.onclose = () => {
      if (mine()) this.#closed();
    };
    this.#arm(OPEN_MS, () => this.#closed());
  }

  #closed(): void {
    // refused before the first message: the cookie may be void, so the next attempt asks who we are
    if (!this.#ready) this.#known = false;
    this.#drop();
    if (this.#line !== 'cut') this.#lost();
  }

  #lost(): void {
    if (this.#stopped) return;
    this.#clearTimers();
    const online = this.#options.isOnline?.() ?? true;
    if (!online) this.#set('offline', null);
    else if (this.#restarting) this.#set('restarting', null);
    else if (this.#wasUp || this.#attempts > 0) this.#set('reconnecting', null);
    const base = BACKOFF_MS[Math.min(this.#attempts, BACKOFF_MS.length - 1)] ?? 10_000;
    this.#attempts += 1;
    // spread, so that a whole room does not return in the same instant
    const wait = base * (0.75 + this.#random() * 0.5);
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  #cut(reason: string): void {
    this.#clearTimers();
    this.#drop();
    this.#set('cut', reason);
    this.#giveUp('offline');
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#ready = false;
    if (this.#beat !== null) clearTimeout(this.#beat);
    this.#beat = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    try {
      socket.close();
    } catch {
      // it was never open
    }
  }

  #clearTimers(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    if (this.#beat !== null) clearTimeout(this.#beat);
    this.#retry = this.#beat = null;
  }

  #arm(ms: number, then: () => void): void {
    if (this.#beat !== null) clearTimeout(this.#beat);
    this.#beat = setTimeout(then, ms);
  }

  #ping(): void {
    this.#write(JSON.stringify({ do: 'ping', id: this.#nextId() }));
    this.#arm(ANSWER_MS, () => this.#closed());
  }

  #set(line: Line, reason: string | null): void {
    if (line === this.#line && reason === this.#reason) return;
    this.#line = line;
    this.#reason = reason;
    this.#options.listener.line(line, reason);
  }

  // -------------------------------------------------------------------------------------------- outwards

  #nextId(): string {
    this.#count += 1;
    return `${this.#tag}.${this.#count}`;
  }

  #write(text: string): void {
    try {
      this.#socket?.send(text);
    } catch {
      this.#closed();
    }
  }

  #writeEnter(table: string, stream: Stream, resolve: ((reply: Reply) => void) | null): void {
    const id = this.#nextId();
    if (stream.n >= 0) stream.returning = true;
    this.#enters.set(id, { table, resolve: resolve ?? (() => undefined) });
    const after = stream.n >= 0 ? `${stream.epoch}:${stream.n}` : null;
    this.#write(JSON.stringify({ do: 'enter', table, after, id }));
  }

  #giveUp(code: string): void {
    const reply: Reply = { ok: false, code, facts: {} };
    const waiting = [...this.#waiting.values()];
    const enters = [...this.#enters.values()];
    this.#waiting.clear();
    this.#enters.clear();
    for (const each of [...waiting, ...enters]) each.resolve(reply);
    this.#options.listener.pending(0);
  }

  #welcomed(): void {
    this.#ready = true;
    this.#wasUp = true;
    this.#restarting = false;
    this.#attempts = 0;
    this.#set('connected', null);
    if (this.#lobby) this.#write(JSON.stringify({ do: 'lobby', on: true, id: this.#nextId() }));
    // pages that wait for an answer to their entering get the one of this line
    const asked = new Map<string, ((reply: Reply) => void)[]>();
    for (const each of this.#enters.values()) {
      asked.set(each.table, [...(asked.get(each.table) ?? []), each.resolve]);
    }
    this.#enters.clear();
    for (const [table, stream] of this.#streams) {
      if (!stream.followed) continue;
      const resolvers = asked.get(table) ?? [];
      this.#writeEnter(table, stream, (reply) => resolvers.forEach((resolve) => resolve(reply)));
      asked.delete(table);
    }
    for (const resolvers of asked.values()) {
      resolvers.forEach((resolve) => resolve({ ok: false, code: 'left', facts: {} }));
    }
    for (const each of this.#waiting.values()) this.#write(each.text);
  }

  // --------------------------------------------------------------------------------------------- inwards

  #receive(text: string): void {
    let message: AnyAnswer;
    try {
      message = JSON.parse(text) as AnyAnswer;
    } catch {
      return;
    }
    if (this.#ready) this.#arm(HEARTBEAT_MS, () => this.#ping());
    switch (message.is) {
      case 'welcome':
        this.#arm(HEARTBEAT_MS, () => this.#ping());
        this.#options.listener.welcome(message);
        this.#welcomed();
        break;
      case 'done':
        this.#answer(message.id, { ok: true, table: message.table, decision: message.decision });
        break;
      case 'hints':
        this.#answer(message.id, { ok: true, table: message.table, decision: message.decision, hints: message.hints });
        break;
      case 'refused':
        this.#answer(message.id, { ok: false, code: message.code, facts: message.facts });
        break;
      case 'tables':
        this.#options.listener.tables(message);
        break;
      case 'item':
        this.#item(message);
        break;
      case 'gone':
        this.#streams.delete(message.table);
        this.#options.listener.gone(message);
        break;
      case 'bye':
        if (KEEPS_FOREVER.has(message.reason)) this.#cut(message.reason);
        else this.#restarting = message.reason === 'restart';
        break;
    }
  }

  #answer(id: string, reply: Reply): void {
    const enter = this.#enters.get(id);
    if (enter !== undefined) {
      this.#enters.delete(id);
      if (!reply.ok) this.#streams.delete(enter.table);
      enter.resolve(reply);
      return;
    }
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return; // answered before, or a ping
    this.#waiting.delete(id);
    this.#options.listener.pending(this.#waiting.size);
    waiting.resolve(reply);
  }

  #item(item: Item): void {
    const stream = this.#streams.get(item.table);
    if (stream === undefined || stream.n < 0 || stream.epoch !== item.epoch || item.fresh) {
      const followed = stream?.followed ?? false;
      this.#streams.set(item.table, { epoch: item.epoch, n: item.n, followed, returning: false });
      this.#options.listener.item(item, { fresh: true, missed: false });
      return;
    }
    if (item.n < stream.n) return;
    const again = item.n === stream.n;
    const missed = !again && (stream.returning || item.n > stream.n + 1);
    stream.n = item.n;
    stream.returning = false;
    this.#options.listener.item(again ? { ...item, events: [] } : item, { fresh: false, missed });
  }
}
