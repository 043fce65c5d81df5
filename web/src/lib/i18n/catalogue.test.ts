import { expect, test } from 'vitest';
import { CATALOGUES, t, tCode } from './index.svelte';
import { change } from '../settings.svelte';
import type { Message } from './types';

const pt = CATALOGUES['pt-BR'];
const en = CATALOGUES.en;

function forms(message: Message): string[] {
  return typeof message === 'string' ? [message] : [message.one, message.other];
}

function names(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort();
}

test('both languages have the same keys', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(pt).sort());
});

test('each message has the same placeholders in both languages and in both numbers', () => {
  const wrong = Object.entries(pt).filter(([key, message]) => {
    const other = en[key];
    if (other === undefined || typeof other !== typeof message) return true;
    const wanted = new Set(forms(message).flatMap(names));
    const got = new Set(forms(other).flatMap(names));
    return [...wanted].sort().join() !== [...got].sort().join();
  });
  expect(wrong).toEqual([]);
});

test('no message is empty, has stray braces or double spaces', () => {
  for (const [lang, messages] of Object.entries(CATALOGUES)) {
    for (const [key, message] of Object.entries(messages)) {
      for (const text of forms(message)) {
        expect(text.trim(), `${lang} ${key}`).toBe(text);
        expect(text, `${lang} ${key}`).not.toBe('');
        expect(text.replace(/\{\w+\}/g, 'x'), `${lang} ${key}`).not.toMatch(/[{}]| {2}/);
      }
    }
  }
});

test('parameters are filled in, count chooses the number, and the language is followed', () => {
  change({ lang: 'pt-BR' });
  expect(t('card.of', { rank: 'sete', suit: 'copas' })).toBe('sete de copas');
  expect(t('line.missed', { count: 1 })).toBe('Voltou. Enquanto você esteve fora: 1 jogada.');
  expect(t('line.missed', { count: 2 })).toBe('Voltou. Enquanto você esteve fora: 2 jogadas.');
  change({ lang: 'en' });
  expect(t('line.missed', { count: 2 })).toBe('Back again. While you were away: 2 plays.');
  change({ lang: 'pt-BR' });
});

test('a code of the server without a message gives null, facts that are no text are left out', () => {
  expect(tCode('refusal.never_heard_of')).toBeNull();
  expect(tCode('toString')).toBeNull();
  expect(tCode('card.of', { rank: 'rei', suit: { deep: true } })).toBe('rei de ');
});
