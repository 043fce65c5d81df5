/** The rules of Mau-Mau in our own words; see rules.ts. */
import type { Section } from './rules';

export const rulesPt: readonly Section[] = [
  {
    id: 'aim',
    title: 'O jogo',
    clauses: [
      { n: 'R1 A19', text: 'Jogam de quatro a oito pessoas, cada uma por si.' },
      { n: 'R2', text: 'São dois baralhos sem coringas: cada carta existe duas vezes.' },
      { n: 'R5 R21 R33', text: 'O objetivo é descartar todas as cartas, uma por uma. Quem consegue ganha com zero ponto, e a mão acaba na hora.' },
      { n: 'A11', text: 'A partida é de uma mão, de um número de mãos ou até um limite de pontos; ganha o menor total.', option: 'match' },
      { n: 'A11', text: 'Quantas mãos, quando a partida é por mãos.', option: 'hands_to_play' },
      { n: 'A11', text: 'Qual limite, quando a partida é por pontos.', option: 'points_limit' },
      { n: '§4', text: 'A mesa pode limitar as mãos: depois delas ganha o menor total.', option: 'max_hands' },
    ],
  },
  {
    id: 'deal',
    title: 'As cartas são dadas',
    clauses: [
      { n: 'R4', text: 'Cada um recebe cinco cartas.' },
      { n: 'A14', text: 'O primeiro a dar é sorteado; depois a vez de dar roda. O primeiro jogador é o seguinte a quem deu.' },
      { n: 'R6 R7', text: 'Vira-se a carta de cima do monte: ela conta como descarte do primeiro jogador.' },
      {
        n: 'A2',
        text: 'Ela tem efeito: o ás pula o segundo, o sete o faz pagar, o nove faz comprar quem está antes do primeiro, e no valete o primeiro pede o naipe.',
        option: 'first_card_effect',
      },
    ],
  },
  {
    id: 'turn',
    title: 'A vez',
    clauses: [
      { n: 'R3', text: 'Joga-se no sentido horário ou no anti-horário.' },
      { n: 'R8', text: 'Descarta-se uma carta do mesmo naipe ou do mesmo número da que está no topo. J, Q, K e A também são números.' },
      { n: 'R9 R12 R13', text: 'Quem não tem compra uma carta do monte, uma só por vez. Quem tem também pode comprar.' },
      { n: 'R10 R11', text: 'Quem ainda não tem passa a vez; só se passa depois de comprar.' },
      { n: 'A7', text: 'Depois de comprar pode-se passar mesmo com carta que serve, ou descartar.', option: 'play_after_draw' },
      {
        n: 'A12',
        text: 'Acabado o monte, as cartas da mesa menos a do topo são embaralhadas. Se não há o que comprar, passa quem não tem carta que serve; quando todos passam assim, a mão acaba e contam-se os pontos.',
      },
      { n: 'A20', text: 'Depois de 250 vezes por lugar a mão acaba e contam-se os pontos.' },
      { n: 'A18', text: 'Não se queimam cartas iguais juntas, não se dobra e não há coringas.' },
    ],
  },
  {
    id: 'effects',
    title: 'Cartas de efeito',
    clauses: [
      { n: 'R22', text: 'Algumas cartas têm efeito quando são descartadas.' },
      { n: 'R23', text: 'Ás: o próximo perde a vez.' },
      { n: 'R24 A3', text: 'Dama: a direção inverte.', option: 'queen_with_two' },
      { n: 'R25 R26', text: 'Valete: pode ser jogado sobre qualquer carta, e quem joga pede um naipe; o próximo joga esse naipe ou outro valete.' },
      { n: 'R27 A1', text: 'Menos sobre um sete: enquanto não está pago, nenhum valete; depois, depende da mesa.', option: 'jack_on_seven' },
      { n: 'R28 R29', text: 'Sete: o próximo compra duas e não descarta, a não ser que jogue outro sete.' },
      { n: 'R30', text: 'Rebatido, o seguinte paga quatro, depois seis, e assim por diante.' },
      { n: 'R31 R32', text: 'Nove: o anterior compra uma carta, e não pode rebater.' },
      { n: 'A13', text: 'O anterior é o vizinho contra a direção, mesmo que tenha perdido a vez.', option: 'nine_target' },
      { n: 'A9', text: 'A última carta de uma mão não tem efeito, e um último valete não pede naipe.', option: 'last_card_effect' },
      { n: 'A9', text: 'Acabar com um valete pode dobrar os pontos dos outros.', option: 'final_jack_doubles' },
    ],
  },
  {
    id: 'mau_mau',
    title: 'MAU-MAU e acusar',
    clauses: [
      { n: 'R14 R15 A4', text: 'Quem tem duas cartas na sua vez e pode descartar uma avisa MAU-MAU, mesmo que tenha acabado de comprar. Depois tem que descartar.' },
      { n: 'R16 A5', text: 'Quem não avisa pode ser acusado por qualquer um até o próximo descartar, passar ou comprar pelos setes.' },
      { n: 'R17', text: 'O acusado compra cinco cartas.' },
      { n: 'R18 R19', text: 'MAU-MAU com mais de duas cartas, ou com duas que não servem, custa cinco cartas.' },
      { n: 'R20', text: 'Acusar quando não há quem acusar custa cinco cartas.' },
      { n: 'A15', text: 'De dois que acusam ao mesmo tempo vale o primeiro; o outro, que não podia saber, não paga nada.' },
      { n: 'A6', text: 'As cartas de punição não mudam a vez nem contam como a compra da vez.' },
      { n: 'A8', text: 'Fora da própria vez também se paga pelo MAU-MAU falso.', option: 'mau_mau_out_of_turn' },
      { n: 'A8', text: 'Quem esqueceu e já descartou.', option: 'late_mau_mau' },
    ],
  },
  {
    id: 'points',
    title: 'Pontos',
    clauses: [
      { n: 'R35', text: 'Cada carta vale seu número; o valete 30, a dama e o rei 10.' },
      { n: 'A10', text: 'O ás.', option: 'ace_value' },
      { n: 'R34 R36 A17', text: 'Soma-se o que ficou na mão: quanto menos pontos, melhor a colocação. Pontos iguais dividem o lugar.' },
    ],
  },
  {
    id: 'hidden',
    title: 'Quem vê o quê',
    clauses: [
      { n: '§7', text: 'As próprias cartas, só o dono vê; os outros sabem quantas são. No fim da mão todas se abrem.' },
      { n: '§7', text: 'O botão de acusar está sempre lá, para todos. Quem pode ser acusado a mesa não diz: cada um presta atenção.' },
    ],
  },
  {
    id: 'time',
    title: 'Tempo e ausência',
    clauses: [
      { n: '§8', text: 'Quem não joga a tempo compra e passa; com setes, paga. O relógio não avisa MAU-MAU nem acusa.' },
      { n: '§8', text: 'Depois de dois tempos esgotados seguidos, ou 30 segundos sem conexão, um robô joga no lugar. Quem é do lugar volta quando quiser.' },
      { n: 'A16 A21', text: 'Quem sai de vez fica nos últimos lugares; suas cartas vão para baixo da mesa e os setes ficam para o seguinte.' },
    ],
  },
];

