/**
 * The rules of each game in our own words, with the clause numbers of docs/rules/<game>.md. Loaded when somebody
 * opens them. Where an option decides, `option` names it and the page adds what this table has chosen.
 */
import { rulesEn as cachetaEn, rulesPt as cachetaPt } from './cacheta.rules';
import { rulesEn as mauMauEn, rulesPt as mauMauPt } from './mau_mau.rules';
import { rulesEn as suecaEn, rulesPt as suecaPt } from './sueca.rules';
import type { Lang } from './types';

export interface Clause {
  /** Clauses of the rulebook: "R14 R18". */
  readonly n: string;
  readonly text: string;
  readonly option?: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
}

const paulistaPt: readonly Section[] = [
  {
    id: 'aim',
    title: 'O jogo',
    clauses: [
      { n: 'R1 R2', text: 'Jogam quatro pessoas em duas duplas; os parceiros sentam de frente um para o outro.' },
      { n: 'R3 Q21', text: 'O baralho tem 40 cartas: saem os coringas, os 8, os 9 e os 10.' },
      { n: 'R4 Q4', text: 'Cada um recebe três cartas, no sentido do relógio. A primeira pessoa a dar as cartas é sorteada.' },
      {
        n: 'R5 R19 Q17',
        text: 'As mãos se seguem até uma dupla fazer 12 pontos. O que passar de 12 não conta (Q13).',
        option: 'games_to_win',
      },
      { n: 'Q4 Q14', text: 'Depois de cada mão, termine como terminar, quem dá as cartas é o próximo. O pé é quem deu; a mão é quem sai, à esquerda do pé.' },
      { n: '§4', text: 'A mesa pode limitar as mãos: depois delas ganha quem está na frente.', option: 'max_hands' },
    ],
  },
  {
    id: 'cards',
    title: 'Força das cartas',
    clauses: [
      { n: 'R14', text: 'Da mais fraca à mais forte: 4, 5, 6, 7, Q, J, K, A, 2, 3.' },
      {
        n: 'R7 R16',
        text: 'Depois de dar, vira-se uma carta, a vira. As manilhas são as quatro cartas do valor seguinte: vira 6, manilha 7; vira 7, manilha Q; vira 3, manilha 4.',
      },
      { n: 'R6 R17', text: 'As manilhas são as cartas mais fortes e valem para a mão inteira.' },
      { n: 'R15', text: 'Entre as manilhas vale o naipe, do menor para o maior: ouros, espadas (espadilha), copas, paus (zap).' },
      { n: 'R18', text: 'Nas outras cartas o naipe não conta: valores iguais empatam.' },
    ],
  },
  {
    id: 'tricks',
    title: 'Vazas',
    clauses: [
      { n: 'R8', text: 'Em cada vaza todos jogam uma carta, na ordem da mesa. Ninguém é obrigado a seguir naipe nem a cobrir o que está na mesa.' },
      { n: 'R23', text: 'A carta mais forte ganha a vaza, e quem a jogou sai na seguinte.' },
      { n: 'Q3', text: 'Se as duas melhores cartas são iguais e da mesma dupla, a vaza é dela; sai quem jogou primeiro.' },
      { n: 'Q2', text: 'Se as melhores são iguais e de duplas diferentes, a vaza empata (canga).', option: 'tie_leader' },
      { n: 'R13 Q5', text: 'Uma carta pode ser jogada coberta, virada para baixo: não vale nada e ninguém mais a vê.', option: 'covered_from' },
      { n: 'Q5', text: 'Se o parceiro também pode cobrir na mesma vaza depende da mesa: uma só coberta por dupla, ou as duas.', option: 'one_covered_per_pair' },
      { n: 'Q6', text: 'Se todos cobrem, a vaza empata. Uma única carta aberta ganha, seja qual for.' },
    ],
  },
  {
    id: 'hand',
    title: 'Quem ganha a mão',
    clauses: [
      { n: 'R9 R22 R23', text: 'A mão tem até três vazas e é de quem ganha duas. Ela acaba assim que está decidida.' },
      { n: 'R24', text: 'Com uma vaza empatada, a mão é de quem ganhou uma vaza antes ou ganhar uma depois.' },
      { n: 'Q1', text: 'Uma vaza para cada lado e a terceira empatada: ganha quem fez a primeira.' },
      { n: 'R25', text: 'Três empates: ninguém marca e vem outra mão.' },
      { n: 'R19', text: 'A mão começa valendo 1 ponto.' },
    ],
  },
  {
    id: 'raise',
    title: 'Truco, seis, nove, doze',
    clauses: [
      { n: 'R10 R26', text: 'Na sua vez, antes de jogar a carta, cada um pode pedir truco: a mão passa a valer 3. Depois seis, nove e doze.' },
      { n: 'R27', text: 'A outra dupla aceita, corre ou pede o aumento seguinte. Enquanto não responde, ninguém joga carta.' },
      { n: 'R28', text: 'Aceito, a mão passa a valer o que foi pedido e segue de onde parou.' },
      { n: 'R29 R34 R35', text: 'Quem corre entrega a mão pelo valor de antes do pedido: truco corrido vale 1, seis corrido 3, nove corrido 6, doze corrido 9.' },
      { n: 'R30 R31', text: 'Responder com um aumento aceita primeiro o que estava pedido; agora responde a dupla que pediu.' },
      { n: 'R32', text: 'Sobe-se um degrau por vez: 3, 6, 9, 12.' },
      { n: 'R33', text: 'Uma dupla não pede duas vezes seguidas: depois de aceito, só quem aceitou pode aumentar, na vez de um dos seus (Q8).' },
      { n: 'Q10', text: 'Pode-se pedir até com a última carta da mão; os outros respondem normalmente.' },
      { n: 'Q11', text: 'Pedir quando o valor de agora já basta para ganhar o jogo.', option: 'useless_raise' },
      { n: 'Q9', text: 'Quem fala pela dupla quando é preciso responder.', option: 'answer_policy' },
    ],
  },
  {
    id: 'eleven',
    title: 'Mão de onze e mão de ferro',
    clauses: [
      { n: 'R11 R20', text: 'Quando uma dupla tem 11 pontos, a mão já começa valendo 3.' },
      {
        n: 'Q7',
        text: 'A dupla com 11 vê as cartas do parceiro, como foram dadas, e decide: jogar valendo 3 ou não jogar, e os outros marcam 1. Recusar precisa dos dois.',
        option: 'special_decision',
      },
      { n: 'R36', text: 'Na mão de onze não se pede truco, nem de um lado nem do outro.', option: 'raise_in_special' },
      { n: 'R12 R21', text: 'Com as duas duplas em 11 é a mão de ferro: joga-se como sempre, valendo 3 (Q15), mas sem ver as próprias cartas.', option: 'iron' },
      { n: 'Q16', text: 'Pedir truco na mão de ferro é como na mão de onze.' },
    ],
  },
  {
    id: 'forfeit',
    title: 'Largar a mão',
    clauses: [
      {
        n: 'Q20',
        text: 'Entregar a mão sem ninguém ter pedido truco. O parceiro precisa concordar, os adversários ganham o valor do momento, e só ficam sabendo depois.',
        option: 'forfeit',
      },
    ],
  },
  {
    id: 'hidden',
    title: 'Quem vê o quê',
    clauses: [
      { n: '§7', text: 'Todos veem a vira, as manilhas, os pontos, de quem é a vez, os pedidos, as vazas e quantas cartas cada um tem.' },
      { n: '§7', text: 'Suas cartas só você vê. Na mão de onze, a dupla que decide vê também as do parceiro, como foram dadas.' },
      { n: 'R13', text: 'Carta coberta só o dono lembra; na mão de ferro, ninguém.' },
      { n: 'Q18', text: 'Se um da dupla já quis correr, só o parceiro sabe, até a resposta fechar.' },
      { n: 'Q19', text: 'As cartas que sobram e as cobertas nunca são mostradas, nem depois da mão.' },
      { n: '§7', text: 'Quem assiste vê só o que está aberto na mesa.' },
    ],
  },
  {
    id: 'time',
    title: 'Tempo e ausência',
    clauses: [
      { n: '§8', text: 'Acabou o tempo para jogar: sai a carta mais fraca, aberta. Na mão de ferro, a do primeiro lugar. O relógio nunca cobre nem pede.' },
      { n: 'Q12', text: 'Ninguém respondeu ao pedido a tempo.', option: 'raise_timeout' },
      { n: 'Q12', text: 'Ninguém decidiu a mão de onze a tempo.', option: 'special_timeout' },
      { n: '§8', text: 'Depois de dois tempos estourados seguidos, ou 30 segundos sem conexão, um robô joga no lugar. A pessoa volta quando quiser.' },
      { n: '§8', text: 'Com um robô de parceiro, quem responde aos pedidos é a pessoa. A opinião do robô aparece como conselho e só vale se o tempo acabar.' },
    ],
  },
];

