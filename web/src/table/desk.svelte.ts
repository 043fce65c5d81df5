/**
 * What every game's table does besides showing its picture: it sends what I do and tells what became of it, keeps
 * clocks and the log, says aloud what happens and what is asked of me, and knows who speaks.
 *
 * It is made while a component is being set up: its effects begin and end with the component's.
 */
import { tick, untrack } from 'svelte';
import { announce } from '../lib/announce';
import { clockShown, now, secondsLeft, ticker } from '../lib/clock.svelte';
import { t, tCode } from '../lib/i18n/index.svelte';
import { isFree, isRobot } from '../lib/people';
import { settings } from '../lib/settings.svelte';
import type { TableCommand, TableProps } from '../lib/table';
import type { GameEvent, GameView, SeatSeen } from '../lib/wire';
import { action, offered } from './actions';
import type { Entry } from './Log.svelte';
import { peopleNews } from './people';
import { play as sound, vibrate } from './sound';
import { nameIn, nameOf, seatOf, whoOf, type Button, type ShownClock, type Told, type Who } from './who';

/** What a game brings. */
export interface GameSide {
  /** What is asked of me now, the same text for the same question; null for nothing. */
  ask: () => string | null;
  /** Whether a hand is over and the next not dealt, or the match. */
  between: () => boolean;
  over: () => boolean;
  /** One event as one sentence; null for what is not told. */
  sentence: (event: GameEvent, who: Who, view: GameView | null) => string | null;
  refusal: (code: string, facts: Readonly<Record<string, unknown>>, who: Who) => Told;
  /** Movement and sound of one event. */
  stage: (event: GameEvent, view: GameView) => void;
  /** Says aloud what is asked of me, once per question. */
  ring: (seconds: number | null) => void;
  /** Whether an event is itself what is asked of me, so that `ring` tells it. */
  asksMe?: (event: GameEvent, view: GameView) => boolean;
  /** Something that moves: jump to the end. */
  still: () => void;
}

interface Pending {
  /** What of my hand has been sent. */
  piece: string | number | null;
  from: GameView;
  acked: boolean;
}

/** The open dialog: `menu`, `score`, `keys` and a seat's are every table's, other names the game's own. */
export type Sheet = string | { seat: number } | null;

const NOTE_MS = 4000;
const MISSED_MS = 8000;
const SLOW_MS = 2000;
/** The server keeps a seat for so long before a robot takes it. */
const KEPT_S = 30;

export class Desk {
  readonly #props: () => TableProps;
  readonly #game: GameSide;

  entries: Entry[] = $state.raw([]);
  unread = $state(0);
  missed = $state(0);
  refused: Told | null = $state(null);
  pending: Pending | null = $state.raw(null);
  slow = $state(false);
  sheet: Sheet = $state(null);
  logOpen = $state(false);
  keysUsed = $state(false);
  hidden: string[] = $state(readHidden());
  #arrived = $state(now());
  #offSince = $state(now());
  #desktop = $state(false);
  #seen = -1;
  #count = 0;
  #lastAsk = '';
  #told = '';
  #before: SeatSeen[] | null = null;
  #wasOnline = true;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #missedTimer: ReturnType<typeof setTimeout> | undefined;

