import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('index.html', 'utf8');

test('the page runs no inline script or handler, since the policy is script-src self', () => {
  const doc = new DOMParser().parseFromString(page, 'text/html');
  for (const script of doc.querySelectorAll('script')) {
    expect(script.getAttribute('src')).toMatch(/^\//);
    expect(script.textContent.trim()).toBe('');
  }
  for (const element of doc.querySelectorAll('*')) {
    expect(element.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([]);
  }
});

test('the page names its language and its icon', () => {
  const doc = new DOMParser().parseFromString(page, 'text/html');
  expect(doc.documentElement.lang).toBe('pt-BR');
  expect(doc.querySelector('link[rel="icon"]')?.getAttribute('href')).toBe('/icon.svg');
});
