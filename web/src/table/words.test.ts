import { beforeEach, expect, test } from 'vitest';
import { has, t } from '../lib/i18n/index.svelte';
import { change } from '../lib/settings.svelte';
import type { GameEvent, TrucoView } from '../lib/wire';
import { MATCHES, sceneNamed } from './dev/fixtures';
import { asked } from './truco';
import {
  callSaid,
  gainSaid,
  handSaid,
  ownLine,
  refusalText,
  result,
  scoreSaid,
  sentence,
  shortWhy,
  tableSaid,
  yourTurnSaid,
} from './words';
import { sideLabel, whoOf, type Who } from './who';

beforeEach(() => change({ lang: 'pt-BR' }));

const who: Who = { seats: 4, you: 0, names: ['Ana', 'Zeca', 'Bia', 'Toninho'] };
const watcher: Who = { ...who, you: null };
const two: Who = { seats: 2, you: 0, names: ['Ana', 'Zeca'] };

function line(name: string): string[] {
  const { view, room } = sceneNamed(name);
  const shown = ownLine(view, whoOf(room, view), asked(view), room.options);
  return [shown.title, shown.small, shown.tone];
}

test('each event is one sentence, the face named', () => {
  const told = (event: GameEvent, by: Who = who): string | null => sentence(event, by, null);
  expect(told({ event: 'played', seat: 2, card: 'Kh', covered: false, name: null })).toBe('Bia jogou rei de copas.');
  expect(told({ event: 'played', seat: 3, card: '6h', covered: false, name: 'copas' })).toBe(
    'Toninho jogou seis de copas, manilha.',
  );
  expect(told({ event: 'played', seat: 1, card: 'X', covered: true, name: null })).toBe('Zeca cobriu uma carta.');
  // my own covered card is on the wire for me, and still not said aloud in a shared room
  expect(told({ event: 'played', seat: 0, card: '4d', covered: true, name: null })).toBe('Você cobriu uma carta.');
  expect(told({ event: 'trick_won', trick: 1, winner: 'A', seat: 0, leader: 0 })).toBe('Primeira vaza nossa.');
  expect(told({ event: 'trick_won', trick: 2, winner: 'B', seat: 1, leader: 1 })).toBe('Segunda vaza deles.');
  expect(told({ event: 'trick_won', trick: 1, winner: 'A', seat: 0, leader: 0 }, watcher)).toBe(
    'Primeira vaza de Ana e Bia.',
  );
  expect(told({ event: 'trick_won', trick: 1, winner: 'B', seat: 1, leader: 1 }, two)).toBe('Primeira vaza de Zeca.');
  expect(told({ event: 'trick_won', trick: 3, winner: 'tie', seat: null, leader: 1 })).toBe('Terceira vaza empatada.');
  expect(told({ event: 'voted', seat: 2, vote: 'run' })).toBe('Bia quer correr.');
  expect(told({ event: 'raised', seat: 3, pair: 'B', to: 8, word: 'six' })).toBe('Toninho pede seis, vale oito.');
  expect(told({ event: 'hand_won', hand: 3, pair: 'A', points: 1, reason: 'run', score: [8, 5] })).toBe(
    'Mão 3: eles correram. Nós +1.',
  );
  expect(told({ event: 'hand_won', hand: 3, pair: null, points: 0, reason: 'three_ties', score: [7, 5] })).toBe(
    'Mão 3: três vazas empatadas. Ninguém marcou.',
  );
  expect(told({ event: 'match_won', winners: [1, 3] })).toBe('Eles ganharam a partida.');
  expect(told({ event: 'match_won', winners: [] })).toBe('A partida terminou empatada.');
  expect(told({ event: 'away', name: 'Tião' })).toBe('Tião caiu.');
  expect(told({ event: 'something_new' })).toBeNull();
  change({ lang: 'en' });
  expect(told({ event: 'played', seat: 3, card: '6h', covered: false, name: 'copas' })).toBe(
    'Toninho played six of hearts, manilha.',
  );
  expect(told({ event: 'trick_won', trick: 1, winner: 'A', seat: 0, leader: 0 })).toBe('First trick ours.');
});

