/** What the page of a table gives to the component of a game, and what it gets back. */
import type {
  Back,
  Continue,
  GameEvent,
  GameView,
  Leave,
  Play,
  Ready,
  Rematch,
  Robot,
  RoomSeen,
  Say,
  SentView,
  SetOptions,
  Sit,
  Stand,
} from './wire';

type Without<C> = C extends unknown ? Omit<C, 'id' | 'table'> : never;

/** A command of a table; the page adds its id and the table, and sends it again until it is answered. */
export type TableCommand = Without<
  Back | Continue | Leave | Play | Ready | Rematch | Robot | Say | SetOptions | Sit | Stand
>;

/** The answer to a command: a refusal has its stable code and facts (`offline`: given up, never sent). */
export type Sent = { ok: true } | { ok: false; code: string; facts: Record<string, unknown> };

/** One step of the stream. `missed`: it happened while this browser was away, so it is told and not animated. */
export interface FeedItem {
  /** Counts up as long as the page lives, through new epochs too. */
  n: number;
  events: GameEvent[];
  missed: boolean;
  /** The picture was replaced without a story: first item, restart, change of seat. Jump to the end. */
  fresh?: boolean;
  /** How the table looked after this step; the page always gives these three. */
  view?: GameView | null;
  room?: RoomSeen;
  /** `now()` of clock.svelte.ts when it came. */
  at?: number;
}

/** The view as the rules made it: what this viewer alone sees takes the place of what everybody sees. */
export function wholeView({ own, ...view }: SentView): GameView {
  return { ...view, table: { ...view.table, ...own } } as GameView; // the fields are those of one game
}

/** `restarting`: the server said that it comes back by itself. */
export type Connection = 'online' | 'reconnecting' | 'restarting';

export interface TableProps {
  view: GameView;
  room: RoomSeen;
  /** `now()` when `room` came, so that `clockShown(room.clock, ticker.now - at)` counts down. */
  at?: number;
  /** The latest steps, oldest first; the page may drop old ones. */
  feed: FeedItem[];
  send: (command: TableCommand) => Promise<Sent>;
  /** What the rules can tell me about my own cards in the view with this decision; null when they cannot now. */
  hint?: (ask: Record<string, unknown>) => Promise<{ decision: number; hints: Record<string, unknown> } | null>;
  connection: Connection;
  openRules: () => void;
  openSettings: () => void;
  invite: () => void;
  leave: () => void;
}
