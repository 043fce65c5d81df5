/** The game that this device played last, for "play now"; nothing else is remembered. */
import type { GameListing } from './wire';

const STORE = 'carteado.last';

export interface Recent {
  game: string;
  seats: number;
}

/** The last game if the room still has it, else the first of the catalogue. */
export function lastGame(games: readonly GameListing[] | null): Recent | null {
  const first = games?.[0];
  if (games === null || first === undefined) return null;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'game' in stored && 'seats' in stored) {
      const known = games.find((each) => each.id === stored.game);
      const seats = known?.seats.find((each) => each === stored.seats);
      if (known !== undefined && seats !== undefined) return { game: known.id, seats };
    }
  } catch {
    // nothing stored, or storage is switched off
  }
  return { game: first.id, seats: first.seats[0] ?? 4 };
}

export function rememberGame(game: string, seats: number): void {
  try {
    localStorage.setItem(STORE, JSON.stringify({ game, seats }));
  } catch {
    // not remembered
  }
}
