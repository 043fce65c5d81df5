// Generated from src/carteado/room/messages.py, web/api.py and games/ by `python -m carteado.web.wire`.
// Do not edit: change the Python and generate again.

export type Pace = "calm" | "normal" | "fast" | "none";

export type Stage = "waiting" | "playing" | "over";

export type TrucoPhase = "first_dealer" | "deal" | "decide" | "play" | "respond" | "hand_over" | "game_over" | "match_over";

export type Pair = "A" | "B";

export type TrickWinner = "A" | "B" | "tie";

export type Special = "A" | "B" | "iron";

export type RaiseWord = "truco" | "six" | "nine" | "ten" | "twelve";

export type SuecaPhase = "first_dealer" | "deal" | "opening" | "tricks" | "laid_down" | "hand_over" | "match_over";

export type SuecaReason = "points" | "draw" | "sweep";

export type CachetaPhase = "first_dealer" | "deal" | "draw" | "discard" | "window" | "reshuffle" | "hand_over" | "match_over";

export type ClaimAnswer = "let_pass" | "furar";

export type MeldKind = "trinca" | "run";

export type MauMauPhase = "first_dealer" | "deal" | "turning" | "choose_suit" | "turn" | "hand_over" | "match_over";

export type SuitName = "c" | "d" | "h" | "s";

export type Direction = 1 | -1;

export type DrawReason = "draw" | "sevens" | "nine" | "wrong_announce" | "accused" | "wrong_accuse";

export type MauMauReason = "out" | "stuck" | "too_long" | "alone";

export type OptionValue = boolean | number | string;
export type Options = Record<string, OptionValue>;

/** Send me the list of open tables whenever it changes, or stop doing so. */
export interface Lobby {
  do: "lobby";
  id: string;
  on: boolean;
}

/** Open a table; the sender is its host and enters it. Options left out take the game's defaults. */
export interface Create {
  do: "create";
  id: string;
  game: string;
  seats: number;
  options: Options;
  private?: boolean;
  pace?: Pace;
  watchers?: boolean;
}

/** Play now against robots: a private table with the sender at 0 and robots elsewhere, started at once. */
export interface Quick {
  do: "quick";
  id: string;
  game: string;
  seats: number;
  options: Options;
}

/** Come to a table as a watcher, or back to one's seat. `after` is the last `epoch:n` received. */
export interface Enter {
  do: "enter";
  id: string;
  table: string;
  after?: string | null;
}

/** Go away from a table; in a running match a robot takes the seat. */
export interface Leave {
  do: "leave";
  id: string;
  table: string;
}

/** Take a free seat, or a robot's seat from the next deal on. */
export interface Sit {
  do: "sit";
  id: string;
  table: string;
  seat: number;
}

/** Give the seat up and watch. */
export interface Stand {
  do: "stand";
  id: string;
  table: string;
}

/** Put a robot in a free seat (`on`) or take it out; before a match, by a person at the table. */
export interface Robot {
  do: "robot";
  id: string;
  table: string;
  seat: number;
  on: boolean;
}

/** Change the options before the first match; the host only. After it: `options_locked`. */
export interface SetOptions {
  do: "set_options";
  id: string;
  table: string;
  options: Options;
}

/** Ready for the match to start; it starts when every seat is taken and every person in one is ready. */
export interface Ready {
  do: "ready";
  id: string;
  table: string;
  on: boolean;
}

/** A move of the game by the sender's seat, quoting the decision of the view it answers. */
export interface Play {
  do: "move";
  id: string;
  table: string;
  decision: number;
  move: string;
}

/** What the rules can tell the sender about his own cards now; answered with `Hints`. Changes nothing. */
export interface Hint {
  do: "hint";
  id: string;
  table: string;
  ask?: Record<string, unknown>;
}

/** Take the own seat back from the robot that holds it. */
export interface Back {
  do: "back";
  id: string;
  table: string;
}

/** Do not wait any longer between two hands; the next is dealt when every connected person said so. */
export interface Continue {
  do: "continue";
  id: string;
  table: string;
}

/** One of the game's quick phrases, by its code in the message catalogue. */
export interface Say {
  do: "say";
  id: string;
  table: string;
  phrase: string;
}

/** Vote for or against another match with the same people; votes after the end of a match only. */
export interface Rematch {
  do: "rematch";
  id: string;
  table: string;
  yes: boolean;
}

/** Answered with `Done`, to measure the line. */
export interface Ping {
  do: "ping";
  id: string;
}

export type AnyCommand =
  | Lobby
  | Create
  | Quick
  | Enter
  | Leave
  | Sit
  | Stand
  | Robot
  | SetOptions
  | Ready
  | Play
  | Hint
  | Back
  | Continue
  | Say
  | Rematch
  | Ping;

