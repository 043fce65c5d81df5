/** Names of those at a table. */
import { t } from './i18n/index.svelte';
import type { RoomSeen, SeatSeen } from './wire';

/** A robot of its own, not one that stands in for a person. */
export function isRobot(seat: SeatSeen): boolean {
  return seat.robot && seat.person === null;
}

export function isFree(seat: SeatSeen): boolean {
  return !seat.robot && seat.person === null;
}

/** The server gives robots no names; with several at a table the log must tell them apart. */
export function nameRobots(room: RoomSeen): RoomSeen {
  if (!room.seats.some((seat) => isRobot(seat) && seat.name === null)) return room;
  return {
    ...room,
    seats: room.seats.map((seat, number) =>
      isRobot(seat) && seat.name === null ? { ...seat, name: t('common.robot_n', { n: number + 1 }) } : seat,
    ),
  };
}
