/** What moves and is said at a table of truco besides what every table shows. */
import type { GameEvent, RaiseWord, TrucoView } from '../lib/wire';
import type { Director } from './director.svelte';
import { seatOf } from './who';

/** What stands on the painted sign. */
export interface ShownSign {
  word: RaiseWord;
  to: number;
  seat: number;
}

/** One event with the view after its step; `answers`: it is I who must answer, so the sign is no show. */
export function reactTruco(director: Director<ShownSign>, event: GameEvent, view: TrucoView, answers: boolean): void {
  director.react(event, view);
  const seat = seatOf(event);
  switch (event.event) {
    case 'raised': {
      director.release();
      director.hush();
      if (seat === null) break;
      const word = event['word'] as RaiseWord;
      if (!answers) director.paint({ word, to: event['to'] as number, seat });
      director.say(seat, { key: `truco.sign.${word}`, shout: true }, 'on');
      break;
    }
    case 'accepted':
      director.unpaint();
      director.hush();
      if (seat !== null) director.say(seat, { key: 'truco.accepted_bubble' });
      break;
    case 'hand_taken':
      if (seat !== null) director.say(seat, { key: 'truco.taken_bubble' });
      break;
    case 'hand_won':
      director.unpaint();
      director.hush();
      break;
  }
}