/** A table as anybody may see it in the lobby: game, all options, who sits. */
export interface Listing {
  table: string;
  game: string;
  /** Names by seat, null where free. */
  seats: (string | null)[];
  robots: number[];
  options: Options;
  pace: Pace;
  stage: Stage;
  watchers: boolean;
  host: string;
}

/** Who holds a seat. `robot`: a robot sits here or stands in for the person named. */
export interface SeatSeen {
  name: string | null;
  /** A public tag of the person (not the identity), null for an empty or a robot's own seat. */
  person: string | null;
  robot: boolean;
  connected: boolean;
  /** Until a robot takes the absent person's seat; null while he is there or once it has. */
  away_ms: number | null;
  ready: boolean;
  rematch: boolean | null;
  /** Who takes this robot's seat at the next deal: his name. */
  coming: string | null;
}

/**
 * The open decision's clock: `left_ms` of `of_ms` for `seats`, then `reserve_ms` of its reserve.
 *
 * `seats` are all that were asked, also who has voted: equal for every viewer until the decision closes. A
 * decision asked of several has no reserve.
 */
export interface ClockSeen {
  seats: number[];
  left_ms: number;
  of_ms: number;
  reserve_ms: number;
  in_reserve: boolean;
}

/** The table's own state as one viewer may know it. */
export interface RoomSeen {
  table: string;
  game: string;
  options: Options;
  pace: Pace;
  private: boolean;
  watchers: boolean;
  stage: Stage;
  /** Whether the viewer is the host. */
  host: boolean;
  /** The viewer's seat. */
  you: number | null;
  seats: SeatSeen[];
  watching: number;
  clock: ClockSeen | null;
  /** Between two hands: until the next is dealt by itself; after a match: until the rematch vote closes. */
  hold_ms: number | null;
  /** Seats that need no more time between the hands. */
  go_on: number[];
  /** What the robot partner would answer, to the person of the pair that is asked. */
  advice: string | null;
  /** How many matches this table has begun. */
  match: number;
}

/** The first message of a socket: who you are, and the tables where you have a place. */
export interface Welcome {
  is: "welcome";
  person: string;
  name: string;
  version: string;
  tables: string[];
}

/** A command was accepted, durably. `table` for `Create` and `Quick`; `decision` is that after it. */
export interface Done {
  is: "done";
  id: string;
  table: string | null;
  decision: number | null;
}

/** What `Hint` asked for, of the view with this decision. */
export interface Hints {
  is: "hints";
  id: string;
  table: string;
  decision: number;
  hints: Record<string, unknown>;
}

/** A command changed nothing, and why: a stable code and facts; at a table also the present numbers. */
export interface Refused {
  is: "refused";
  id: string;
  code: string;
  facts: Record<string, unknown>;
  decision: number | null;
  stream: string | null;
}

/** The open tables; the whole list each time. */
export interface Tables {
  is: "tables";
  tables: Listing[];
  /** Persons connected now. */
  people: number;
}

/**
 * One step of a viewer's own stream of a table: what happened, and the whole view after it.
 *
 * `n` counts without holes within an `epoch`; a restart or a change of role opens a new epoch with
 * `fresh` true. The item that answers `Enter` has the present `n`: with `after` its `events` are
 * what was missed since (200 at most), otherwise, or when too much was missed, it is `fresh`, without any.
 */
export interface Item {
  is: "item";
  table: string;
  epoch: string;
  n: number;
  fresh: boolean;
  events: GameEvent[];
  /** The game's view of the viewer's seat, null before the first match: see `whole_view`. */
  view: SentView | null;
  room: RoomSeen;
}

/** The viewer is no longer at this table: `left`, `closed`, `abandoned`, `elsewhere`. */
export interface Gone {
  is: "gone";
  table: string;
  reason: string;
}

/**
 * The last message of a socket that the server cuts, and why.
 *
 * `no_identity` (ask for one by `POST /api/identity` first), `restart`, `too_many_sockets`, `slow`
 * (it does not take what is sent), `flood`, `too_long`, `malformed`.
 */
export interface Bye {
  is: "bye";
  reason: string;
}

export type AnyAnswer =
  | Welcome
  | Done
  | Hints
  | Refused
  | Tables
  | Item
  | Gone
  | Bye;

/** How a match ended: `points` by seat, `ranking` of seats from best to worst as groups of equals. */
export interface ResultSeen {
  points: number[];
  ranking: number[][];
  winners: number[];
  reason: string;
  next: Record<string, unknown>;
}

/** Why a move is not legal: a stable code and its facts. */
export interface RefusalSeen {
  code: string;
  facts: Record<string, unknown>;
}

/**
 * A fixed button of the game: `move` is null while it may not be pressed, `refusal` then says why.
 *
 * What else it has differs by game and by button.
 */
