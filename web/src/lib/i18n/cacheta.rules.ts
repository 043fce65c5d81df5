/** The rules of Cacheta in our own words; see rules.ts. */
import type { Section } from './rules';

export const rulesPt: readonly Section[] = [
  {
    id: 'aim',
    title: 'O jogo',
    clauses: [
      { n: 'R1 R2 A26', text: 'Cada um joga por si. O normal são quatro pessoas; a mesa pode ter de duas a oito.' },
      { n: 'R5 R38 A27', text: 'Todos começam com os mesmos pontos, e quem bate tira pontos dos outros.', option: 'starting_points' },
      { n: 'R41 R42', text: 'Quem fica sem pontos sai. Ganha quem sobra na mesa.' },
      { n: 'R16', text: 'Bater é mostrar nove cartas, ou dez, todas em trincas e sequências. Ninguém baixa nada antes.' },
      { n: '§4', text: 'A mesa pode limitar as mãos: depois delas ganha quem tem mais pontos.', option: 'max_hands' },
    ],
  },
  {
    id: 'deal',
    title: 'As cartas são dadas',
    clauses: [
      { n: 'R3', text: 'São dois baralhos, sem os coringas impressos: cada carta existe duas vezes.' },
      { n: 'R4 R28', text: 'Cada um recebe nove cartas, uma por vez, no sentido do relógio.' },
      { n: 'R7 R23 A10', text: 'Depois vira-se uma carta do maço, a vira. Ela fica de fora e ninguém pode comprá-la.' },
      { n: 'R18', text: 'O que sobra é o maço.' },
      { n: 'A11 A25', text: 'O primeiro carteador é sorteado; depois dá o próximo que ainda está no jogo. Começa quem está à esquerda dele.' },
    ],
  },
  {
    id: 'wild',
    title: 'Coringas',
    clauses: [
      { n: 'R8 R9 R17 A4', text: 'São coringa as cartas de um valor acima da vira e da mesma cor: vira 8 de paus, os noves pretos.', option: 'wild_rule' },
      { n: 'A1', text: 'Acima do rei vem o ás, acima do ás o dois.' },
      { n: 'R6 A2', text: 'O coringa vale por qualquer carta numa trinca ou sequência.', option: 'wilds_per_meld' },
      { n: 'A3', text: 'Ele também pode valer por si mesmo, e aí não conta.' },
      { n: 'A29', text: 'A carta igual à vira.', option: 'espelho' },
      { n: 'A30', text: 'Na lixeira o coringa se compra como qualquer carta, e continua coringa.' },
    ],
  },
  {
    id: 'melds',
    title: 'Trincas e sequências',
    clauses: [
      { n: 'R10', text: 'Trinca: três cartas do mesmo valor, de naipes diferentes.' },
      { n: 'R11 R12 A6', text: 'Ela pode ganhar uma ou duas cartas dobradas, iguais às que já tem: 5 de copas, paus e ouros e outro 5 de ouros. Seis do mesmo valor são duas trincas.' },
      { n: 'A5', text: 'Os quatro naipes juntos.', option: 'four_suit_set' },
      { n: 'A7', text: 'Na trinca o coringa vale por um naipe que falta ou por uma dobrada: 5 e 5 de copas com coringa não formam trinca.' },
      { n: 'R13', text: 'Sequência: três ou mais cartas seguidas do mesmo naipe.' },
      { n: 'R14 A8', text: 'O ás fica abaixo do dois ou acima do rei, nunca no meio: K A 2 não vale.' },
      { n: 'A9', text: 'Os jogos podem ter qualquer tamanho: 3, 3 e 3, ou 4 e 5.' },
    ],
  },
  {
    id: 'turn',
    title: 'A vez',
    clauses: [
      { n: 'R24 R29', text: 'Compra-se uma carta do maço ou a última da lixeira. Quem começa compra do maço.' },
      { n: 'R25 R26 R27', text: 'Depois se bate, se der, ou se descarta na lixeira, e a vez passa. A vira não faz parte da lixeira.' },
      { n: 'A12', text: 'Devolver a carta que se acabou de tirar da lixeira.', option: 'return_bought_card' },
      { n: 'A23', text: 'Quando o maço acaba, a lixeira é embaralhada, menos a carta de cima.', option: 'max_reshuffles' },
    ],
  },
  {
    id: 'out',
    title: 'Bater',
    clauses: [
      { n: 'R34 R35 R39', text: 'Com nove cartas descarta-se a décima, e cada um dos outros perde 1 ponto.' },
      { n: 'R36 R40 A24', text: 'Com dez não se descarta nada, e cada um perde 2. Ninguém fica abaixo de zero.' },
      { n: 'A22', text: 'Quem pode bater com dez pode preferir nove. Sem escolha, vale o de dez.' },
      { n: 'R15 R33', text: 'A mão acaba na hora em que alguém bate.' },
      { n: 'A31', text: 'Quem recebe nove cartas prontas espera a vez e compra antes de bater.' },
      { n: 'A20 A21', text: 'Bater na própria vez não precisa de aviso, e tentar sem ter os jogos não custa nada.' },
      { n: 'A28', text: 'Não se corre da mão.' },
    ],
  },
  {
    id: 'boa',
    title: 'Na boa e furar a fila',
    clauses: [
      { n: 'R20 R30 A14', text: 'Está na boa quem precisa de uma carta só. Quem acha que está pode avisar, uma vez por mão.', option: 'validate_boa' },
      { n: 'A13', text: 'Desde quando o aviso vale.', option: 'boa_before_discard' },
      { n: 'R21 R31 R37', text: 'Quem avisou pode furar a fila: pegar a carta descartada fora da vez, para bater com ela.' },
      { n: 'A15', text: 'A mesa pergunta a todos que podem, e as respostas valem pela ordem dos lugares, não pela pressa.', option: 'furo_mode' },
      { n: 'A16', text: 'O próximo a jogar.', option: 'turn_priority' },
      { n: 'A18', text: 'O que se faz com a carta.', option: 'furo_card_in_meld' },
      { n: 'R32 A17', text: 'Quem fura e não bate se queima. A carta fica na lixeira e ninguém vê a mão dele.' },
      { n: 'R22 A19', text: 'Queimado não fura mais a fila nesta mão; o resto ele pode tudo.' },
    ],
  },
  {
    id: 'hidden',
    title: 'Quem vê o quê',
    clauses: [
      { n: '§7', text: 'Suas cartas só você vê. Todos veem os pontos, a vira, quem está na boa e quem se queimou.' },
      { n: 'R19', text: 'Da lixeira só a carta de cima fica à vista.' },
      { n: '§7', text: 'Que alguém respondeu na janela todos veem; o quê, só quando chega a vez da resposta.' },
      { n: 'A32', text: 'No fim quem bateu mostra os jogos e o descarte.', option: 'show_hands_at_end' },
    ],
  },
  {
    id: 'time',
    title: 'Tempo e ausência',
    clauses: [
      { n: '§8', text: 'Acabou o tempo: compra-se do maço e sai a carta comprada. O relógio nunca bate por ninguém.' },
      { n: '§8', text: 'Quem tirou da lixeira e não descartou perde a carta mais alta que não seja coringa nem a comprada.' },
      { n: '§8', text: 'Sem resposta na janela, a carta passa. Avisar que está na boa não tem relógio.' },
      { n: '§8', text: 'Depois de dois tempos estourados seguidos, ou 30 segundos sem conexão, um robô joga no lugar. A pessoa volta quando quiser.' },
    ],
  },
];

