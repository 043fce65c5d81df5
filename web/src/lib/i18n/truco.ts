/** The words of the truco table: its component owns this file. Refusals of the games' codes belong here too. */
import type { Translation } from './types';

export const pt = {} as const;

export const en: Translation<typeof pt> = {};