const paulistaEn: readonly Section[] = [
  {
    id: 'aim',
    title: 'The game',
    clauses: [
      { n: 'R1 R2', text: 'Four people play in two pairs; partners sit facing each other.' },
      { n: 'R3 Q21', text: 'The pack has 40 cards: jokers, 8s, 9s and 10s are taken out.' },
      { n: 'R4 Q4', text: 'Each player gets three cards, dealt clockwise. The first dealer is drawn by lot.' },
      {
        n: 'R5 R19 Q17',
        text: 'Hand follows hand until a pair has 12 points. Anything above 12 does not count (Q13).',
        option: 'games_to_win',
      },
      { n: 'Q4 Q14', text: 'After every hand, however it ended, the deal moves on by one. The pé is the dealer; the mão, to the left of the pé, leads first.' },
      { n: '§4', text: 'A table may limit the hands: after so many whoever leads wins.', option: 'max_hands' },
    ],
  },
  {
    id: 'cards',
    title: 'Strength of the cards',
    clauses: [
      { n: 'R14', text: 'From weakest to strongest: 4, 5, 6, 7, Q, J, K, A, 2, 3.' },
      {
        n: 'R7 R16',
        text: 'After the deal one card is turned up, the vira. The manilhas are the four cards of the next rank: vira 6, manilha 7; vira 7, manilha Q; vira 3, manilha 4.',
      },
      { n: 'R6 R17', text: 'The manilhas are the strongest cards and stay so for the whole hand.' },
      { n: 'R15', text: 'Among manilhas the suit counts, from low to high: diamonds, spades (espadilha), hearts, clubs (zap).' },
      { n: 'R18', text: 'For all other cards suits do not count: equal ranks tie.' },
    ],
  },
  {
    id: 'tricks',
    title: 'Tricks',
    clauses: [
      { n: 'R8', text: 'In each trick everybody plays one card, in turn. Nobody has to follow suit or to beat what lies there.' },
      { n: 'R23', text: 'The strongest card wins the trick, and who played it leads the next.' },
      { n: 'Q3', text: 'If the two best cards are equal and of the same pair, the trick is theirs; the first of them leads.' },
      { n: 'Q2', text: 'If the best cards are equal and of different pairs, the trick is tied (canga).', option: 'tie_leader' },
      { n: 'R13 Q5', text: 'A card may be played face down: it is worth nothing and nobody else sees it.', option: 'covered_from' },
      { n: 'Q5', text: 'Whether both partners may play face down in the same trick depends on the table.', option: 'one_covered_per_pair' },
      { n: 'Q6', text: 'If all play face down the trick is tied. A single open card wins, whichever it is.' },
    ],
  },
  {
    id: 'hand',
    title: 'Who wins the hand',
    clauses: [
      { n: 'R9 R22 R23', text: 'A hand has up to three tricks and goes to who wins two. It ends as soon as it is decided.' },
      { n: 'R24', text: 'With one trick tied, the hand goes to the pair that won a trick before or wins one after.' },
      { n: 'Q1', text: 'One trick each and the third tied: who won the first wins the hand.' },
      { n: 'R25', text: 'Three ties: nobody scores and a new hand begins.' },
      { n: 'R19', text: 'A hand starts worth 1 point.' },
    ],
  },
  {
    id: 'raise',
    title: 'Truco, seis, nove, doze',
    clauses: [
      { n: 'R10 R26', text: 'On your turn, before playing your card, you may call truco: the hand becomes worth 3. Then seis (6), nove (9) and doze (12).' },
      { n: 'R27', text: 'The other pair accepts, runs or calls the next step. Until it answers nobody plays a card.' },
      { n: 'R28', text: 'Once accepted, the hand is worth what was called and goes on where it stopped.' },
      { n: 'R29 R34 R35', text: 'Who runs gives the hand away for its value before the call: 1 from truco, 3 from seis, 6 from nove, 9 from doze.' },
      { n: 'R30 R31', text: 'Answering with a raise first accepts what was called; now the pair that called has to answer.' },
      { n: 'R32', text: 'One step at a time: 3, 6, 9, 12.' },
      { n: 'R33', text: 'A pair may not call twice in a row: after acceptance only the pair that accepted may raise, on the turn of one of its players (Q8).' },
      { n: 'Q10', text: 'You may call even with the last card of the hand; the others answer as usual.' },
      { n: 'Q11', text: 'Calling when the present value is already enough to win the game.', option: 'useless_raise' },
      { n: 'Q9', text: 'Who speaks for the pair when an answer is wanted.', option: 'answer_policy' },
    ],
  },
  {
    id: 'eleven',
    title: 'Hand of eleven and iron hand',
    clauses: [
      { n: 'R11 R20', text: 'When one pair has 11 points the hand starts worth 3.' },
      {
        n: 'Q7',
        text: "The pair with 11 sees the partner's cards, as dealt, and decides: play for 3, or decline and the others score 1. Declining takes both.",
        option: 'special_decision',
      },
      { n: 'R36', text: 'In the hand of eleven nobody calls truco, neither side.', option: 'raise_in_special' },
      { n: 'R12 R21', text: 'With both pairs at 11 comes the iron hand: played as always, for 3 (Q15), but without seeing your own cards.', option: 'iron' },
      { n: 'Q16', text: 'Calling truco in the iron hand is as in the hand of eleven.' },
    ],
  },
  {
    id: 'forfeit',
    title: 'Giving up a hand',
    clauses: [
      {
        n: 'Q20',
        text: 'Giving the hand away without a call. The partner must agree, the opponents score the present value, and learn of it only then.',
        option: 'forfeit',
      },
    ],
  },
  {
    id: 'hidden',
    title: 'Who sees what',
    clauses: [
      { n: '§7', text: 'Everybody sees the vira, the manilhas, the score, whose turn it is, the calls, the tricks and how many cards each player holds.' },
      { n: '§7', text: "Your cards are seen by you alone. In the hand of eleven the deciding pair also sees the partner's, as dealt." },
      { n: 'R13', text: 'A face-down card is remembered by its owner only; in the iron hand by nobody.' },
      { n: 'Q18', text: 'That one of a pair wants to run is known to the partner only, until the answer closes.' },
      { n: 'Q19', text: 'Cards left over and face-down cards are never shown, not even after the hand.' },
      { n: '§7', text: 'Watchers see only what lies open on the table.' },
    ],
  },
  {
    id: 'time',
    title: 'Time and absence',
    clauses: [
      { n: '§8', text: 'Out of time to play: the weakest card goes, face up. In the iron hand the first place. The clock never plays face down and never calls.' },
      { n: 'Q12', text: 'Nobody answered a call in time.', option: 'raise_timeout' },
      { n: 'Q12', text: 'Nobody decided the hand of eleven in time.', option: 'special_timeout' },
      { n: '§8', text: 'After two time-outs in a row, or 30 seconds without connection, a robot plays in the seat. Its person returns at any time.' },
      { n: '§8', text: "With a robot partner the person answers calls. The robot's opinion is shown as advice and counts only if time runs out." },
    ],
  },
];