export interface ActionSeen {
  kind: string;
  move: string | null;
  grave: string | null;
  refusal: RefusalSeen | null;
  to?: number;
  value?: number;
  pays?: number;
  most?: number;
  stock?: number;
  card?: string | null;
  going_out?: number;
  discards?: string[];
  count?: number;
}

/** A step of the ladder and its word. */
export interface StepSeen {
  to: number;
  word: RaiseWord;
}

/** A raise that waits for an answer. */
export interface PendingSeen {
  to: number;
  word: RaiseWord;
  seat: number;
  pair: Pair;
}

/** A card on the table. */
export interface PlaySeen {
  seat: number;
  card: string;
  covered: boolean;
  name: string | null;
}

/** A trick: `winner` and `seat` are null while it runs, `best` the seat that is winning it. */
export interface TrickSeen {
  plays: PlaySeen[];
  winner: TrickWinner | null;
  seat: number | null;
  best: number | null;
}

/** A card of the viewer: `X` when he may not see it, with its place in deal order and its nickname. */
export interface CardSeen {
  card: string;
  place: number;
  name: string | null;
}

/** The own pair's open proposal to give up the hand. */
export interface ProposalSeen {
  seat: number;
  since: number;
}

/** A line of the score sheet; `pair` is null when nobody scored. */
export interface HandSeen {
  pair: Pair | null;
  points: number;
  reason: string;
}

/** What a seat may look up (section 7). */
export interface TrucoTable {
  phase: TrucoPhase;
  hand: number;
  dealer: number | null;
  next_dealer: number | null;
  leader: number | null;
  turn: number | null;
  score: number[];
  games: number[];
  games_to_win: number;
  value: number;
  ladder: number[];
  next: StepSeen | null;
  pending: PendingSeen | null;
  raiser: Pair | null;
  special: Special | null;
  blind: boolean;
  vira: string | null;
  manilha: string | null;
  held: number[];
  tricks: TrickSeen[];
  cards: CardSeen[];
  partner: CardSeen[] | null;
  votes: number[];
  proposal: ProposalSeen | null;
  sheet: HandSeen[];
  result: ResultSeen | null;
}

/** The trump card, while the dealer holds it. */
export interface TrumpSeen {
  card: string;
  seat: number;
}

/** A card on the table. */
export interface SuecaPlay {
  seat: number;
  card: string;
}

/** A trick in play order: `suit` is the one that was led, `seat` who is winning it or has won it. */
export interface SuecaTrick {
  plays: SuecaPlay[];
  suit: string | null;
  seat: number | null;
}

/** A hand that was laid down, shown until the next deal. */
export interface HandShown {
  seat: number;
  cards: string[];
  points: number;
}

/**
 * A line of the score sheet: `points` are game points, `card_points` and `tricks` by pair.
 *
 * `pair` is null when nobody scored; `carry` is what was left for the deal after it.
 */
export interface DealSeen {
  pair: Pair | null;
  points: number;
  reason: SuecaReason;
  card_points: number[];
  tricks: number[];
  carry: number;
}

/** What a seat may look up (section 7). */
export interface SuecaTable {
  phase: SuecaPhase;
  hand: number;
  dealer: number | null;
  next_dealer: number | null;
  first: number | null;
  leader: number | null;
  turn: number | null;
  score: number[];
  target: number;
  carry: number;
  trump: string | null;
  trump_card: TrumpSeen | null;
  held: number[];
  cards: string[];
  trick: SuecaTrick;
  last_trick: SuecaTrick | null;
  tricks: number[];
  points: number[] | null;
  shown: HandShown | null;
  sheet: DealSeen[];
  result: ResultSeen | null;
}

/**
 * An open claim window: who discarded what, who is asked in which order, who has answered.
 *
 * `settled` has the answers that are resolved, in order; `own` the viewer's answer.
 */
export interface WindowSeen {
  seat: number;
  card: string;
  seats: number[];
  answered: number[];
  settled: ClaimAnswer[];
  own: ClaimAnswer | null;
}

/** A meld that was laid down; `stands` has the face for which a wild card stands. */
export interface MeldSeen {
  kind: MeldKind;
  cards: string[];
  stands: (string | null)[];
}

/** How a hand ended: who went out with how many cards, and how; all hands where shown (A32). */
export interface ShownSeen {
  seat: number;
  going_out: number;
  claimed: boolean;
  melds: MeldSeen[];
  discard: string | null;
  hands: string[][] | null;
}

/** A line of the score sheet: who went out with 9 or 10 cards, nobody with 0; the points afterwards. */
export interface CachetaHandSeen {
  hand: number;
  seat: number | null;
  going_out: number;
  points: number[];
}