export const rulesEn: readonly Section[] = [
  {
    id: 'aim',
    title: 'The game',
    clauses: [
      { n: 'R1 A19', text: 'Four to eight people play, each for himself.' },
      { n: 'R2', text: 'Two packs without jokers: each card is there twice.' },
      { n: 'R5 R21 R33', text: 'The aim is to discard all cards, one by one. Who does has won with no points, and the hand ends at once.' },
      { n: 'A11', text: 'A match is one hand, a number of hands, or goes on to a limit of points; the lowest total wins.', option: 'match' },
      { n: 'A11', text: 'How many hands, in a match by hands.', option: 'hands_to_play' },
      { n: 'A11', text: 'Which limit, in a match by points.', option: 'points_limit' },
      { n: '§4', text: 'The table may limit the hands: after them the lowest total wins.', option: 'max_hands' },
    ],
  },
  {
    id: 'deal',
    title: 'The deal',
    clauses: [
      { n: 'R4', text: 'Everybody gets five cards.' },
      { n: 'A14', text: 'The first dealer is drawn, then the deal goes round. The first player sits after the dealer.' },
      { n: 'R6 R7', text: "The top card of the stock is turned up: it counts as the first player's discard." },
      {
        n: 'A2',
        text: 'It has its effect: an ace skips the second player, a seven makes him pay, a nine makes the one before the first draw, and for a jack the first player names a suit.',
        option: 'first_card_effect',
      },
    ],
  },
  {
    id: 'turn',
    title: 'A turn',
    clauses: [
      { n: 'R3', text: 'Play goes clockwise or anticlockwise.' },
      { n: 'R8', text: 'Discard a card of the suit or the rank of the top card.' },
      { n: 'R9 R12 R13', text: 'Who has none draws one card from the stock, one a turn. Who has one may draw too.' },
      { n: 'R10 R11', text: 'Who still has none passes; one passes only after drawing.' },
      { n: 'A7', text: 'After drawing one may pass even with a card that fits, or discard.', option: 'play_after_draw' },
      {
        n: 'A12',
        text: 'When the stock is empty the discards but the top one are shuffled. With nothing to draw, who has no card that fits passes; when all pass so the hand ends and is counted.',
      },
      { n: 'A20', text: 'After 250 turns for each seat the hand ends and is counted.' },
      { n: 'A18', text: 'Equal cards are not discarded together, nothing is doubled, there are no jokers.' },
    ],
  },
  {
    id: 'effects',
    title: 'Cards with an effect',
    clauses: [
      { n: 'R22', text: 'Some cards have an effect when they are discarded.' },
      { n: 'R23', text: 'Ace: the next player loses the turn.' },
      { n: 'R24 A3', text: 'Queen: the direction turns.', option: 'queen_with_two' },
      { n: 'R25 R26', text: 'Jack: goes on any card, and who plays it names a suit; the next one plays that suit or another jack.' },
      { n: 'R27 A1', text: 'But not on a seven: while it is not paid, no jack; afterwards the table decides.', option: 'jack_on_seven' },
      { n: 'R28 R29', text: 'Seven: the next player draws two and discards nothing, unless he plays another seven.' },
      { n: 'R30', text: 'Then the one after him pays four, then six, and so on.' },
      { n: 'R31 R32', text: 'Nine: the previous player draws a card and cannot hit back.' },
      { n: 'A13', text: 'The previous player is the neighbour against the direction, even if he lost his turn.', option: 'nine_target' },
      { n: 'A9', text: 'The last card of a hand has no effect, and a last jack asks for no suit.', option: 'last_card_effect' },
      { n: 'A9', text: "Going out with a jack may double the others' points.", option: 'final_jack_doubles' },
    ],
  },
  {
    id: 'mau_mau',
    title: 'MAU-MAU and accusing',
    clauses: [
      { n: 'R14 R15 A4', text: 'Who has two cards in his turn and can discard one says MAU-MAU, even if he has just drawn. Then he must discard.' },
      { n: 'R16 A5', text: 'Who does not may be accused by anybody until the next player discards, passes or draws for sevens.' },
      { n: 'R17', text: 'The accused draws five cards.' },
      { n: 'R18 R19', text: 'MAU-MAU with more than two cards, or with two that do not fit, costs five cards.' },
      { n: 'R20', text: 'Accusing when there is nobody to accuse costs five cards.' },
      { n: 'A15', text: 'Of two who accuse at once the first counts; the other, who could not know, pays nothing.' },
      { n: 'A6', text: 'Cards of a punishment change no turn and do not count as the one drawn in it.' },
      { n: 'A8', text: "A false MAU-MAU out of one's turn is paid for too.", option: 'mau_mau_out_of_turn' },
      { n: 'A8', text: 'Who forgot and has discarded already.', option: 'late_mau_mau' },
    ],
  },
  {
    id: 'points',
    title: 'Points',
    clauses: [
      { n: 'R35', text: 'Each card costs its number; a jack 30, a queen or king 10.' },
      { n: 'A10', text: 'The ace.', option: 'ace_value' },
      { n: 'R34 R36 A17', text: 'What is left in hand is added up: the fewer points, the better the place. Equal points share it.' },
    ],
  },
  {
    id: 'hidden',
    title: 'Who sees what',
    clauses: [
      { n: '§7', text: 'Only their owner sees cards in hand; the others know how many. At the end of a hand all are open.' },
      { n: '§7', text: 'The accuse button is always there, for everybody. The table does not say who could be accused: pay attention.' },
    ],
  },
  {
    id: 'time',
    title: 'Time and absence',
    clauses: [
      { n: '§8', text: 'Who does not play in time draws and passes; with sevens owed he pays. The clock neither says MAU-MAU nor accuses.' },
      { n: '§8', text: 'After two time-outs in a row, or 30 seconds without connection, a robot plays in the seat. Its person returns at any time.' },
      { n: 'A16 A21', text: 'Who leaves for good takes the last places; the cards go under the pile and sevens are owed by the next.' },
    ],
  },
];
