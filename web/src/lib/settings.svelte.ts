/** What a person chose on this device; kept in localStorage and nowhere else. */
import type { Lang } from './i18n/types';

export interface Settings {
  lang: Lang;
  theme: 'system' | 'light' | 'dark';
  suits: 'two' | 'four';
  large: boolean;
  oneTap: boolean;
  motion: 'normal' | 'fast' | 'none';
  sound: boolean;
  soundTurn: boolean;
  soundTable: boolean;
  soundClock: boolean;
  soundPeople: boolean;
  vibration: boolean;
  keys: boolean;
  phrases: boolean;
  speakCards: boolean;
}

const STORE = 'carteado.settings';

const CHOICES: { readonly [K in keyof Settings]?: readonly Settings[K][] } = {
  lang: ['pt-BR', 'en'],
  theme: ['system', 'light', 'dark'],
  suits: ['two', 'four'],
  motion: ['normal', 'fast', 'none'],
};

function defaults(): Settings {
  const languages = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [navigator.language]);
  const first = languages.find((each) => /^(pt|en)\b/i.test(each));
  return {
    lang: first !== undefined && /^en\b/i.test(first) ? 'en' : 'pt-BR',
    theme: 'system',
    suits: 'two',
    large: false,
    oneTap: false,
    motion: 'normal',
    sound: true,
    soundTurn: true,
    soundTable: false,
    soundClock: false,
    soundPeople: false,
    vibration: true,
    keys: true,
    phrases: true,
    speakCards: false,
  };
}

/** Stored settings over the defaults; what does not fit is left out, so that an old or broken store never hurts. */
export function readSettings(stored: string | null): Settings {
  const merged = defaults();
  let data: unknown = null;
  try {
    data = stored === null ? null : JSON.parse(stored);
  } catch {
    return merged;
  }
  if (typeof data !== 'object' || data === null) return merged;
  for (const name of Object.keys(merged) as (keyof Settings)[]) {
    const value = (data as Record<string, unknown>)[name];
    const allowed: readonly unknown[] | undefined = CHOICES[name];
    const fits = allowed ? allowed.includes(value) : typeof value === typeof merged[name];
    if (fits) Object.assign(merged, { [name]: value });
  }
  return merged;
}

function load(): string | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null; // private mode or storage switched off
  }
}

export const settings: Settings = $state(readSettings(load()));

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  try {
    localStorage.setItem(STORE, JSON.stringify($state.snapshot(settings)));
  } catch {
    // the choice holds until the page is closed
  }
}

/** Whether things may travel over the screen: the setting and the system's wish for less motion. */
export function motionAllowed(): boolean {
  return settings.motion !== 'none' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Writes the settings to the root element; call inside an effect. */
export function applySettings(root: HTMLElement, systemDark: boolean): void {
  root.lang = settings.lang;
  root.dataset['theme'] = settings.theme === 'system' ? (systemDark ? 'dark' : 'light') : settings.theme;
  root.dataset['suits'] = settings.suits;
  root.dataset['text'] = settings.large ? 'large' : 'normal';
  root.dataset['motion'] = settings.motion;
}
