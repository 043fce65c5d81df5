/**
 * What the table shows for a moment and the view no longer holds: the full trick before it is gathered, the
 * painted sign that others watch, the bubbles. The rest of the table always shows the newest view.
 */
import { settings } from '../lib/settings.svelte';
import type { GameEvent, GameView, TrickSeen } from '../lib/wire';
import { seatOf } from './who';

export const HOLD_MS = 900;
export const GATHER_MS = 260;
export const SIGN_MS = 1600;
export const BUBBLE_MS = 2200;

export interface HeldTrick {
  hand: number;
  at: number;
  trick: TrickSeen;
  gathering: boolean;
}

/** What a seat says: a key of the catalogue, so that it follows the language. */
export interface Bubble {
  key: string;
  facts?: Readonly<Record<string, string | number>>;
  /** Painted like a sign. */
  shout?: boolean;
}

/** Scales a time by the setting; without motion things stay readable as long as ever, they just do not travel. */
function tempo(ms: number): number {
  return settings.motion === 'fast' ? ms / 2 : ms;
}

/** `Sign`: what the game paints on its sign. */
export class Director<Sign = never> {
  held: HeldTrick | null = $state(null);
  sign: Sign | null = $state.raw(null);
  bubbles: Readonly<Record<number, Bubble>> = $state.raw({});
  /** Something has happened since the page came: only then things may travel. */
  live = $state(false);
  /** The seat whose card has just been laid: that card travels, those that lie already do not. */
  laid: number | null = $state(null);

  /** A finished trick by its number; null where the view itself keeps it on the table, at the end of a hand. */
  readonly #finished: (view: GameView, at: number) => TrickSeen | null;
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #waiting = 0;

  /** A game without tricks gives nothing. */
  constructor(finished: (view: GameView, at: number) => TrickSeen | null = () => null) {
    this.#finished = finished;
  }

  /** One event, told in every game alike, with the view after its step. */
  react(event: GameEvent, view: GameView): void {
    this.live = true;
    switch (event.event) {
      case 'dealt':
        this.clear();
        break;
      case 'played':
        // more than two cards waiting behind a held trick: jump to the end
        if (this.held !== null && ++this.#waiting > 2) this.release();
        this.laid = seatOf(event);
        this.#after('laid', 400, () => {
          this.laid = null;
        });
        break;
      case 'trick_won': {
        const at = (event['trick'] as number) - 1;
        const trick = this.#finished(view, at);
        this.#waiting = 0;
        if (trick === null) break;
        this.held = { hand: view.table.hand, at, trick, gathering: false };
        this.#after('held', tempo(HOLD_MS), () => {
          if (this.held !== null) this.held.gathering = true;
          this.#after('held', tempo(GATHER_MS), () => this.release());
        });
        break;
      }
    }
  }

  /** A bubble at a seat for a while, or until it is hushed. */
  say(seat: number, what: Bubble, lasts: 'while' | 'on' = 'while'): void {
    this.bubbles = { ...this.bubbles, [seat]: what };
    this.#stop(`bubble ${seat}`);
    if (lasts === 'on') return;
    this.#after(`bubble ${seat}`, BUBBLE_MS, () => {
      if (this.bubbles[seat] !== what) return;
      const rest = { ...this.bubbles };
      delete rest[seat];
      this.bubbles = rest;
    });
  }

  /** No bubbles any more. */
  hush(): void {
    this.bubbles = {};
  }

  /** The painted sign, for a while. */
  paint(sign: Sign, ms: number = SIGN_MS): void {
    this.sign = sign;
    this.#after('sign', tempo(ms), () => {
      this.sign = null;
    });
  }

  unpaint(): void {
    this.#stop('sign');
    this.sign = null;
  }

  /** A tap ends what moves: the table jumps to its newest state. */
  skip(): void {
    this.release();
    this.unpaint();
  }

  clear(): void {
    for (const name of [...this.#timers.keys()]) this.#stop(name);
    this.held = null;
    this.sign = null;
    this.bubbles = {};
    this.laid = null;
    this.#waiting = 0;
  }

  /** The held trick is gathered at once. */
  release(): void {
    this.#stop('held');
    this.held = null;
    this.#waiting = 0;
  }

  #after(name: string, ms: number, then: () => void): void {
    this.#stop(name);
    this.#timers.set(
      name,
      setTimeout(() => {
        this.#timers.delete(name);
        then();
      }, ms),
    );
  }

  #stop(name: string): void {
    const timer = this.#timers.get(name);
    if (timer !== undefined) clearTimeout(timer);
    this.#timers.delete(name);
  }
}
