/** Sounds of the table, made here note by note: under 0.4 s, quiet, and never the only sign of anything. */
import { settings } from '../lib/settings.svelte';

export type Sound =
  | 'card'
  | 'covered'
  | 'gather'
  | 'shuffle'
  | 'deal'
  | 'turn'
  | 'tick'
  | 'call'
  | 'accepted'
  | 'ran'
  | 'message'
  | 'person'
  | 'lost_line'
  | 'back'
  | 'won'
  | 'lost';

const GROUP: Record<Sound, 'soundTurn' | 'soundTable' | 'soundClock' | 'soundPeople'> = {
  card: 'soundTable',
  covered: 'soundTable',
  gather: 'soundTable',
  shuffle: 'soundTable',
  deal: 'soundTable',
  turn: 'soundTurn',
  tick: 'soundClock',
  call: 'soundTurn',
  accepted: 'soundTurn',
  ran: 'soundTurn',
  message: 'soundPeople',
  person: 'soundPeople',
  lost_line: 'soundPeople',
  back: 'soundPeople',
  won: 'soundTable',
  lost: 'soundTable',
};

let context: AudioContext | null = null;

/** Browsers let a page sound only after a touch or a key: call this on one. */
export function wake(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
}

export function wanted(sound: Sound): boolean {
  return settings.sound && settings[GROUP[sound]];
}

export function play(sound: Sound): void {
  if (!wanted(sound) || context === null || context.state !== 'running') return;
  const at = context.currentTime + 0.005;
  switch (sound) {
    case 'card':
      noise(context, at, 0.07, 1800, 0.16);
      break;
    case 'covered':
      noise(context, at, 0.08, 700, 0.1);
      break;
    case 'gather':
      noise(context, at, 0.16, 1100, 0.09);
      break;
    case 'shuffle':
      for (let i = 0; i < 6; i++) noise(context, at + i * 0.05, 0.04, 2200, 0.07);
      break;
    case 'deal':
      noise(context, at, 0.04, 2400, 0.07);
      break;
    case 'turn':
      wood(context, at, 520, 0.14);
      wood(context, at + 0.13, 700, 0.14);
      break;
    case 'tick':
      wood(context, at, 880, 0.07);
      break;
    case 'call': // a hand on the table
      thump(context, at, 0.3);
      noise(context, at, 0.06, 900, 0.18);
      thump(context, at + 0.17, 0.24);
      break;
    case 'accepted':
      wood(context, at, 440, 0.14);
      wood(context, at + 0.1, 440, 0.14);
      break;
    case 'ran':
      wood(context, at, 420, 0.12);
      wood(context, at + 0.12, 300, 0.12);
      break;
    case 'message':
      wood(context, at, 980, 0.06);
      break;
    case 'person':
      wood(context, at, 640, 0.07);
      wood(context, at + 0.08, 860, 0.06);
      break;
    case 'lost_line':
      wood(context, at, 360, 0.1);
      wood(context, at + 0.16, 270, 0.1);
      break;
    case 'back':
      wood(context, at, 270, 0.1);
      wood(context, at + 0.16, 360, 0.1);
      break;
    case 'won':
      [523, 659, 784].forEach((pitch, i) => wood(context as AudioContext, at + i * 0.11, pitch, 0.13));
      break;
    case 'lost':
      [392, 330].forEach((pitch, i) => wood(context as AudioContext, at + i * 0.16, pitch, 0.1));
      break;
  }
}

/** A short shake of the phone: my turn, a call to answer. Browsers allow it only once the page was touched. */
export function vibrate(): void {
  if (!settings.vibration || typeof navigator === 'undefined' || !('vibrate' in navigator)) return;
  if (navigator.userActivation?.hasBeenActive === true) navigator.vibrate(30);
}

/** A struck piece of wood. */
function wood(at: AudioContext, time: number, pitch: number, loud: number): void {
  const tone = at.createOscillator();
  const gain = at.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, time);
  gain.gain.setValueAtTime(loud, time);
  gain.gain.exponentialRampToValueAtTime(0.0005, time + 0.14);
  tone.connect(gain).connect(at.destination);
  tone.start(time);
  tone.stop(time + 0.16);
}

function thump(at: AudioContext, time: number, loud: number): void {
  const tone = at.createOscillator();
  const gain = at.createGain();
  tone.type = 'sine';
  tone.frequency.setValueAtTime(140, time);
  tone.frequency.exponentialRampToValueAtTime(55, time + 0.1);
  gain.gain.setValueAtTime(loud, time);
  gain.gain.exponentialRampToValueAtTime(0.0005, time + 0.16);
  tone.connect(gain).connect(at.destination);
  tone.start(time);
  tone.stop(time + 0.18);
}

/** Paper on felt. */
function noise(at: AudioContext, time: number, length: number, colour: number, loud: number): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(colour, time);
  const gain = at.createGain();
  gain.gain.setValueAtTime(loud, time);
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(time);
}