const mineiroPt: readonly Section[] = [
  {
    id: 'aim',
    title: 'O jogo',
    clauses: [
      { n: 'R2 R3 R4', text: 'Jogam quatro pessoas em duas duplas, parceiros de frente um para o outro, três cartas para cada um.' },
      { n: 'R1', text: 'O baralho tem 40 cartas: saem os coringas, os 8, os 9 e os 10. Não se vira carta.' },
      { n: 'R5 Q17', text: 'A partida é de quem ganha os jogos combinados, cada um até 12 tentos. Cada jogo começa do zero.', option: 'games_to_win' },
      { n: 'Q13', text: 'O que passar de 12 não conta.' },
      { n: 'Q4 Q14', text: 'Dá-se no sentido do relógio. Depois de cada mão, quem dá as cartas é o próximo; sai quem está à esquerda do pé.' },
      { n: '§4', text: 'A mesa pode limitar as mãos: depois delas ganha quem está na frente.', option: 'max_hands' },
    ],
  },
  {
    id: 'cards',
    title: 'Força das cartas',
    clauses: [
      { n: 'R6 R7 R8 R9 R20', text: 'Quatro manilhas fixas, da mais forte: 4 de paus (zap), 7 de copas, A de espadas (espadilha), 7 de ouros.' },
      { n: 'R10 R11 R12 R13', text: 'Depois: os 3, os 2, os ases de paus, copas e ouros, os reis.' },
      { n: 'R14 R15 R16', text: 'Depois: os valetes, as damas, os 7 de paus e espadas.' },
      { n: 'R17 R18 R19', text: 'Por fim: os 6, os 5, os 4 de copas, espadas e ouros.' },
      { n: 'R21', text: 'Fora das manilhas o naipe não conta: cartas iguais empatam (canga).' },
    ],
  },
  {
    id: 'tricks',
    title: 'Vazas',
    clauses: [
      { n: 'R21 R22', text: 'Em cada vaza todos jogam uma carta, sem obrigação de seguir naipe. A mais forte ganha e sai na seguinte.' },
      { n: 'Q3', text: 'Se as duas melhores são iguais e da mesma dupla, a vaza é dela; sai quem jogou primeiro.' },
      { n: 'Q2', text: 'Depois de uma canga, quem sai.', option: 'tie_leader' },
      { n: 'R41 R42 Q5', text: 'A partir de certa vaza pode-se jogar a carta coberta: ela não disputa a vaza e esconde o que se tinha.', option: 'covered_from' },
      { n: 'Q5', text: 'Se o parceiro também pode cobrir na mesma vaza depende da mesa.', option: 'one_covered_per_pair' },
      { n: 'R43', text: 'Ligar "Cobrir" só prepara a jogada no seu aparelho: você continua vendo que carta manda.' },
      { n: 'Q6', text: 'Se todos cobrem, a vaza empata. Uma única carta aberta ganha, seja qual for.' },
    ],
  },
  {
    id: 'hand',
    title: 'Quem ganha a mão',
    clauses: [
      { n: 'R22', text: 'A mão tem até três vazas e é de quem ganha duas. Ela acaba assim que está decidida.' },
      { n: 'R23', text: 'Primeira empatada: quem ganha a segunda leva a mão.' },
      { n: 'R24', text: 'Ganhou a primeira e empatou a segunda: leva a mão.' },
      { n: 'R25', text: 'Primeira e segunda empatadas: a terceira decide.' },
      { n: 'Q1', text: 'Uma para cada lado e a terceira empatada: leva quem fez a primeira.' },
      { n: 'R26', text: 'Três empates: ninguém marca.' },
    ],
  },
  {
    id: 'raise',
    title: 'Pedidos',
    clauses: [
      { n: 'R27 R28 Q10 Q21', text: 'A contagem é escolhida quando a mesa abre, aparece no lobby e não muda depois.', option: 'scale' },
      { n: 'R29', text: 'Na sua vez, antes de jogar a carta, cada um pode pedir aumento, um degrau por vez.' },
      { n: 'R30 R31 R32', text: 'Na mão de 2: TRUCO leva de 2 a 4, SEIS de 4 a 8, NOVE de 8 a 12. O nome não é o valor.' },
      { n: 'R34 R35 R36 R37 R38', text: 'Na mão de 1: TRUCO leva de 1 a 3, SEIS a 6, NOVE a 9, DOZE a 12.' },
      { n: 'R33 R39', text: 'Quem corre entrega o valor de antes do pedido.' },
      { n: 'R40', text: 'Ninguém aumenta o pedido da própria dupla: depois de aceito, o direito é de quem aceitou.' },
      { n: 'Q8', text: 'Responder a um pedido já com o próximo degrau.', option: 'reraise' },
      { n: 'Q11', text: 'Pedir quando o valor de agora já basta para ganhar o jogo.', option: 'useless_raise' },
      { n: 'Q9', text: 'Quem fala pela dupla quando é preciso responder.', option: 'answer_policy' },
    ],
  },
  {
    id: 'ten',
    title: 'Mão de dez (ou de onze) e mão de ferro',
    clauses: [
      { n: 'R45 Q22', text: 'Quando uma dupla está a uma mão de ganhar, com 10 tentos (11 na mão de 1), a mão é especial.' },
      { n: 'R46 R47 Q23', text: 'Ela vê as cartas do parceiro, como foram dadas, e escolhe se joga. Uma aceitação basta; recusar precisa dos dois (Q7).' },
      { n: 'R48 R49', text: 'Recusar entrega o valor de uma mão simples, 2 (ou 1), e vem outra mão.' },
      { n: 'R50 R51', text: 'Jogar faz a mão valer como truco, 4 (ou 3), para quem ganhar.' },
      { n: 'R54 Q15', text: 'Essa mão já vem gritada: ninguém pede truco nela.', option: 'raise_in_special' },
      { n: 'Q16', text: 'Com as duas duplas nesse ponto é a mão de ferro: sem escolha, sem pedidos, valendo 4 (ou 3).', option: 'iron' },
      { n: 'R52 R53 R56', text: 'Jogar pode acabar o jogo; recusar custa pouco e é certo. Cabe à dupla pesar.' },
    ],
  },
  {
    id: 'forfeit',
    title: 'Largar a mão',
    clauses: [
      { n: 'R57 Q20', text: 'Pode-se largar a mão sem esperar truco. Os outros ganham o valor do momento.', option: 'forfeit' },
      { n: 'R58', text: 'A mão é da dupla: o parceiro precisa concordar. A proposta não para o jogo, os adversários não a veem, e ela cai no fim da vaza, com um pedido ou com a mão.' },
    ],
  },
  {
    id: 'hidden',
    title: 'Quem vê o quê',
    clauses: [
      { n: '§7', text: 'Todos veem os pontos, de quem é a vez, os pedidos, as vazas e quantas cartas cada um tem. A força das cartas é fixa e pública.' },
      { n: '§7', text: 'Suas cartas só você vê. Na mão especial, a dupla que decide vê também as do parceiro.' },
      { n: 'R44 Q18', text: 'Carta coberta só o dono lembra; nem o parceiro a vê. Na mão de ferro, ninguém.' },
      { n: '§7', text: 'Votos de correr e propostas de largar só a dupla vê.' },
      { n: 'Q19', text: 'As cartas que sobram e as cobertas nunca são mostradas.' },
    ],
  },
  {
    id: 'time',
    title: 'Tempo e ausência',
    clauses: [
      { n: '§8', text: 'Acabou o tempo para jogar: sai a carta mais fraca, aberta. Na mão de ferro, a do primeiro lugar.' },
      { n: 'Q12', text: 'Ninguém respondeu ao pedido a tempo.', option: 'raise_timeout' },
      { n: 'R55 Q12', text: 'Ninguém decidiu a mão especial a tempo.', option: 'special_timeout' },
      { n: 'R58', text: 'Proposta de largar sem resposta nunca vale como sim.' },
      { n: '§8', text: 'Depois de dois tempos estourados seguidos, ou 30 segundos sem conexão, um robô joga no lugar. A pessoa volta quando quiser.' },
      { n: '§8', text: 'Com um robô de parceiro, quem responde aos pedidos é a pessoa. A opinião do robô aparece como conselho.' },
    ],
  },
];

