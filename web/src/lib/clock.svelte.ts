/** Clocks are the server's; here time that has passed since a message came is taken off, nothing else. */
import type { ClockSeen } from './wire';

/** Milliseconds of this page, for `at` of what was received. Never sent anywhere. */
export function now(): number {
  return performance.now();
}

export interface ClockShown {
  /** Whole seconds left of the present time, of the move or of the reserve. */
  seconds: number;
  /** What is left of the bar, 0 to 1; it only shrinks. */
  part: number;
  inReserve: boolean;
}

/** What a clock shows `elapsed` milliseconds after it was received. */
export function clockShown(clock: ClockSeen, elapsed: number): ClockShown {
  const gone = Math.max(0, elapsed);
  const move = clock.in_reserve ? 0 : clock.left_ms;
  const moveLeft = Math.max(0, move - gone);
  if (moveLeft > 0 || clock.reserve_ms <= 0) {
    return {
      seconds: Math.ceil(moveLeft / 1000),
      part: clock.of_ms > 0 ? Math.min(1, moveLeft / clock.of_ms) : 0,
      inReserve: false,
    };
  }
  const left = Math.max(0, clock.reserve_ms - Math.max(0, gone - move));
  return { seconds: Math.ceil(left / 1000), part: clock.reserve_ms > 0 ? left / clock.reserve_ms : 0, inReserve: true };
}

/** Whole seconds left of a time that was `ms` when it came. */
export function secondsLeft(ms: number, elapsed: number): number {
  return Math.ceil(Math.max(0, ms - Math.max(0, elapsed)) / 1000);
}

/** A `now()` that components may read: it moves four times a second while something watches it. */
class Ticker {
  #now = $state(now());
  #watchers = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  get now(): number {
    return this.#now;
  }

  /** Starts it; the answer stops it. For use as `$effect(() => ticker.watch())`. */
  watch(): () => void {
    this.#watchers += 1;
    this.#now = now();
    this.#timer ??= setInterval(() => {
      this.#now = now();
    }, 250);
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0 && this.#timer !== null) {
        clearInterval(this.#timer);
        this.#timer = null;
      }
    };
  }
}

export const ticker = new Ticker();
