/** Views and events of real matches, written by make_fixtures.py. */
import type { GameEvent, GameView, RoomSeen, Stage, SuecaView, TrucoView } from '../../lib/wire';
import truco from './fixtures.json';
import sueca from './sueca.json';

export interface Scene<V = GameView> {
  view: V;
  room: RoomSeen;
  events: GameEvent[];
}
export interface Step<V = GameView> {
  events: GameEvent[];
  view: V;
  stage: Stage;
}
export interface Recorded<V = GameView> {
  room: RoomSeen;
  steps: Step<V>[];
}

export const SCENES = truco.scenes as unknown as Record<string, Scene<TrucoView>>;
export const MATCHES = truco.matches as unknown as Record<string, Recorded<TrucoView>>;
export const SUECA_SCENES = sueca.scenes as unknown as Record<string, Scene<SuecaView>>;
export const SUECA_MATCHES = sueca.matches as unknown as Record<string, Recorded<SuecaView>>;

function named<T>(all: Record<string, T>, name: string): T {
  const found = all[name];
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  return found;
}

export function sceneNamed(name: string): Scene<TrucoView> {
  return named(SCENES, name);
}

export function suecaNamed(name: string): Scene<SuecaView> {
  return named(SUECA_SCENES, name);
}

/** For the development page, which shows any game. */
export function anyScene(game: string, name: string): Scene {
  if (game === 'sueca') return suecaNamed(name);
  return SCENES[name] ?? sceneNamed('my_turn');
}

export function matchNamed(name: string): Recorded {
  return named<Recorded>({ ...MATCHES, ...SUECA_MATCHES }, name);
}
