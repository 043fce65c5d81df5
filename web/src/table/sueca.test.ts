import { beforeEach, expect, test } from 'vitest';
import { has, t } from '../lib/i18n/index.svelte';
import { change } from '../lib/settings.svelte';
import type { DealSeen, GameEvent } from '../lib/wire';
import { SUECA_MATCHES, SUECA_SCENES, suecaNamed } from './dev/fixtures';
import { fanOf } from './fan';
import { asked, follows, mayPlay, sortHand, trickSeen } from './sueca';
import { howWon, suecaLine, suecaRefusal, suecaSentence } from './suecaWords';
import { placeOf, rankOf, soloEndTitle, whoOf, type Who } from './who';

beforeEach(() => change({ lang: 'pt-BR' }));

const who: Who = { seats: 4, you: 0, names: ['Ana', 'Zeca', 'Bia', 'Toninho'] };
const watcher: Who = { ...who, you: null };

function line(name: string): string[] {
  const { view, room } = suecaNamed(name);
  const shown = suecaLine(view, whoOf(room, view), true);
  return [shown.title, shown.small, shown.tone];
}

test('a hand is sorted by suit, low to high, the trump at the right', () => {
  const cards = 'Ah 7c 2d Jd Qd Kc 7d'.split(' ');
  expect(sortHand(cards, 'd', 'suit').join(' ')).toBe('Kc 7c Ah 2d Qd Jd 7d');
  expect(sortHand(cards, 'c', 'suit').join(' ')).toBe('2d Qd Jd 7d Ah Kc 7c');
  expect(sortHand(cards, null, 'rank').join(' ')).toBe('2d Qd Jd Kc 7c 7d Ah');
  expect(cards[0]).toBe('Ah'); // what the view holds stays as it is
});

test('what must be followed is read off the legal moves', () => {
  expect(follows(suecaNamed('follow').view)).toBe('h');
  expect(follows(suecaNamed('any_card').view)).toBeNull();
  expect(follows(suecaNamed('i_lead').view)).toBeNull();
  expect(mayPlay(suecaNamed('follow').view, '7h')).toBe(true);
  expect(mayPlay(suecaNamed('follow').view, '7d')).toBe(false);
});

test('it is asked of me and of nobody else', () => {
  expect(asked(suecaNamed('follow').view)).toBe('play');
  expect(asked(suecaNamed('opening').view)).toBe('play');
  expect(asked(suecaNamed('waiting').view)).toBeNull();
  expect(asked(suecaNamed('spectator').view)).toBeNull();
  expect(asked(suecaNamed('hand_over').view)).toBeNull();
});

test('a trick has its winner when it is done, before that who is winning', () => {
  const { table } = suecaNamed('second_trick').view;
  expect(trickSeen(table.last_trick, true)).toMatchObject({ winner: 'A', seat: 0, best: 0 });
  expect(trickSeen(table.trick, false)).toMatchObject({ winner: null, seat: null, best: 2 });
  expect(trickSeen(null, true)).toBeNull();
});

test('the own line says whose turn it is and what to do', () => {
  expect(line('i_lead')).toEqual(['Sua vez', 'você sai jogando', 'turn']);
  expect(line('follow')).toEqual(['Sua vez', 'siga copas', 'turn']);
  expect(line('any_card')).toEqual(['Sua vez', 'jogue qualquer carta', 'turn']);
  expect(line('opening')).toEqual(['Sua vez', 'jogue uma carta ou baixe o jogo', 'turn']);
  expect(line('opening_others')).toEqual(['Vez de Ana', 'sua dupla', 'wait']);
  expect(line('waiting')).toEqual(['Vez de Toninho', 'você é o próximo', 'wait']);
  expect(line('laid_down')).toEqual(['Ana baixou o jogo', 'dando de novo', 'result']);
  expect(line('hand_drawn')).toEqual(['Ninguém marcou', '60 a 60, acumula 1', 'result']);
});