const mineiroEn: readonly Section[] = [
  {
    id: 'aim',
    title: 'The game',
    clauses: [
      { n: 'R2 R3 R4', text: 'Four people play in two pairs, partners facing each other, three cards each.' },
      { n: 'R1', text: 'The pack has 40 cards: jokers, 8s, 9s and 10s are taken out. No card is turned up.' },
      { n: 'R5 Q17', text: 'The match goes to who wins the agreed number of games, each to 12 tentos. Each game starts from nought.', option: 'games_to_win' },
      { n: 'Q13', text: 'Anything above 12 does not count.' },
      { n: 'Q4 Q14', text: 'The deal goes clockwise and moves on by one after every hand; the player to the left of the dealer leads.' },
      { n: '§4', text: 'A table may limit the hands: after so many whoever leads wins.', option: 'max_hands' },
    ],
  },
  {
    id: 'cards',
    title: 'Strength of the cards',
    clauses: [
      { n: 'R6 R7 R8 R9 R20', text: 'Four fixed manilhas, strongest first: 4 of clubs (zap), 7 of hearts, A of spades (espadilha), 7 of diamonds.' },
      { n: 'R10 R11 R12 R13', text: 'Then the 3s, the 2s, the aces of clubs, hearts and diamonds, the kings.' },
      { n: 'R14 R15 R16', text: 'Then the jacks, the queens, the 7s of clubs and spades.' },
      { n: 'R17 R18 R19', text: 'Last the 6s, the 5s, the 4s of hearts, spades and diamonds.' },
      { n: 'R21', text: 'Apart from the manilhas suits do not count: equal cards tie (canga).' },
    ],
  },
  {
    id: 'tricks',
    title: 'Tricks',
    clauses: [
      { n: 'R21 R22', text: 'In each trick everybody plays one card, with no duty to follow suit. The strongest wins and leads the next.' },
      { n: 'Q3', text: 'If the two best are equal and of the same pair, the trick is theirs; the first of them leads.' },
      { n: 'Q2', text: 'Who leads after a tie.', option: 'tie_leader' },
      { n: 'R41 R42 Q5', text: 'From some trick on a card may be played face down: it does not contest the trick and hides what you held.', option: 'covered_from' },
      { n: 'Q5', text: 'Whether both partners may play face down in the same trick depends on the table.', option: 'one_covered_per_pair' },
      { n: 'R43', text: 'Switching "Play face down" on only prepares the play on your device: you still see which card you send.' },
      { n: 'Q6', text: 'If all play face down the trick is tied. A single open card wins, whichever it is.' },
    ],
  },
  {
    id: 'hand',
    title: 'Who wins the hand',
    clauses: [
      { n: 'R22', text: 'A hand has up to three tricks and goes to who wins two. It ends as soon as it is decided.' },
      { n: 'R23', text: 'First tied: who wins the second takes the hand.' },
      { n: 'R24', text: 'First won and second tied: that pair takes the hand.' },
      { n: 'R25', text: 'First and second tied: the third decides.' },
      { n: 'Q1', text: 'One each and the third tied: who won the first takes the hand.' },
      { n: 'R26', text: 'Three ties: nobody scores.' },
    ],
  },
  {
    id: 'raise',
    title: 'Calls',
    clauses: [
      { n: 'R27 R28 Q10 Q21', text: 'The scale is chosen when the table opens, stands in the lobby and does not change afterwards.', option: 'scale' },
      { n: 'R29', text: 'On your turn, before playing your card, you may call a raise, one step at a time.' },
      { n: 'R30 R31 R32', text: 'Hand of 2: TRUCO takes it from 2 to 4, SEIS from 4 to 8, NOVE from 8 to 12. The name is not the value.' },
      { n: 'R34 R35 R36 R37 R38', text: 'Hand of 1: TRUCO takes it from 1 to 3, SEIS to 6, NOVE to 9, DOZE to 12.' },
      { n: 'R33 R39', text: 'Who runs gives away the value before the call.' },
      { n: 'R40', text: "Nobody raises over the own pair's call: once accepted, the right is with the pair that accepted." },
      { n: 'Q8', text: 'Answering a call with the next step at once.', option: 'reraise' },
      { n: 'Q11', text: 'Calling when the present value is already enough to win the game.', option: 'useless_raise' },
      { n: 'Q9', text: 'Who speaks for the pair when an answer is wanted.', option: 'answer_policy' },
    ],
  },
  {
    id: 'ten',
    title: 'Hand of ten (or eleven) and iron hand',
    clauses: [
      { n: 'R45 Q22', text: 'When a pair is one hand from winning, at 10 tentos (11 in the hand of 1), the hand is special.' },
      { n: 'R46 R47 Q23', text: "It sees the partner's cards, as dealt, and chooses whether to play. One acceptance is enough; declining takes both (Q7)." },
      { n: 'R48 R49', text: 'Declining gives away a plain hand, 2 (or 1), and a new hand comes.' },
      { n: 'R50 R51', text: 'Playing makes the hand worth a truco, 4 (or 3), to whoever wins it.' },
      { n: 'R54 Q15', text: 'This hand comes already shouted: nobody calls truco in it.', option: 'raise_in_special' },
      { n: 'Q16', text: 'With both pairs there comes the iron hand: no choice, no calls, worth 4 (or 3).', option: 'iron' },
      { n: 'R52 R53 R56', text: 'Playing may end the game; declining is cheap and certain. It is for the pair to weigh.' },
    ],
  },
  {
    id: 'forfeit',
    title: 'Giving up a hand',
    clauses: [
      { n: 'R57 Q20', text: 'A hand may be given up without waiting for a truco. The others score its present value.', option: 'forfeit' },
      { n: 'R58', text: 'The hand belongs to the pair: the partner must agree. The proposal does not stop play, the opponents do not see it, and it lapses with the trick, with a call or with the hand.' },
    ],
  },
  {
    id: 'hidden',
    title: 'Who sees what',
    clauses: [
      { n: '§7', text: 'Everybody sees the score, whose turn it is, the calls, the tricks and how many cards each player holds. The order of the cards is fixed and public.' },
      { n: '§7', text: "Your cards are seen by you alone. In the special hand the deciding pair also sees the partner's." },
      { n: 'R44 Q18', text: 'A face-down card is remembered by its owner only; not even the partner sees it. In the iron hand, nobody.' },
      { n: '§7', text: 'Votes to run and proposals to give up are seen by the pair only.' },
      { n: 'Q19', text: 'Cards left over and face-down cards are never shown.' },
    ],
  },
  {
    id: 'time',
    title: 'Time and absence',
    clauses: [
      { n: '§8', text: 'Out of time to play: the weakest card goes, face up. In the iron hand the first place.' },
      { n: 'Q12', text: 'Nobody answered a call in time.', option: 'raise_timeout' },
      { n: 'R55 Q12', text: 'Nobody decided the special hand in time.', option: 'special_timeout' },
      { n: 'R58', text: 'A proposal to give up without an answer never counts as a yes.' },
      { n: '§8', text: 'After two time-outs in a row, or 30 seconds without connection, a robot plays in the seat. Its person returns at any time.' },
      { n: '§8', text: "With a robot partner the person answers calls. The robot's opinion is shown as advice." },
    ],
  },
];

