/**
 * What the table shows for a moment and the view no longer holds: the full trick before it is gathered, the
 * painted sign that others watch, the bubbles. The rest of the table always shows the newest view.
 */
import { settings } from '../lib/settings.svelte';
import type { GameEvent, GameView, RaiseWord, TrickSeen } from '../lib/wire';

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

export interface ShownSign {
  word: RaiseWord;
  to: number;
  seat: number;
}

export type Bubble = 'accepted' | 'ran' | 'ran_one' | 'taken' | `sign.${RaiseWord}` | `phrase.${string}`;

/** Scales a time by the setting; without motion things stay readable as long as ever, they just do not travel. */
function tempo(ms: number): number {
  return settings.motion === 'fast' ? ms / 2 : ms;
}

export class Director {
  held: HeldTrick | null = $state(null);
  sign: ShownSign | null = $state(null);
  bubbles: Record<number, Bubble> = $state({});
  /** Something has happened since the page came: only then things may travel. */
  live = $state(false);
  /** The seat whose card has just been laid: that card travels, those that lie already do not. */
  laid: number | null = $state(null);

  /** A finished trick by its number; null where the view itself keeps it on the table, at the end of a hand. */
  readonly #finished: (view: GameView, at: number) => TrickSeen | null;

  constructor(finished: (view: GameView, at: number) => TrickSeen | null) {
    this.#finished = finished;
  }

  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #waiting = 0;

  /** One event with the view after its step. */
  react(event: GameEvent, view: GameView, me: { answers: boolean } = { answers: false }): void {
    this.live = true;
    const seat = typeof event['seat'] === 'number' ? event['seat'] : null;
    switch (event.event) {
      case 'dealt':
        this.clear();
        break;
      case 'played':
        // more than two cards waiting behind a held trick: jump to the end
        if (this.held !== null && ++this.#waiting > 2) this.#release();
        this.laid = seat;
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
          this.#after('held', tempo(GATHER_MS), () => this.#release());
        });
        break;
      }
      case 'raised':
        this.#release();
        this.bubbles = {};
        if (seat === null) break;
        if (!me.answers) {
          this.sign = { word: event['word'] as RaiseWord, to: event['to'] as number, seat };
          this.#after('sign', tempo(SIGN_MS), () => {
            this.sign = null;
          });
        }
        this.bubbles = { ...this.bubbles, [seat]: `sign.${event['word'] as RaiseWord}` };
        break;
      case 'accepted':
        this.sign = null;
        this.bubbles = {};
        if (seat !== null) this.say(seat, 'accepted');
        break;
      case 'hand_taken':
        if (seat !== null) this.say(seat, 'taken');
        break;
      case 'hand_won':
        this.sign = null;
        this.bubbles = {};
        break;
    }
  }

  say(seat: number, what: Bubble): void {
    this.bubbles = { ...this.bubbles, [seat]: what };
    this.#after(`bubble ${seat}`, BUBBLE_MS, () => {
      if (this.bubbles[seat] !== what) return;
      const rest = { ...this.bubbles };
      delete rest[seat];
      this.bubbles = rest;
    });
  }

  /** A tap ends what moves: the table jumps to its newest state. */
  skip(): void {
    this.#release();
    this.#stop('sign');
    this.sign = null;
  }

  clear(): void {
    for (const name of [...this.#timers.keys()]) this.#stop(name);
    this.held = null;
    this.sign = null;
    this.bubbles = {};
    this.laid = null;
    this.#waiting = 0;
  }

  #release(): void {
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