test('each event is one sentence', () => {
  const told = (event: GameEvent, by: Who = who): string | null => suecaSentence(event, by);
  expect(told({ event: 'dealt', hand: 2, dealer: 3, trump: 's', trump_card: '6s', again: false })).toBe(
    'Partida 2: Toninho deu as cartas. Trunfo: espadas, seis de espadas.',
  );
  expect(told({ event: 'played', seat: 2, card: 'Kh' })).toBe('Bia jogou rei de copas.');
  expect(told({ event: 'trick_won', trick: 3, seat: 0 })).toBe('Vaza 3: Você.');
  expect(told({ event: 'laid_down', seat: 1, points: 1, cards: [] })).toBe('Zeca baixou o jogo com 1 ponto.');
  const won = { event: 'hand_won', hand: 2, pair: 'B', points: 2, reason: 'points', card_points: [29, 91], tricks: [3, 7], carry: 0 };
  expect(told(won)).toBe('Partida 2: 29 a 91 pontos. Eles +2.');
  expect(told(won, watcher)).toBe('Partida 2: 29 a 91 pontos. Zeca e Toninho +2.');
  expect(told({ event: 'match_won', winners: [0, 2] })).toBe('Ganhamos o jogo.');
  expect(told({ event: 'match_won', winners: [] })).toBe('O jogo terminou empatado.');
  expect(told({ event: 'away', name: 'Tião' })).toBe('Tião caiu.');
  expect(told({ event: 'something_new' })).toBeNull();
});

test('every event of the recorded deals has a sentence, in both languages', () => {
  for (const lang of ['pt-BR', 'en'] as const) {
    change({ lang });
    const steps = [
      ...Object.values(SUECA_MATCHES).flatMap((one) => one.steps.map((step) => ({ ...step, room: one.room }))),
      ...Object.values(SUECA_SCENES),
    ];
    for (const { events, view, room } of steps) {
      for (const event of events) {
        const text = suecaSentence(event, whoOf(room, view));
        expect(text, `${lang} ${event.event}`).toMatch(/^\p{Lu}.*\.$/u);
        expect(text).not.toMatch(/undefined|null|[{}]|NaN| {2}/);
      }
    }
  }
});

test('how a deal was won, mine first', () => {
  const deal: DealSeen = { pair: 'A', points: 1, reason: 'points', card_points: [61, 59], tricks: [4, 6], carry: 0 };
  expect(howWon(deal, who)).toBe('61 a 59 pontos');
  expect(howWon(deal, { ...who, you: 1 })).toBe('59 a 61 pontos');
  expect(howWon({ ...deal, reason: 'sweep' }, { ...who, you: 1 })).toBe('eles fizeram bandeirada');
  expect(howWon({ ...deal, pair: null, reason: 'draw', carry: 2 }, who)).toBe('60 a 60, acumula 2');
  expect(howWon({ ...deal, pair: null, reason: 'draw', carry: 0 }, who)).toBe('60 a 60');
});

/** Every code that the rules give, with facts as they come. */
const CODES: readonly (readonly [string, Record<string, unknown>])[] = [
  ['match_over', {}],
  ['not_seated', {}],
  ['hand_over', {}],
  ['not_in_phase', {}],
  ['not_your_turn', { turn: 2 }],
  ['card_not_in_hand', { card: '7h' }],
  ['bad_card', { card: '8c' }],
  ['bad_move', {}],
  ['must_follow_suit', { suit: 'h' }],
  ['lay_down_disabled', {}],
  ['lay_down_not_first_player', { first: 1 }],
  ['lay_down_too_late', {}],
  ['lay_down_not_eligible', { points: 14, most: 10 }],
  ['stale_decision', {}],
];