test('every event of whole matches has a sentence, in both languages and for everybody', () => {
  for (const lang of ['pt-BR', 'en'] as const) {
    change({ lang });
    for (const recorded of Object.values(MATCHES)) {
      for (const step of recorded.steps) {
        for (const event of step.events) {
          const text = sentence(event, whoOf(recorded.room, step.view), step.view);
          if (event.event === 'game_won') continue; // a match of one game tells its end once
          expect(text, `${lang} ${event.event}`).toMatch(/^\p{Lu}.*\.$/u);
          expect(text).not.toMatch(/undefined|null|[{}]|NaN| {2}/);
        }
      }
    }
  }
});

test('my turn is told with the table and the value', () => {
  const { view } = sceneNamed('my_turn');
  expect(yourTurnSaid(view)).toBe(
    'Sua vez. Na mesa: dois de espadas, rei de copas, seis de copas, manilha. Vale um.',
  );
  change({ lang: 'en' });
  expect(yourTurnSaid(view)).toBe(
    'Your turn. On the table: two of spades, king of hearts, six of hearts, manilha. Worth one.',
  );
});

test('a call is told with what each answer costs', () => {
  const { view, room } = sceneNamed('call');
  const by = whoOf(room, view);
  expect(callSaid(view, by, 1, 11)).toBe(
    'Toninho pede truco. Aceitar: vale três. Correr: eles ganham um. Onze segundos.',
  );
  expect(callSaid(view, by, 1, null)).toBe('Toninho pede truco. Aceitar: vale três. Correr: eles ganham um.');
  expect(gainSaid(two, 'B', 2)).toBe('Zeca ganha dois');
  change({ lang: 'en' });
  expect(callSaid(view, by, 1, 11)).toBe('Toninho calls truco. Accept: worth three. Run: they get one. Eleven seconds.');
});

test('the own line says whose turn it is and what to do', () => {
  expect(line('my_turn')).toEqual(['Sua vez', 'você é o pé', 'turn']);
  expect(line('i_lead')).toEqual(['Sua vez', 'você é o mão', 'turn']);
  expect(line('second_trick')).toEqual(['Sua vez', 'jogue uma carta', 'turn']);
  expect(line('waiting')).toEqual(['Vez de Toninho', 'você é o próximo', 'wait']);
  expect(line('call')).toEqual(['Responda', 'o primeiro sim vale', 'turn']);
  expect(line('voted_run')).toEqual(['Você quer correr', 'falta Bia', 'turn']);
  expect(line('called_by_me')).toEqual(['Eles respondem', '', 'wait']);
  expect(line('eleven')).toEqual(['Decidam', 'sem resposta, joga', 'turn']);
  expect(line('eleven_theirs')).toEqual(['Eles decidem', 'Mão de onze', 'wait']);
  expect(line('iron')).toEqual(['Sua vez', 'toque num lugar', 'turn']);
  expect(line('ran')).toEqual(['Nós +1', 'eles correram', 'result']);
  expect(line('mineiro_game_over')).toEqual(['Ganhamos este jogo', 'ganhamos as vazas', 'result']);
  expect(line('spectator')).toEqual(['Vez de Ana', '', 'wait']);
  expect(line('spectator_call')).toEqual(['Ana e Bia respondem', '', 'wait']);
  expect(line('two_call')).toEqual(['Responda', 'sem resposta, corre', 'turn']);
});

test('sides are named for the viewer', () => {
  expect([sideLabel(who, 'A'), sideLabel(who, 'B')]).toEqual(['Nós', 'Eles']);
  expect([sideLabel({ ...who, you: 1 }, 'A'), sideLabel({ ...who, you: 1 }, 'B')]).toEqual(['Eles', 'Nós']);
  expect([sideLabel(watcher, 'A'), sideLabel(watcher, 'B')]).toEqual(['Ana e Bia', 'Zeca e Toninho']);
  expect([sideLabel(two, 'A'), sideLabel(two, 'B')]).toEqual(['Você', 'Zeca']);
});