export const rulesEn: readonly Section[] = [
  {
    id: 'aim',
    title: 'The game',
    clauses: [
      { n: 'R1 R2 A26', text: 'Each plays alone. Four is usual; a table may have from two to eight.' },
      { n: 'R5 R38 A27', text: 'All begin with the same points, and who goes out takes points from the others.', option: 'starting_points' },
      { n: 'R41 R42', text: 'Who has no points leaves. Who is left alone has won.' },
      { n: 'R16', text: 'To go out is to show nine cards, or ten, that are all trincas and runs. Nothing is laid down before.' },
      { n: '§4', text: 'A table may limit the hands: after so many who has most points wins.', option: 'max_hands' },
    ],
  },
  {
    id: 'deal',
    title: 'The deal',
    clauses: [
      { n: 'R3', text: 'Two packs without the printed jokers: each card is there twice.' },
      { n: 'R4 R28', text: 'Each player gets nine cards, one at a time, clockwise.' },
      { n: 'R7 R23 A10', text: 'Then a card of the stock is turned up, the vira. It stays out, and nobody may take it.' },
      { n: 'R18', text: 'What is left is the stock.' },
      { n: 'A11 A25', text: 'The first dealer is drawn; then the next who is still in deals. Who sits to the left of the dealer begins.' },
    ],
  },
  {
    id: 'wild',
    title: 'Wild cards',
    clauses: [
      { n: 'R8 R9 R17 A4', text: 'Wild are the cards one rank above the vira and of its colour: vira 8 of clubs, the black nines.', option: 'wild_rule' },
      { n: 'A1', text: 'Above the king is the ace, above the ace the two.' },
      { n: 'R6 A2', text: 'A wild card stands for any card of a trinca or run.', option: 'wilds_per_meld' },
      { n: 'A3', text: 'It may also be itself, and does not count then.' },
      { n: 'A29', text: 'The twin of the vira.', option: 'espelho' },
      { n: 'A30', text: 'On the pile a wild card is taken like any other, and stays wild.' },
    ],
  },
  {
    id: 'melds',
    title: 'Trincas and runs',
    clauses: [
      { n: 'R10', text: 'A trinca is three cards of one rank and of different suits.' },
      { n: 'R11 R12 A6', text: 'It may get one or two doubled cards, equal to those it has: 5 of hearts, clubs and diamonds and one more 5 of diamonds. Six of one rank are two trincas.' },
      { n: 'A5', text: 'All four suits together.', option: 'four_suit_set' },
      { n: 'A7', text: 'In a trinca a wild card stands for a missing suit or a doubled card: 5 and 5 of hearts with a wild card are none.' },
      { n: 'R13', text: 'A run is three or more cards of one suit that follow each other.' },
      { n: 'R14 A8', text: 'The ace is below the two or above the king, never between: K A 2 is none.' },
      { n: 'A9', text: 'Melds may have any size: 3, 3 and 3, or 4 and 5.' },
    ],
  },
  {
    id: 'turn',
    title: 'A turn',
    clauses: [
      { n: 'R24 R29', text: 'Draw a card from the stock, or take the last discard. Who begins the hand draws from the stock.' },
      { n: 'R25 R26 R27', text: 'Then go out, if you can, or discard, and the turn passes. The vira is no part of the pile.' },
      { n: 'A12', text: 'Throwing back the card just taken from the pile.', option: 'return_bought_card' },
      { n: 'A23', text: 'When the stock is empty the pile is shuffled, all but its top card.', option: 'max_reshuffles' },
    ],
  },
  {
    id: 'out',
    title: 'Going out',
    clauses: [
      { n: 'R34 R35 R39', text: 'With nine cards the tenth is thrown away, and each of the others loses 1 point.' },
      { n: 'R36 R40 A24', text: 'With ten none is thrown away, and each loses 2. Nobody falls below nought.' },
      { n: 'A22', text: 'Who could go out with ten may prefer nine. Without a choice it is ten.' },
      { n: 'R15 R33', text: 'The hand ends at once when somebody goes out.' },
      { n: 'A31', text: 'Who is dealt nine complete cards waits for the turn and draws before going out.' },
      { n: 'A20 A21', text: 'To go out on your turn you need not announce anything, and trying in vain costs nothing.' },
      { n: 'A28', text: 'Nobody folds a hand.' },
    ],
  },
  {
    id: 'boa',
    title: 'Na boa, and jumping the queue',
    clauses: [
      { n: 'R20 R30 A14', text: 'Na boa is who lacks just one card. Who thinks so may announce it, once a hand.', option: 'validate_boa' },
      { n: 'A13', text: 'From when on it counts.', option: 'boa_before_discard' },
      { n: 'R21 R31 R37', text: 'Who has announced may jump the queue: take the discard out of turn and go out with it.' },
      { n: 'A15', text: 'The table asks all who may, and answers count by the order of seats, not by speed.', option: 'furo_mode' },
      { n: 'A16', text: 'The player who is next.', option: 'turn_priority' },
      { n: 'A18', text: 'What is done with the card.', option: 'furo_card_in_meld' },
      { n: 'R32 A17', text: 'Who jumps and does not go out is burned. The card stays on the pile, and nobody sees the hand.' },
      { n: 'R22 A19', text: 'Who is burned does not jump again in this hand, and may do everything else.' },
    ],
  },
  {
    id: 'hidden',
    title: 'Who sees what',
    clauses: [
      { n: '§7', text: 'Your cards are seen by you alone. All see points, the vira, who is na boa and who is burned.' },
      { n: 'R19', text: 'Of the pile only the top card is seen.' },
      { n: '§7', text: 'That somebody has answered all see; what, only when it is the turn of that answer.' },
      { n: 'A32', text: 'At the end who went out shows the melds and the discard.', option: 'show_hands_at_end' },
    ],
  },
  {
    id: 'time',
    title: 'Time and absence',
    clauses: [
      { n: '§8', text: 'Out of time: a card is drawn from the stock and thrown away. The clock never goes out for anybody.' },
      { n: '§8', text: 'Who took a discard and throws nothing away loses the highest card that is neither wild nor the one taken.' },
      { n: '§8', text: 'Without an answer in a window the card passes. Announcing na boa has no clock.' },
      { n: '§8', text: 'After two time-outs in a row, or 30 seconds without connection, a robot plays in the seat. Its person returns at any time.' },
    ],
  },
];
