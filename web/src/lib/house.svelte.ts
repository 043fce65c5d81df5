/** What the pages know of the room, reactive: the line, who we are, the open tables, the tables we are at. */
import { now } from './clock.svelte';
import { FAMILY } from './families';
import { ensureIdentity, rename, type Renamed } from './identity';
import { nameRobots } from './people';
import { RoomLine, type CommandBody, type Line, type Reply, type SocketLike } from './socket';
import { wholeView, type Connection, type FeedItem } from './table';
import type { GameListing, GameView, Gone, Item, Listing, Me, RoomSeen, Tables, Welcome } from './wire';

const FEED_MOST = 300;

/** One table as this viewer sees it; every item replaces it. */
export class TableState {
  readonly id: string;
  #room = $state.raw<RoomSeen | null>(null);

  /** No derived: it would belong to the page that came first, and outlive it. */
  get room(): RoomSeen | null {
    return this.#room === null ? null : nameRobots(this.#room);
  }

  view = $state.raw<GameView | null>(null);
  /** `now()` when `room` came. */
  at = $state.raw(0);
  feed = $state.raw<FeedItem[]>([]);
  /** Why it is not there (any more): the reason of `Gone`, or the code with which entering was refused. */
  gone = $state<string | null>(null);

  constructor(id: string) {
    this.id = id;
  }

  take(item: Item, how: { fresh: boolean; missed: boolean }): void {
    this.gone = null;
    this.#room = item.room;
    this.view = item.view === null ? null : wholeView(item.view);
    this.at = now();
    const step: FeedItem = {
      n: (this.feed.at(-1)?.n ?? 0) + 1,
      events: item.events,
      missed: how.missed,
      fresh: how.fresh,
      view: this.view,
      room: nameRobots(item.room),
      at: this.at,
    };
    this.feed = [...this.feed.slice(-FEED_MOST + 1), step];
  }
}

/** Uniform in [0, 1) from the browser's secure source, which is there on plain http too. */
function random(): number {
  const word = new Uint32Array(1);
  crypto.getRandomValues(word);
  return (word[0] ?? 0) / 2 ** 32;
}

function openSocket(): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as SocketLike;
}

export class House {
  line = $state<Line>('connecting');
  reason = $state<string | null>(null);
  /** `now()` since when the line is as it is. */
  since = $state(now());
  pending = $state(0);
  me = $state.raw<Me | null>(null);
  /** Tables where we have a place. */
  places = $state.raw<string[]>([]);
  listings = $state.raw<Listing[] | null>(null);
  people = $state(0);
  games = $state.raw<GameListing[] | null>(null);
  /** The server is of another version than the one that brought this page. */
  stale = $state(false);
  #version: string | null = null;
  #tables = new Map<string, TableState>();
  #line: RoomLine;
  #lobbyWatchers = 0;
  #wanted = new Set<string>();
  #loading: Promise<void> | null = null;