test('score, hand and table can be heard', () => {
  const { view, room } = sceneNamed('mineiro');
  expect(scoreSaid(view, whoOf(room, view))).toBe(
    'Nós 6, Eles 4. A mão vale dois. Jogos ganhos: Nós 1, Eles 0.',
  );
  expect(handSaid(view)).toBe('Suas cartas: dama de ouros, três de espadas, quatro de paus, manilha.');
  expect(tableSaid(sceneNamed('i_lead').view)).toBe('Mesa vazia.');
});

test('the result names the manilha that decided', () => {
  const { view, room } = sceneNamed('hand_over');
  expect(result(whoOf(room, view), view).small).toBe('o zap resolveu');
});

/** Every code that the rules give, with facts as they come. */
const CODES: readonly (readonly [string, Record<string, unknown>])[] = [
  ['match_over', {}],
  ['not_seated', {}],
  ['hand_over', {}],
  ['decision_pending', { pair: 'B' }],
  ['raise_pending', { seat: 3 }],
  ['not_your_turn', { turn: 2 }],
  ['blind_use_position', {}],
  ['card_not_in_hand', { card: '7h' }],
  ['card_not_in_hand', {}],
  ['name_the_card', {}],
  ['bad_card', { card: '8c' }],
  ['bad_move', {}],
  ['covered_disabled', {}],
  ['covered_too_early', { from: 2 }],
  ['covered_partner', {}],
  ['not_responder', { seat: 0 }],
  ['reraise_disabled', {}],
  ['raise_own', {}],
  ['raise_at_max', { value: 12 }],
  ['raise_wrong_level', { next: 6 }],
  ['raise_in_special_hand', {}],
  ['raise_useless', { value: 3 }],
  ['no_raise_pending', {}],
  ['already_answered', {}],
  ['no_decision_pending', {}],
  ['not_decider', {}],
  ['forfeit_disabled', {}],
  ['forfeit_not_now', {}],
  ['already_proposed', {}],
  ['forfeit_refused_this_trick', {}],
  ['no_proposal', {}],
  ['not_proposer', {}],
  ['forfeit_needs_partner', {}],
  ['stale_decision', {}],
];

test('a refusal is never a bare code', () => {
  for (const lang of ['pt-BR', 'en'] as const) {
    change({ lang });
    for (const [code, facts] of CODES) {
      const { rule, fact } = refusalText(code, facts, who);
      expect(has(`refusal.${code}`), code).toBe(true);
      expect(rule, code).toMatch(/^\p{Lu}.*\.$/u);
      expect(rule).not.toBe(t('refusal.unknown'));
      if (fact !== '') expect(fact, code).toMatch(/^\p{Lu}.*\.$/u);
      expect(`${rule} ${fact}`).not.toMatch(/_|[{}]|undefined/);
      expect(shortWhy(code, facts, 4)).not.toMatch(/_|[{}]|undefined/);
    }
    expect(refusalText('no_such_code', {}, who).rule).toBe(t('refusal.unknown'));
  }
});

test('a refusal gives the rule first, then my fact', () => {
  expect(refusalText('covered_too_early', { from: 2 }, who)).toEqual({
    rule: 'Na primeira vaza a carta é aberta.',
    fact: 'Você pode cobrir a partir da 2ª vaza.',
  });
  expect(refusalText('not_your_turn', { turn: 2 }, who)).toEqual({
    rule: 'Cada um joga na sua vez.',
    fact: 'Agora é a vez de Bia.',
  });
  expect(refusalText('card_not_in_hand', { card: '7h' }, who).fact).toBe('Sete de copas não está com você.');
  expect(refusalText('decision_pending', { pair: 'A' }, who).fact).toBe('Falta a resposta de vocês.');
});

test('no card but those that lie open or are mine is ever said', () => {
  for (const recorded of Object.values(MATCHES)) {
    for (const step of recorded.steps) {
      const view: TrucoView = step.view;
      const said = yourTurnSaid(view) + (view.seat === null ? '' : handSaid(view));
      expect(said).not.toMatch(/undefined|\bX\b/);
    }
  }
});
