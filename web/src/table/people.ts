/** Who comes and goes at a table. */
import type { GameEvent, SeatSeen } from '../lib/wire';

/** What changed at a seat between two looks, as an event for the log; null when nothing worth telling did. */
export function peopleNews(old: SeatSeen, seat: SeatSeen): GameEvent | null {
  if (seat.person !== old.person) {
    if (seat.person !== null) return { event: 'sat', name: seat.name };
    return { event: 'left', name: old.name };
  }
  if (seat.person === null) {
    if (seat.robot && !old.robot) return { event: 'robot_plain' };
    return null;
  }
  if (seat.robot && !old.robot) return { event: 'robot_in', name: seat.name };
  if (!seat.connected && old.connected) return { event: 'away', name: seat.name };
  if ((seat.connected && !old.connected) || (!seat.robot && old.robot)) return { event: 'came_back', name: seat.name };
  return null;
}