  constructor(socket: () => SocketLike = openSocket) {
    this.#line = new RoomLine({
      socket,
      identity: async () => (this.me = await ensureIdentity()),
      random,
      isOnline: () => navigator.onLine,
      listener: {
        line: (line, reason) => {
          this.line = line;
          this.reason = reason;
          this.since = now();
        },
        welcome: (message) => this.#welcome(message),
        tables: (message) => this.#listed(message),
        item: (item, how) => {
          this.table(item.table).take(item, how);
          this.#sitIfWanted(item);
          this.#placeIf(item.table, item.room.you !== null);
        },
        gone: (message) => this.#gone(message),
        pending: (count) => {
          this.pending = count;
        },
      },
    });
  }

  /** For the games' tables, which know three states. */
  get connection(): Connection {
    if (this.line === 'connected') return 'online';
    return this.line === 'restarting' ? 'restarting' : 'reconnecting';
  }

  start(): () => void {
    const wake = (): void => this.#line.wake();
    const lost = (): void => this.#line.networkLost();
    const seen = (): void => {
      if (document.visibilityState === 'visible') this.#line.wake();
    };
    addEventListener('online', wake);
    addEventListener('offline', lost);
    addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', seen);
    this.#line.start();
    return () => {
      removeEventListener('online', wake);
      removeEventListener('offline', lost);
      removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', seen);
      this.#line.stop();
    };
  }

  again(): void {
    this.#line.again();
  }

  send(body: CommandBody): Promise<Reply> {
    return this.#line.send(body);
  }

  /** The state of a table; the same object as long as the page lives. */
  table(id: string): TableState {
    const known = this.#tables.get(id);
    if (known !== undefined) return known;
    const made = new TableState(id);
    this.#tables.set(id, made);
    return made;
  }

  /** Comes to a table; for use in an effect, the answer ends it. */
  follow(id: string): () => void {
    const state = this.table(id);
    state.gone = null; // what was so the last time may have changed
    let here = true;
    void this.#line.enter(id).then((reply) => {
      if (here && !reply.ok && reply.code !== 'offline') state.gone = reply.code;
    });
    return () => {
      here = false;
      this.#line.unfollow(id);
    };
  }

  /** After `Gone`: the person wants it here again. */
  return(id: string): void {
    const state = this.table(id);
    state.gone = null;
    void this.#line.enter(id).then((reply) => {
      if (!reply.ok && reply.code !== 'offline') state.gone = reply.code;
    });
  }

  /** Sit down there as soon as it is seen to have a free seat; for the lobby's button. */
  wantSeat(id: string): void {
    this.#wanted.add(id);
  }

  #placeIf(id: string, seated: boolean): void {
    if (this.places.includes(id) === seated) return;
    this.places = seated ? [...this.places, id] : this.places.filter((each) => each !== id);
  }

  #sitIfWanted(item: Item): void {
    if (!this.#wanted.delete(item.table) || item.room.you !== null) return;
    const seat = item.room.seats.findIndex((each) => each.name === null && !each.robot);
    if (seat >= 0) void this.send({ do: 'sit', table: item.table, seat });
  }

  async leave(id: string): Promise<Reply> {
    const reply = await this.send({ do: 'leave', table: id });
    if (reply.ok) {
      this.#line.forget(id);
      this.#tables.delete(id);
      this.places = this.places.filter((each) => each !== id);
    }
    return reply;
  }

  /** For use in an effect: the list of tables comes while somebody watches it. */
  watchLobby(): () => void {
    this.#lobbyWatchers += 1;
    this.#line.watchLobby(true);
    return () => {
      this.#lobbyWatchers -= 1;
      if (this.#lobbyWatchers === 0) this.#line.watchLobby(false);
    };
  }

  async rename(name: string): Promise<Renamed> {
    const done = await rename(name);
    if (done.ok) this.me = done.me;
    return done;
  }

  /** The catalogue of games, asked for once, and again on the next line when that failed. */
  loadGames(): Promise<void> {
    this.#loading ??= this.#fetchGames().finally(() => {
      if (this.games === null) this.#loading = null;
    });
    return this.#loading;
  }

  async #fetchGames(): Promise<void> {
    try {
      const answer = await fetch('/api/games');
      if (answer.ok) {
        this.games = ((await answer.json()) as GameListing[]).filter((game) => game.id in FAMILY);
      }
    } catch {
      // no line
    }
  }

  #welcome(message: Welcome): void {
    this.me = { person: message.person, name: message.name };
    this.places = message.tables;
    if (this.#version === null) this.#version = message.version;
    this.stale = this.#version !== message.version;
    void this.loadGames();
  }

  #listed(message: Tables): void {
    this.listings = message.tables;
    this.people = message.people;
  }

  #gone(message: Gone): void {
    this.table(message.table).gone = message.reason;
    if (message.reason !== 'elsewhere') this.#placeIf(message.table, false);
  }
}

export const house = new House();