test('a refusal is a sentence, never a bare code', () => {
  for (const lang of ['pt-BR', 'en'] as const) {
    change({ lang });
    for (const [code, facts] of CODES) {
      const { rule, fact } = suecaRefusal(code, facts, who);
      expect(has(`refusal.${code}`), code).toBe(true);
      expect(rule, code).toMatch(/^\p{Lu}.*\.$/u);
      if (fact !== '') expect(fact, code).toMatch(/^\p{Lu}.*\.$/u);
      expect(`${rule} ${fact}`).not.toMatch(/_|[{}]|undefined/);
    }
    expect(suecaRefusal('no_such_code', {}, who).rule).toBe(t('refusal.unknown'));
  }
});

// ------------------------------------------------------------------------- what every game's table shares

test('a hand of ten fits a small phone with its indexes whole; more lie in rows', () => {
  expect(fanOf(10, 360, 640)).toEqual({ width: 66, step: 31, rows: 1, each: 10 });
  expect(fanOf(11, 360, 640)).toEqual({ width: 62, step: 29, rows: 1, each: 11 });
  expect(fanOf(11, 390, 844)).toEqual({ width: 68, step: 31, rows: 1, each: 11 });
  expect(fanOf(22, 360, 640)).toEqual({ width: 52, step: 30, rows: 2, each: 11 });
  // while cards go, those that are left stay as large
  expect(fanOf(3, 360, 640, 10)).toMatchObject({ width: 66, rows: 1 });
  expect(fanOf(0, 360, 640, 10).width).toBe(66);
  expect(fanOf(1, 360, 640)).toMatchObject({ step: 0, rows: 1 });
  for (let count = 1; count <= 30; count += 1) {
    for (const [wide, high] of [[360, 640], [416, 360], [768, 1024], [960, 800]] as const) {
      const fan = fanOf(count, wide, high);
      expect(fan.width + fan.step * (Math.min(count, fan.each) - 1), `${count} at ${wide}`).toBeLessThanOrEqual(wide);
      expect(fan.rows * fan.each).toBeGreaterThanOrEqual(count);
      if (count > 1) expect(fan.step, `${count} at ${wide}`).toBeGreaterThanOrEqual(0.44 * fan.width);
      expect(fan.width).toBeGreaterThanOrEqual(52);
    }
  }
});

test('two to eight seats have a place each, clockwise from my left', () => {
  expect([0, 1].map((seat) => placeOf(seat, 2, 1))).toEqual(['n', 's']);
  expect([0, 1, 2].map((seat) => placeOf(seat, 3, 0))).toEqual(['s', 'w', 'e']);
  expect([0, 1, 2, 3].map((seat) => placeOf(seat, 4, 2))).toEqual(['n', 'e', 's', 'w']);
  expect([0, 1, 2, 3, 4].map((seat) => placeOf(seat, 5, 0))).toEqual(['s', 'ml', 'tl', 'tr', 'mr']);
  for (let seats = 2; seats <= 8; seats += 1) {
    for (const you of [null, 0, seats - 1]) {
      const places = Array.from({ length: seats }, (_, seat) => placeOf(seat, seats, you));
      expect(new Set(places).size, `${seats}`).toBe(seats);
      expect(places[you ?? 0]).toBe('s');
      for (const place of places) expect(has(`table.place.${place}`), place).toBe(true);
    }
  }
});

test('the end of a match of individuals names the winners; equals share a place', () => {
  const five: Who = { seats: 5, you: 3, names: ['Ana', 'Zeca', 'Bia', 'Tião', 'Rita'] };
  expect(soloEndTitle(five, [3])).toBe('Você ganhou!');
  expect(soloEndTitle(five, [1])).toBe('Não foi dessa vez');
  expect(soloEndTitle({ ...five, you: null }, [1])).toBe('Zeca ganhou');
  expect(soloEndTitle({ ...five, you: null }, [1, 4])).toBe('Zeca e Rita ganharam');
  expect(soloEndTitle(five, [])).toBe('Empate');
  const ranking = [[1], [0, 3], [2], [4]];
  expect([0, 1, 2, 3, 4].map((seat) => rankOf(ranking, seat))).toEqual([2, 1, 4, 2, 5]);
});
