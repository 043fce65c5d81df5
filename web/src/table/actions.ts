/** The fixed buttons of a view. */
import type { ActionSeen, GameView } from '../lib/wire';

export function action(view: GameView, kind: string): ActionSeen | null {
  return view.actions.find((button) => button.kind === kind) ?? null;
}

/** A move that may be offered: legal, and not one that ruins its player. */
export function offered(button: ActionSeen | null): button is ActionSeen & { move: string } {
  return button !== null && button.move !== null && button.grave === null;
}
