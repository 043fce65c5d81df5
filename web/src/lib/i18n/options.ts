/**
 * Human names of every option and value of the catalogue of games: `option.<name>`, `option.<name>.help`,
 * `option.<name>.<value>`; true and false have words of their own where *sim* and *não* would not say it.
 */
import type { Translation } from './types';

export const pt = {
  'option.value.true': 'sim',
  'option.value.false': 'não',
  'option.is': '{name}: {value}',

  'option.scale': 'Contagem',
  'option.scale.help': 'Quanto a mão vale no começo e quanto passa a valer em cada pedido.',
  'option.scale.2-4-8-12': 'mão de 2: vale 2 · TRUCO 4 · SEIS 8 · NOVE 12',
  'option.scale.1-3-6-9-12': 'mão de 1: vale 1 · TRUCO 3 · SEIS 6 · NOVE 9 · DOZE 12',
  'option.scale.2-4-6-10-12': 'vale 2 · TRUCO 4 · SEIS 6 · DEZ 10 · DOZE 12',

  'option.covered_from': 'Cobrir carta',
  'option.covered_from.help': 'A partir de que vaza se pode jogar uma carta virada para baixo.',
  'option.covered_from.0': 'nunca',
  'option.covered_from.1': 'desde a 1ª vaza',
  'option.covered_from.2': 'só da 2ª vaza em diante',

  'option.one_covered_per_pair': 'Uma coberta por dupla',
  'option.one_covered_per_pair.help': 'Se um da dupla cobriu na vaza, o outro tem que mostrar a carta.',

  'option.tie_leader': 'Quem sai depois da canga',
  'option.tie_leader.help': 'Quem abre a vaza seguinte quando uma vaza empata.',
  'option.tie_leader.same_leader': 'quem abriu a vaza empatada',
  'option.tie_leader.first_tied': 'o primeiro que empatou',
  'option.tie_leader.last_tied': 'o último que empatou',

  'option.special_decision': 'Escolha na mão de onze',
  'option.special_decision.help':
    'A dupla com 11 vê as cartas do parceiro e decide se joga. Sem a escolha, joga valendo 3 e ninguém vê nada.',
  'option.special_decision.true': 'a dupla escolhe',
  'option.special_decision.false': 'tem que jogar',

  'option.answer_policy': 'Quem responde pela dupla',
  'option.answer_policy.help': 'De quem é a palavra quando pedem truco ou na mão de onze ou dez.',
  'option.answer_policy.accept_binds': 'um aceita e vale; correr só se os dois quiserem',
  'option.answer_policy.first_answer': 'a primeira resposta vale',
  'option.answer_policy.next_seat': 'só o jogador à esquerda de quem pediu',

  'option.reraise': 'Aumentar na resposta',
  'option.reraise.help': 'Responder ao truco com SEIS, e assim por diante, sem aceitar antes.',
  'option.reraise.true': 'pode',
  'option.reraise.false': 'não pode',

  'option.useless_raise': 'Pedir sem precisar',
  'option.useless_raise.help': 'Pedir aumento quando o valor de agora já basta para ganhar.',
  'option.useless_raise.allow': 'pode',
  'option.useless_raise.forbid': 'não pode',

  'option.raise_timeout': 'Pedido sem resposta',
  'option.raise_timeout.help': 'O que o relógio faz quando a dupla não responde a um pedido.',
  'option.raise_timeout.run': 'corre',
  'option.raise_timeout.accept': 'aceita',

  'option.special_timeout': 'Mão de onze ou dez sem resposta',
  'option.special_timeout.help': 'O que o relógio faz quando a dupla não decide se joga a mão.',
  'option.special_timeout.play': 'joga',
  'option.special_timeout.decline': 'não joga',

  'option.raise_in_special': 'Pedir truco na mão de onze ou dez',
  'option.raise_in_special.help': 'O que acontece com quem pede aumento quando uma dupla está a uma mão de ganhar.',
  'option.raise_in_special.loses_game': 'quem pede perde o jogo',
  'option.raise_in_special.forbidden': 'não pode',

  'option.iron': 'Mão de ferro',
  'option.iron.help': 'Como se joga quando as duas duplas estão a uma mão de ganhar.',
  'option.iron.blind': 'no escuro, sem ver as cartas',
  'option.iron.open': 'vendo as próprias cartas',

  'option.games_to_win': 'Jogos para ganhar',
  'option.games_to_win.help': 'Quantos jogos de 12 uma dupla precisa vencer.',
  'option.games_to_win.1': '1 jogo',
  'option.games_to_win.2': '2 jogos',
  'option.games_to_win.3': '3 jogos',

  'option.forfeit': 'Largar a mão',
  'option.forfeit.help': 'Entregar a mão sem ninguém ter pedido, se o parceiro concordar.',
  'option.forfeit.true': 'pode, com o parceiro de acordo',
  'option.forfeit.false': 'não pode',

  'option.max_hands': 'Limite de mãos',
  'option.max_hands.help': 'Depois de tantas mãos a partida acaba e ganha quem está na frente.',
  'option.max_hands.0': 'sem limite',
  'option.max_hands.1': '1 mão',
  'option.max_hands.2': '2 mãos',
  'option.max_hands.4': '4 mãos',
  'option.max_hands.6': '6 mãos',
  'option.max_hands.12': '12 mãos',
  'option.max_hands.24': '24 mãos',
} as const;