/** What a seat may look up (section 7). */
export interface CachetaTable {
  phase: CachetaPhase;
  hand: number;
  dealer: number | null;
  next_dealer: number | null;
  leader: number | null;
  turn: number | null;
  points: number[];
  out: number[];
  held: number[];
  vira: string | null;
  wild: string[];
  stock: number;
  reshuffles: number;
  pile: number;
  pile_top: string | null;
  discards: number;
  na_boa: number[];
  burned: number[];
  window: WindowSeen | null;
  cards: string[];
  drawn: string | null;
  bought: string | null;
  shown: ShownSeen | null;
  sheet: CachetaHandSeen[];
  result: ResultSeen | null;
}

/** Cards that a seat still has to draw when the stock has been shuffled. */
export interface OwedSeen {
  seat: number;
  count: number;
  reason: DrawReason;
}

/** A line of the score sheet: points by seat, and who had fewest. */
export interface MauMauHandSeen {
  points: number[];
  winners: number[];
  reason: MauMauReason;
}

/**
 * What a seat may look up (section 7).
 *
 * `by` discarded the top card; `suit` was named for the jack on top; `drawn` is the viewer's own card
 * of this turn; `hands` are open when the hand is over; `out` are the seats that left, in this order.
 */
export interface MauMauTable {
  phase: MauMauPhase;
  hand: number;
  dealer: number | null;
  next_dealer: number | null;
  first: number | null;
  turn: number | null;
  dir: Direction;
  top: string | null;
  by: number | null;
  suit: SuitName | null;
  pending: number;
  drew: boolean;
  announced: boolean;
  owed: OwedSeen | null;
  stock: number;
  pile: number;
  held: number[];
  out: number[];
  score: number[];
  cards: string[];
  drawn: string | null;
  hands: string[][] | null;
  sheet: MauMauHandSeen[];
  result: ResultSeen | null;
}

/** What one seat may know of a match; `seat` is null for a watcher. */
export interface TrucoView {
  game: "truco_paulista" | "truco_mineiro";
  table: TrucoTable;
  seats: number;
  seat: number | null;
  decision: number;
  waiting: number[];
  legal: string[];
  actions: ActionSeen[];
}

/** What one seat may know of a match; `seat` is null for a watcher. */
export interface SuecaView {
  game: "sueca";
  table: SuecaTable;
  seats: number;
  seat: number | null;
  decision: number;
  waiting: number[];
  legal: string[];
  actions: ActionSeen[];
}

/** What one seat may know of a match; `seat` is null for a watcher. */
export interface CachetaView {
  game: "cacheta";
  table: CachetaTable;
  seats: number;
  seat: number | null;
  decision: number;
  waiting: number[];
  legal: string[];
  actions: ActionSeen[];
}

/** What one seat may know of a match; `seat` is null for a watcher. */
export interface MauMauView {
  game: "mau_mau";
  table: MauMauTable;
  seats: number;
  seat: number | null;
  decision: number;
  waiting: number[];
  legal: string[];
  actions: ActionSeen[];
}

export type GameView = TrucoView | SuecaView | CachetaView | MauMauView;
/**
 * The view of an `Item` as the rules made it (`View.for_person`).
 *
 * On the wire `table` is what everybody may see, and `own` holds the fields of it that are other for
 * this viewer: so the table is written once for all viewers of a step.
 */
export type SentView = GameView & {
  own: Partial<GameView['table']>;
};

/** What just happened: `event` is its kind, the other fields are its facts. */
export interface GameEvent {
  event: string;
  [fact: string]: unknown;
}

/** Body of `POST /api/identity`: a guest's nickname. */
export interface NewIdentity {
  name: string;
}

/** Body of `PATCH /api/me`. */
export interface NewName {
  name: string;
}

/** Who the cookie says you are: the public tag and the nickname. */
export interface Me {
  person: string;
  name: string;
}

/** One option of a game: its allowed values in order and the rulebook's clause. */
export interface OptionListing {
  name: string;
  default: OptionValue;
  values: OptionValue[];
  clause: string;
}

/** A game of the catalogue. `seats`: the numbers it is played with, the usual one first. */
export interface GameListing {
  id: string;
  name: string;
  seats: number[];
  pairs: boolean;
  options: OptionListing[];
  /** Named sets of options, the default first; what a preset leaves out has its default. */
  presets: Record<string, Options>;
}

/** Answer of `GET /api/tables`: the public tables, as in the lobby. */
export interface OpenTables {
  tables: Listing[];
  people: number;
}

/** Answer of `GET /api/health`. */
export interface Health {
  ok: boolean;
  version: string;
  /** Whether the rules run as machine code. */
  compiled: boolean;
}

/** Every error of the API: a stable code, and a sentence for whoever reads the traffic. */
export interface Problem {
  code: string;
  message: string;
}

export const PHRASES = ["nice", "lets_go", "nothing", "what_a_hand", "thanks", "sorry", "good_game", "hurry"] as const;
export const MAX_MESSAGE = 4096;
export const NICKNAME_MAX = 20;
