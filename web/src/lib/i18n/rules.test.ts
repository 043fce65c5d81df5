import { expect, test } from 'vitest';
import { CATALOGUES } from './index.svelte';
import { RULES } from './rules';

test('both languages tell the same clauses in the same order', () => {
  expect(Object.keys(RULES.en)).toEqual(Object.keys(RULES['pt-BR']));
  for (const [game, sections] of Object.entries(RULES['pt-BR'])) {
    const other = RULES.en[game] ?? [];
    expect(other.map((each) => each.id), game).toEqual(sections.map((each) => each.id));
    const clauses = (list: typeof sections) => list.flatMap((each) => each.clauses.map((clause) => [clause.n, clause.option]));
    expect(clauses(other), game).toEqual(clauses(sections));
  }
});

test('every fact of the rulebooks that is a rule stands in the text', () => {
  const told = (game: string) =>
    new Set((RULES['pt-BR'][game] ?? []).flatMap((each) => each.clauses.flatMap((clause) => clause.n.split(' '))));
  const paulista = told('truco_paulista');
  for (let n = 1; n <= 36; n += 1) expect(paulista.has(`R${n}`), `Paulista R${n}`).toBe(true);
  const mineiro = told('truco_mineiro');
  for (let n = 1; n <= 58; n += 1) expect(mineiro.has(`R${n}`), `Mineiro R${n}`).toBe(true);
  const sueca = told('sueca');
  for (let n = 1; n <= 40; n += 1) expect(sueca.has(`R${n}`), `Sueca R${n}`).toBe(true);
  const cacheta = told('cacheta');
  for (let n = 1; n <= 42; n += 1) expect(cacheta.has(`R${n}`), `Cacheta R${n}`).toBe(true);
  const mauMau = told('mau_mau');
  for (let n = 1; n <= 36; n += 1) expect(mauMau.has(`R${n}`), `Mau-Mau R${n}`).toBe(true);
});

test('an option named by a clause has words', () => {
  for (const sections of Object.values(RULES['pt-BR'])) {
    for (const clause of sections.flatMap((each) => each.clauses)) {
      if (clause.option !== undefined) expect(CATALOGUES['pt-BR']).toHaveProperty([`option.${clause.option}`]);
    }
  }
});
