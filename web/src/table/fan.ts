/** How a hand of many cards lies in the room there is. */

export interface Fan {
  /** Of a card, px. */
  width: number;
  /** From one card to the next, px. */
  step: number;
  rows: number;
  /** Cards of a full row. */
  each: number;
}

/** The part of a card's width that holds the whole index: a step must not be less. */
const INDEX = 0.44;
/** Nor less than a finger finds. */
const FINGER = 29;
/** Free at both ends together; where there is more room the hand does not touch the edges. */
const EDGE = 8;
const WIDE_EDGE = 56;

/**
 * `wide`: px there are; `high`: of the page, whose table a hand of large cards would hide; `most`: cards of a full
 * hand, by which cards are as large as they are.
 */
export function fanOf(count: number, wide: number, high: number, most = count): Fan {
  const roomy = wide >= 640 && high >= 500;
  for (let rows = 1; ; rows += 1) {
    const each = Math.max(1, Math.ceil(count / rows));
    const whole = widthOf(Math.max(count, most), wide, high);
    for (const width of rows > 1 ? [roomy ? 76 : 52] : roomy ? [whole, 80] : [whole]) {
      const step = stepOf(each, width, wide);
      if (each < 2 || step >= Math.max(INDEX * width, FINGER)) return { width, step, rows, each };
    }
  }
}

/** Of the cards of a hand in one row. */
function widthOf(count: number, wide: number, high: number): number {
  if (high < 500) return 62;
  if (wide >= 640) return high >= 900 ? 120 : 94;
  if (count <= 6) return 76;
  return wide >= 372 ? 68 : count <= 10 ? 66 : 62;
}

/** As far apart as there is room for, but side by side at most. */
function stepOf(count: number, width: number, wide: number): number {
  const edge = wide >= 640 ? WIDE_EDGE : EDGE;
  return count < 2 ? 0 : Math.min(width + 6, Math.floor((wide - edge - width) / (count - 1)));
}
