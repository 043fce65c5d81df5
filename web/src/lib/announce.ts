/**
 * Spoken news: one polite and one assertive live region for the whole page.
 *
 * Polite sentences are joined to at most one message a second, in order; an assertive one is said at once and
 * takes along nothing. The last sentences stay available for "repeat".
 */

export type Loudness = 'polite' | 'assertive';

export interface Voice {
  /** Puts a text into a live region. */
  speak(loudness: Loudness, text: string): void;
}

const GAP_MS = 1000;

let voice: Voice | null = null;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
let last = '';

/** The page's live regions, or null when they go away. */
export function setVoice(next: Voice | null): void {
  voice = next;
  if (next === null) {
    waiting = [];
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }
}

export function announce(text: string, loudness: Loudness = 'polite'): void {
  if (text === '') return;
  if (loudness === 'assertive') {
    last = text;
    voice?.speak('assertive', text);
    return;
  }
  waiting.push(text);
  if (timer === null) flush();
}

/** The last sentence again (key R). */
export function repeat(): void {
  if (last !== '') voice?.speak('assertive', last);
}

export function lastSentence(): string {
  return last;
}

function flush(): void {
  timer = null;
  if (waiting.length === 0) return;
  last = waiting.join(' ');
  waiting = [];
  voice?.speak('polite', last);
  timer = setTimeout(flush, GAP_MS);
}
