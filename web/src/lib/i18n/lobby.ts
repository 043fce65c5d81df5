import type { Translation } from './types';

export const pt = {} as const;

export const en: Translation<typeof pt> = {};