  readonly view = $derived.by(() => this.#props().view);
  readonly room = $derived.by(() => this.#props().room);
  readonly who = $derived.by(() => whoOf(this.room, this.view));
  readonly you = $derived.by(() => this.view.seat);
  readonly connection = $derived.by(() => this.#props().connection);
  readonly online = $derived.by(() => this.connection === 'online');
  readonly robotHolds = $derived.by(() => this.you !== null && (this.room.seats[this.you]?.robot ?? false));
  readonly elapsed = $derived.by(() => Math.max(0, ticker.now - (this.#props().at ?? this.#arrived)));
  readonly logShown = $derived.by(() => this.logOpen || this.#desktop);
  /** Whether a command waits for its answer, or none could be sent. */
  readonly busy = $derived.by(() => this.pending !== null || !this.online);

  readonly clockIsMine = $derived.by(
    () => this.you !== null && this.#game.ask() !== null && (this.room.clock?.seats.includes(this.you) ?? false),
  );
  readonly clock: ShownClock | null = $derived.by(() => {
    const clock = this.room.clock;
    if (clock === null || this.#game.over() || this.#game.between()) return null;
    const c = clockShown(clock, this.elapsed);
    const spare = c.inReserve ? 0 : Math.ceil(clock.reserve_ms / 1000);
    return { seconds: c.seconds, part: c.part, inReserve: c.inReserve, last: c.seconds + spare <= 5 };
  });
  /** Seconds until the next hand, or until the vote on a rematch closes. */
  readonly hold = $derived.by(() => (this.room.hold_ms === null ? null : secondsLeft(this.room.hold_ms, this.elapsed)));
  readonly keptSeconds = $derived.by(() => {
    const left = KEPT_S - Math.floor((ticker.now - this.#offSince) / 1000);
    return left > 0 ? left : null;
  });
  /** A seat that a watcher may take: a free one, else a robot's. */
  readonly freeSeat = $derived.by(() => {
    if (this.you !== null) return null;
    const empty = this.room.seats.findIndex(isFree);
    if (empty >= 0) return empty;
    const robot = this.room.seats.findIndex((seat) => isRobot(seat) && !seat.coming);
    return robot >= 0 ? robot : null;
  });

  constructor(props: () => TableProps, game: GameSide) {
    this.#props = props;
    this.#game = game;
    const wide = typeof matchMedia === 'undefined' ? null : matchMedia('(min-width: 1100px) and (min-height: 500px)');
    this.#desktop = wide?.matches ?? false;
    $effect(() => {
      const change = (): void => {
        this.#desktop = wide?.matches ?? false;
      };
      wide?.addEventListener('change', change);
      return () => wide?.removeEventListener('change', change);
    });
    $effect(() => ticker.watch());
    $effect(() => {
      void this.room;
      if (this.#props().at === undefined) this.#arrived = now();
    });
    $effect(() => this.#lastSeconds());
    $effect(() => {
      const items = this.#props().feed;
      untrack(() => this.#follow(items));
    });
    $effect(() => {
      const seats = this.room.seats;
      untrack(() => this.#people(seats));
    });
    $effect(() => this.#lineNews(this.online));
    $effect(() => {
      if (this.connection !== 'online') untrack(() => (this.#offSince = now()));
    });
    $effect(() => {
      if (this.pending !== null && this.pending.acked && this.pending.from !== this.view) this.#settle();
    });
    $effect(() => {
      if (this.logShown) this.unread = 0;
    });
  }

  // ------------------------------------------------------------------------------------- what happens

  #follow(items: TableProps['feed']): void {
    const fresh = items.filter((item) => item.n > this.#seen);
    if (fresh.length === 0) return;
    const first = this.#seen < 0;
    this.#seen = fresh[fresh.length - 1]?.n ?? this.#seen;
    const jump = first || fresh.length > 2;
    if (jump) this.#game.still();
    let away = 0;
    for (const item of fresh) {
      const then = item.view ?? this.view;
      const still = jump || item.missed || item.fresh === true;
      if (item.fresh === true || item.missed) this.#game.still();
      for (const event of item.events) {
        const told = this.#note(event, then, item.missed, still);
        if (item.missed && told) away += 1;
        if (!still) {
          if (event.event === 'said') this.#phrase(event);
          this.#game.stage(event, then);
        }
      }
    }
    if (away > 0) {
      this.missed = away;
      clearTimeout(this.#missedTimer);
      // for a while: it must not lie over the game
      this.#missedTimer = setTimeout(() => (this.missed = 0), MISSED_MS);
      announce(`${t('table.ev.reconnected')} ${t('line.missed', { count: away })}`, 'assertive');
    }
    this.#ring();
  }

  /** Who comes and goes is no event of the stream: it is read off the seats. */
  #people(seats: SeatSeen[]): void {
    const was = this.#before;
    this.#before = seats;
    if (was === null || was.length !== seats.length) return;
    seats.forEach((seat, at) => {
      const old = was[at];
      if (old === undefined || at === this.you) return;
      const happened = peopleNews(old, seat);
      if (happened === null) return;
      if (happened.event === 'sat') sound('person');
      this.#note(happened, this.view, false, false);
    });
  }

  /** Into the log, and aloud; whether there was something to tell. */
  #note(event: GameEvent, then: GameView, wasMissed: boolean, still: boolean): boolean {
    const seat = seatOf(event);
    const person = seat === null ? null : (this.room.seats[seat]?.person ?? null);
    this.#count += 1;
    const entry = { key: this.#count, event, who: this.who, view: then, missed: wasMissed, person };
    this.entries = [...this.entries.slice(-299), entry];
    if (event.event === 'said') {
      if ((person !== null && this.hidden.includes(person)) || (!settings.phrases && seat !== this.you)) return false;
      if (!this.logShown && seat !== this.you) this.unread += 1;
      if (still || seat === null) return true;
      announce(
        t('table.phrase.said', {
          who: nameOf(this.who, seat),
          phrase: tCode(`table.phrase.${String(event['phrase'])}`) ?? '',
        }),
      );
      return true;
    }
    const text = this.#game.sentence(event, this.who, then);
    if (text === null || text === '') return false;
    // what is asked of me is said by `ring`, whole and at once
    if (!still && !(this.#game.asksMe?.(event, then) ?? false)) announce(text);
    return true;
  }

  #phrase(event: GameEvent): void {
    const seat = seatOf(event);
    if (seat !== null && seat !== this.you && settings.phrases && !this.isHidden(seat)) sound('message');
  }

  /** Whether a phrase of this seat shows as a bubble. */
  speaks(seat: number): boolean {
    return seat !== this.you && settings.phrases && !this.isHidden(seat);
  }

  #ring(): void {
    const ask = this.#game.ask();
    const mark = ask === null ? '' : `${this.room.match} ${this.view.decision} ${ask}`;
    if (mark === this.#lastAsk) return;
    this.#lastAsk = mark;
    if (ask === null) return;
    this.#game.ring(this.clock === null ? null : this.clock.seconds);
    vibrate();
  }

  #lastSeconds(): void {
    const clock = this.clock;
    if (!this.clockIsMine || clock === null || !clock.last || clock.seconds <= 0) return;
    const mark = `${this.view.decision} ${clock.seconds}`;
    if (mark === this.#told) return;
    this.#told = mark;
    sound('tick');
    if (clock.seconds === 5) announce(t('table.ev.five_seconds'), 'assertive');
  }

  #lineNews(online: boolean): void {
    if (online === this.#wasOnline) return;
    this.#wasOnline = online;
    if (online) {
      sound('back');
      return;
    }
    sound('lost_line');
    announce(t('table.ev.connection_lost'), 'assertive');
  }

  // -------------------------------------------------------------------------------------------- what I do

  #settle(): void {
    clearTimeout(this.#slowTimer);
    this.pending = null;
    this.slow = false;
  }

  /** Why something may not be done, for four seconds and aloud. */
  tell(code: string, facts: Readonly<Record<string, unknown>>): void {
    const { rule, fact } = this.#game.refusal(code, facts, this.who);
    this.say(rule, fact);
    announce(`${rule} ${fact}`.trim(), 'assertive');
  }

  /** A note for four seconds. */
  say(rule: string, fact = ''): void {
    this.refused = { rule, fact };
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.refused = null), NOTE_MS);
  }

  /** Sends a command; whether it was accepted. */
  async command(what: TableCommand, piece: string | number | null = null): Promise<boolean> {
    if (this.busy) return false;
    clearTimeout(this.#noteTimer);
    this.refused = null;
    this.missed = 0;
    const from = this.view;
    this.pending = { piece, from, acked: false };
    this.#slowTimer = setTimeout(() => (this.slow = true), SLOW_MS);
    const answer = await this.#props().send(what);
    if (!answer.ok) {
      this.#settle();
      this.tell(answer.code, answer.facts);
      return false;
    }
    // the view that shows it may come before the answer, or after
    if (this.view !== from || what.do !== 'move') {
      this.#settle();
    } else if (this.pending !== null) {
      const waiting = { ...this.pending, acked: true };
      this.pending = waiting;
      setTimeout(() => {
        if (this.pending === waiting) this.#settle(); // accepted, and nothing of it to be seen
      }, 3000);
    }
    return true;
  }

  move(text: string, piece: string | number | null = null): Promise<boolean> {
    this.#game.still();
    return this.command({ do: 'move', decision: this.view.decision, move: text }, piece);
  }

  /** A fixed button: its move, or why it is dashed. */
  press(kind: string): void {
    const button = action(this.view, kind);
    if (this.busy || this.robotHolds) return;
    if (offered(button)) void this.move(button.move);
    else this.explain(kind);
  }

  explain(kind: string): void {
    const why = action(this.view, kind)?.refusal;
    if (why) this.tell(why.code, why.facts);
  }

  sayPhrase(phrase: string): void {
    void this.#props()
      .send({ do: 'say', phrase })
      .then((answer) => answer.ok || this.tell(answer.code, answer.facts));
  }

  // ------------------------------------------------------------------------------------------ log, people

  hide(person: string, on: boolean): void {
    const others = this.hidden.filter((one) => one !== person);
    this.hidden = on ? [...others, person].slice(-200) : others;
    try {
      localStorage.setItem('carteado.hidden', JSON.stringify(this.hidden));
    } catch {
      // it holds until the page is closed
    }
  }

  isHidden(seat: number): boolean {
    const person = this.room.seats[seat]?.person ?? null;
    return person !== null && this.hidden.includes(person);
  }

  async openLog(): Promise<void> {
    this.logOpen = !this.logOpen || this.#desktop;
    this.unread = 0;
    await tick();
    if (this.logOpen || this.#desktop) document.querySelector<HTMLElement>('.tbl .side h2')?.focus();
  }

  closeLog(): void {
    this.logOpen = false;
    document.querySelector<HTMLButtonElement>('.tbl .ib.talk')?.focus();
  }

  // -------------------------------------------------------------------------------------------- plates

  /** What a plate says under the name where it is not the game that says it. */
  seatWords(seat: number, waits: boolean): { text: string; turn: boolean } | null {
    const info = this.room.seats[seat];
    if (info === undefined) return { text: '', turn: false };
    if (!info.robot && !info.connected && info.name !== null) {
      const text =
        info.away_ms === null ? t('table.away_plain') : t('table.away', { n: secondsLeft(info.away_ms, this.elapsed) });
      return { text, turn: waits };
    }
    return isFree(info) ? { text: t('table.free'), turn: false } : null;
  }

  /** "vem Ana", "robô no lugar", "robô", "sua dupla · robô". */
  company(seat: number, partner: number | null): string[] {
    const info = this.room.seats[seat];
    if (info === undefined) return [];
    if (info.coming) return [t('table.coming', { who: info.coming })];
    if (info.robot && info.person !== null) return [t('table.robot_in')];
    if (info.robot) return [seat === partner ? t('table.partner_robot') : t('table.robot')];
    return seat === partner ? [t('table.partner')] : [];
  }

  /** The clock of a seat in its plate: "joga · 12 s". */
  secondsOf(seat: number): number | null {
    return this.clock !== null && this.room.clock?.seats.includes(seat) ? this.clock.seconds : null;
  }

  seatName(seat: number): string {
    return this.room.seats[seat]?.name ?? t('table.free');
  }

  // ------------------------------------------------------------------------------------------- buttons

  /** The buttons of whoever watches. */
  watcherButtons(): Button[] {
    const free = this.freeSeat;
    return [
      {
        id: 'leave',
        label: t('table.act.leave'),
        small: '',
        said: '',
        look: 'plain',
        off: false,
        key: '',
        press: () => this.#props().leave(),
      },
      {
        id: 'sit',
        label: t('table.act.sit'),
        small:
          free === null
            ? t('table.act.no_seat')
            : this.room.seats[free]?.robot
              ? t('table.act.sit_at', { who: nameIn(this.who, free) })
              : t('table.act.sit_free'),
        said: '',
        look: 'go',
        wide: true,
        off: free === null || this.busy,
        key: '',
        press: () => free !== null && void this.command({ do: 'sit', seat: free }),
      },
    ];
  }

  /** The buttons between two hands; `words`: what a game calls them where it is not a hand. */
  betweenButtons(you: number, words: { more?: string; next?: (n: number) => string } = {}): Button[] {
    const done = this.room.go_on.includes(you);
    const next = words.next ?? ((n: number): string => t('table.line.next_deal', { n }));
    return [
      {
        id: 'see',
        label: t('table.act.see'),
        small: words.more ?? t('table.act.see_more'),
        said: '',
        look: 'plain',
        off: false,
        key: '',
        press: () => (this.sheet = 'score'),
      },
      {
        id: 'continue',
        label: t('table.act.continue'),
        small: done ? t('table.act.continued') : this.hold === null ? '' : next(this.hold),
        said: '',
        look: 'go',
        wide: true,
        off: done || this.busy || this.robotHolds,
        key: '↵',
        press: () => !done && void this.command({ do: 'continue' }),
      },
    ];
  }
}

function readHidden(): string[] {
  try {
    const data: unknown = JSON.parse(localStorage.getItem('carteado.hidden') ?? '[]');
    return Array.isArray(data) ? data.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
