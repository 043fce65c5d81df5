/**
 * The message catalogue: everything that a player reads, in Portuguese and English.
 *
 * One file per area; keys carry the area as prefix. `t` is typed: a wrong key or a missing parameter does not
 * compile. It reads the language from the settings, so what calls it in a template follows a change at once.
 */
import { settings } from '../settings.svelte';
import * as cacheta from './cacheta';
import * as common from './common';
import * as lobby from './lobby';
import * as mauMau from './mau_mau';
import * as options from './options';
import * as refusals from './refusals';
import * as sueca from './sueca';
import * as table from './table';
import * as truco from './truco';
import type { Args, Lang, Message, Messages, Value } from './types';

export type { Lang } from './types';

const pt = {
  ...common.pt,
  ...lobby.pt,
  ...options.pt,
  ...refusals.pt,
  ...table.pt,
  ...truco.pt,
  ...sueca.pt,
  ...cacheta.pt,
  ...mauMau.pt,
} as const;
type Catalogue = typeof pt;
export type Key = keyof Catalogue;

const en: { readonly [K in Key]: Message } = {
  ...common.en,
  ...lobby.en,
  ...options.en,
  ...refusals.en,
  ...table.en,
  ...truco.en,
  ...sueca.en,
  ...cacheta.en,
  ...mauMau.en,
};

export const CATALOGUES: Readonly<Record<Lang, Messages>> = { 'pt-BR': pt, en };

export function lang(): Lang {
  return settings.lang;
}

/** The message of a key with its parameters filled in; `count` chooses between one and other. */
export function t<K extends Key>(key: K, ...args: Args<Catalogue[K]>): string {
  return fill(CATALOGUES[settings.lang][key] ?? key, args[0] ?? {});
}

/** Whether the catalogue has a key that was put together at run time (a code of the server). */
export function has(key: string): key is Key {
  return Object.hasOwn(pt, key);
}

/**
 * The message of a key put together at run time, or `null` when there is none. Facts that it does not name are
 * ignored, names without a fact stay empty.
 */
export function tCode(key: string, facts: Readonly<Record<string, unknown>> = {}): string | null {
  if (!has(key)) return null;
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
  }
  return fill(CATALOGUES[settings.lang][key] ?? key, values);
}

function fill(message: Message, params: Readonly<Record<string, Value>>): string {
  const text = typeof message === 'string' ? message : params['count'] === 1 ? message.one : message.other;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** "Ana, Bia e Caio" in the language of the page. */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(settings.lang, { type: 'conjunction' }).format(words);
}
