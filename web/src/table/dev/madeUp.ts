/** The view and the room of a made-up game, for `MadeUp.svelte`. */
import type { GameView, RoomSeen } from '../../lib/wire';

const NAMES = ['Ana', 'Zeca', 'Nando', 'Bia', 'Dudu', 'Lúcia', 'Tião', 'Benedita Aparecida'];
const CARDS = 'Qh 7h Js 4c 9s Kd As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd'.split(' ');

export function madeUp(
  seats: number,
  you: number | null,
  held: number,
  waiting: number[],
): { view: GameView; room: RoomSeen; cards: string[] } {
  const view = { game: 'made_up', seats, seat: you, decision: 4, waiting, table: { hand: 1 }, legal: [], actions: [] };
  const room: RoomSeen = {
    table: 'mesa-de-teste',
    game: 'made_up',
    options: {},
    pace: 'normal',
    private: false,
    watchers: true,
    stage: 'playing',
    host: false,
    you,
    seats: NAMES.slice(0, seats).map((name, seat) => ({
      name,
      person: seat === 5 ? null : `p${seat}`,
      robot: seat === 5,
      connected: seat !== 6,
      away_ms: seat === 6 ? 18_000 : null,
      ready: true,
      rematch: seat % 3 === 0 ? true : null,
      coming: null,
    })),
    watching: 0,
    clock: { seats: waiting, left_ms: 9000, of_ms: 20_000, reserve_ms: 0, in_reserve: false },
    hold_ms: null,
    go_on: [],
    advice: null,
    match: 1,
  };
  return { view: view as unknown as GameView, room, cards: you === null ? [] : CARDS.slice(0, held) };
}