const duelPt: Section = {
  id: 'duel',
  title: 'Mano a mano',
  clauses: [
    { n: '§1', text: 'Com duas pessoas cada uma é a própria dupla: vazas de duas cartas, uma resposta só decide, não há parceiro para ver nem consultar.' },
    { n: '§1', text: 'Largar a mão, onde a mesa deixa, vale na hora.' },
  ],
};
const duelEn: Section = {
  id: 'duel',
  title: 'One to one',
  clauses: [
    { n: '§1', text: 'With two people each is a pair: tricks of two cards, one answer decides, there is no partner to see or to ask.' },
    { n: '§1', text: 'Giving up a hand, where the table allows it, counts at once.' },
  ],
};

export const RULES: Readonly<Record<Lang, Readonly<Record<string, readonly Section[]>>>> = {
  'pt-BR': {
    truco_paulista: [...paulistaPt, duelPt],
    truco_mineiro: [...mineiroPt, duelPt],
    sueca: suecaPt,
    cacheta: cachetaPt,
    mau_mau: mauMauPt,
  },
  en: {
    truco_paulista: [...paulistaEn, duelEn],
    truco_mineiro: [...mineiroEn, duelEn],
    sueca: suecaEn,
    cacheta: cachetaEn,
    mau_mau: mauMauEn,
  },
};