export const en: Translation<typeof pt> = {
  'option.value.true': 'yes',
  'option.value.false': 'no',
  'option.is': '{name}: {value}',

  'option.scale': 'Scale',
  'option.scale.help': 'What a hand is worth at the start and after each call.',
  'option.scale.2-4-8-12': 'hand of 2: worth 2 · TRUCO 4 · SEIS 8 · NOVE 12',
  'option.scale.1-3-6-9-12': 'hand of 1: worth 1 · TRUCO 3 · SEIS 6 · NOVE 9 · DOZE 12',
  'option.scale.2-4-6-10-12': 'worth 2 · TRUCO 4 · SEIS 6 · DEZ 10 · DOZE 12',

  'option.covered_from': 'Face-down cards',
  'option.covered_from.help': 'From which trick on a card may be played face down.',
  'option.covered_from.0': 'never',
  'option.covered_from.1': 'from the 1st trick',
  'option.covered_from.2': 'from the 2nd trick on',

  'option.one_covered_per_pair': 'One face-down card a pair',
  'option.one_covered_per_pair.help': 'If one of the pair played face down in a trick, the other must show the card.',

  'option.tie_leader': 'Who leads after a tie',
  'option.tie_leader.help': 'Who opens the next trick when a trick is tied.',
  'option.tie_leader.same_leader': 'who led the tied trick',
  'option.tie_leader.first_tied': 'the first who tied',
  'option.tie_leader.last_tied': 'the last who tied',

  'option.special_decision': 'Choice in the hand of eleven',
  'option.special_decision.help':
    'The pair with 11 sees the partner\'s cards and decides whether to play. Without the choice it plays for 3 and sees nothing.',
  'option.special_decision.true': 'the pair chooses',
  'option.special_decision.false': 'must play',

  'option.answer_policy': 'Who answers for the pair',
  'option.answer_policy.help': 'Whose word counts when truco is called, or in the hand of eleven or ten.',
  'option.answer_policy.accept_binds': 'one accepts and it counts; running takes both',
  'option.answer_policy.first_answer': 'the first answer counts',
  'option.answer_policy.next_seat': 'only the player to the left of the caller',

  'option.reraise': 'Raise as an answer',
  'option.reraise.help': 'Answer truco with SEIS, and so on, without accepting first.',
  'option.reraise.true': 'allowed',
  'option.reraise.false': 'not allowed',

  'option.useless_raise': 'Needless raises',
  'option.useless_raise.help': 'Raising when the present value is already enough to win.',
  'option.useless_raise.allow': 'allowed',
  'option.useless_raise.forbid': 'not allowed',

  'option.raise_timeout': 'No answer to a call',
  'option.raise_timeout.help': 'What the clock does when a pair does not answer a call.',
  'option.raise_timeout.run': 'runs',
  'option.raise_timeout.accept': 'accepts',

  'option.special_timeout': 'No answer in the hand of eleven or ten',
  'option.special_timeout.help': 'What the clock does when a pair does not decide whether to play.',
  'option.special_timeout.play': 'plays',
  'option.special_timeout.decline': 'declines',

  'option.raise_in_special': 'Calling truco in the hand of eleven or ten',
  'option.raise_in_special.help': 'What becomes of who raises while a pair is one hand from winning.',
  'option.raise_in_special.loses_game': 'who calls loses the game',
  'option.raise_in_special.forbidden': 'not allowed',

  'option.iron': 'Iron hand',
  'option.iron.help': 'How it is played when both pairs are one hand from winning.',
  'option.iron.blind': 'in the dark, cards unseen',
  'option.iron.open': 'seeing your own cards',

  'option.games_to_win': 'Games to win',
  'option.games_to_win.help': 'How many games of 12 a pair must win.',
  'option.games_to_win.1': '1 game',
  'option.games_to_win.2': '2 games',
  'option.games_to_win.3': '3 games',

  'option.forfeit': 'Giving up a hand',
  'option.forfeit.help': 'Giving the hand away without a call, if the partner agrees.',
  'option.forfeit.true': 'allowed, with the partner\'s consent',
  'option.forfeit.false': 'not allowed',

  'option.max_hands': 'Limit of hands',
  'option.max_hands.help': 'After so many hands the match ends and whoever leads wins.',
  'option.max_hands.0': 'no limit',
  'option.max_hands.1': '1 hand',
  'option.max_hands.2': '2 hands',
  'option.max_hands.4': '4 hands',
  'option.max_hands.6': '6 hands',
  'option.max_hands.12': '12 hands',
  'option.max_hands.24': '24 hands',
};
