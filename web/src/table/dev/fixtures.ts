/** Views and events of real matches, written by make_fixtures.py. */
import type { GameEvent, RoomSeen, Stage, TrucoView } from '../../lib/wire';
import data from './fixtures.json';

export interface Scene {
  view: TrucoView;
  room: RoomSeen;
  events: GameEvent[];
}
export interface Step {
  events: GameEvent[];
  view: TrucoView;
  stage: Stage;
}
export interface Recorded {
  room: RoomSeen;
  steps: Step[];
}

export const SCENES = data.scenes as unknown as Record<string, Scene>;
export const MATCHES = data.matches as unknown as Record<string, Recorded>;

export function sceneNamed(name: string): Scene {
  const scene = SCENES[name];
  if (scene === undefined) throw new Error(`no scene ${name}`);
  return scene;
}

export function matchNamed(name: string): Recorded {
  const match = MATCHES[name];
  if (match === undefined) throw new Error(`no match ${name}`);
  return match;
}
