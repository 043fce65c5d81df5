/** The rules of Sueca in our own words; see rules.ts. */
import type { Section } from './rules';

export const rulesPt: readonly Section[] = [
  {
    id: 'aim',
    title: 'O jogo',
    clauses: [
      { n: 'R1 R2', text: 'Jogam quatro pessoas em duas duplas; os parceiros sentam de frente um para o outro.' },
      { n: 'R3', text: 'O baralho tem 40 cartas: saem os coringas, os 8, os 9 e os 10.' },
      { n: 'R5 R34 Q10 Q21', text: 'O jogo é feito de partidas. Ganha a dupla que chegar primeiro aos pontos de jogo combinados; o que passar fica no placar.', option: 'target' },
      { n: 'Q17', text: 'Tudo anda no sentido do relógio.' },
      { n: '§4', text: 'A mesa pode limitar as partidas: depois delas ganha quem está na frente.', option: 'max_hands' },
    ],
  },
  {
    id: 'deal',
    title: 'As cartas são dadas',
    clauses: [
      { n: 'R4 R12', text: 'Cada um recebe dez cartas de uma vez, a começar por quem está à esquerda de quem dá.' },
      { n: 'R6 R11 Q23', text: 'A última carta do baralho é mostrada: o naipe dela é o trunfo da partida.' },
      { n: 'R13 Q12', text: 'A carta do trunfo é de quem deu e fica à vista enquanto ele a tiver; depois, só o naipe.' },
      { n: 'Q1 Q2', text: 'Quem dá primeiro é sorteado; depois de cada partida, empatada também, dá o próximo.' },
    ],
  },
  {
    id: 'lay_down',
    title: 'Baixar o jogo',
    clauses: [
      { n: 'R16 Q3', text: 'Se as cartas de quem sai somam poucos pontos, ele pode baixar o jogo em vez de jogar.', option: 'lay_down_max' },
      { n: 'Q3', text: 'Isso também pode estar desligado.', option: 'lay_down' },
      { n: 'R17 Q1 Q4', text: 'A mão baixada é mostrada a todos, e a mesma pessoa dá as cartas de novo. Ninguém marca; o que estava acumulado continua.' },
      { n: 'R18 Q14', text: 'Quem já baixou uma carta na mesa começou a partida e não pode mais baixar o jogo.' },
      { n: 'Q16', text: 'Pode-se baixar o jogo outra vez se as cartas novas também forem fracas.' },
    ],
  },
  {
    id: 'tricks',
    title: 'Rodadas',
    clauses: [
      { n: 'R7 R14 R15', text: 'A partida tem dez rodadas, cada uma com uma carta de cada jogador. Quem está à esquerda de quem deu sai na primeira.' },
      { n: 'R9 R19', text: 'Quem tem o naipe da primeira carta é obrigado a jogar esse naipe, também quando é o trunfo.' },
      { n: 'R20 Q5', text: 'Quem não tem joga qualquer carta. Ninguém é obrigado a cortar nem a passar por cima.' },
      { n: 'R8', text: 'Da mais fraca à mais forte: 2, 3, 4, 5, 6, Q, J, K, 7, A. O valete passa da dama e o sete passa do rei.' },
      { n: 'R21', text: 'Se saiu trunfo, o trunfo mais alto ganha a rodada.' },
      { n: 'R22', text: 'Se não, ganha a carta mais alta do naipe da primeira.' },
      { n: 'R23 R24', text: 'Quem ganha junta as quatro cartas, viradas para baixo, e sai na rodada seguinte.' },
      { n: 'Q13', text: 'A mesa não aceita carta errada, então ninguém renuncia.' },
      { n: 'Q15', text: 'As dez rodadas são sempre jogadas até o fim.' },
    ],
  },
  {
    id: 'points',
    title: 'Contagem',
    clauses: [
      { n: 'R35 R36 R37 R38 R39 R40', text: 'Ás 11, sete 10, rei 4, valete 3, dama 2; as outras cartas não valem nada. Ao todo são 120 pontos.' },
      { n: 'R25 R26', text: 'Depois da décima rodada cada dupla soma os pontos das cartas que ganhou.' },
      { n: 'R30', text: 'De 61 a 90 pontos: 1 ponto de jogo.' },
      { n: 'R29 Q8', text: 'De 91 a 120 pontos: 2 pontos de jogo.' },
      { n: 'R31 R32 R33 Q6', text: '60 a 60 é empate: ninguém marca, e 1 ponto fica acumulado para quem ganhar a próxima. Empates seguidos se somam.', option: 'draw_carry' },
      { n: 'R10 R27 Q7 Q9 Q20', text: 'Bandeirada: a dupla que ganha as dez rodadas ganha o jogo na hora.' },
      { n: 'R28 Q19', text: '120 pontos sem as dez rodadas não são bandeirada, a não ser que a mesa combine.', option: 'sweep_rule' },
    ],
  },
  {
    id: 'hidden',
    title: 'Quem vê o quê',
    clauses: [
      { n: '§7', text: 'Suas cartas só você vê. A carta do trunfo todos veem enquanto está na mão de quem deu.' },
      { n: 'Q22', text: 'Ninguém vê as cartas do parceiro.' },
      { n: '§7', text: 'A última rodada fica à vista; as anteriores, não. Quantas rodadas cada dupla ganhou, todos veem.' },
      { n: 'Q11', text: 'Os pontos das cartas ganhas só aparecem no fim da partida.', option: 'show_running_points' },
      { n: '§7', text: 'Que quem sai podia baixar o jogo, só ele sabe.' },
      { n: 'Q18', text: 'Na sueca não se conversa sobre as cartas.' },
    ],
  },
  {
    id: 'time',
    title: 'Tempo e ausência',
    clauses: [
      { n: '§8', text: 'Acabou o tempo: sai a carta de menos pontos que se pode jogar, antes as que não são trunfo, antes as mais baixas. O relógio nunca baixa o jogo.' },
      { n: '§8', text: 'Depois de dois tempos estourados seguidos, ou 30 segundos sem conexão, um robô joga no lugar. A pessoa volta quando quiser.' },
    ],
  },
];

export const rulesEn: readonly Section[] = [
  {
    id: 'aim',
    title: 'The game',
    clauses: [
      { n: 'R1 R2', text: 'Four people play in two pairs; partners sit facing each other.' },
      { n: 'R3', text: 'The pack has 40 cards: jokers, 8s, 9s and 10s are taken out.' },
      { n: 'R5 R34 Q10 Q21', text: 'A match is made of deals. The pair that first has the agreed game points wins it; what goes beyond stays on the score.', option: 'target' },
      { n: 'Q17', text: 'Everything goes clockwise.' },
      { n: '§4', text: 'The table may limit the deals: after them whoever leads wins.', option: 'max_hands' },
    ],
  },
  {
    id: 'deal',
    title: 'The deal',
    clauses: [
      { n: 'R4 R12', text: 'Each player gets ten cards at once, beginning at the dealer\'s left.' },
      { n: 'R6 R11 Q23', text: 'The last card of the pack is shown: its suit is trump for the deal.' },
      { n: 'R13 Q12', text: 'The trump card is the dealer\'s and stays in sight as long as he holds it; after that, only the suit.' },
      { n: 'Q1 Q2', text: 'The first dealer is drawn; after each deal, drawn ones too, the next seat deals.' },
    ],
  },
  {
    id: 'lay_down',
    title: 'Laying a hand down',
    clauses: [
      { n: 'R16 Q3', text: 'When the cards of the first player add up to few points he may lay his hand down instead of playing.', option: 'lay_down_max' },
      { n: 'Q3', text: 'The table may do without it.', option: 'lay_down' },
      { n: 'R17 Q1 Q4', text: 'The hand is shown to everybody, and the same dealer deals again. Nobody scores; what was carried stays.' },
      { n: 'R18 Q14', text: 'Who has put a card on the table has begun the deal and may not lay the hand down any more.' },
      { n: 'Q16', text: 'A hand may be laid down again if the new cards are as poor.' },
    ],
  },
  {
    id: 'tricks',
    title: 'Tricks',
    clauses: [
      { n: 'R7 R14 R15', text: 'A deal has ten tricks of one card from each player. The player at the dealer\'s left leads the first.' },
      { n: 'R9 R19', text: 'Who holds the suit of the first card must play it, trumps included.' },
      { n: 'R20 Q5', text: 'Who does not, plays any card. Nobody has to trump or to play higher.' },
      { n: 'R8', text: 'From low to high: 2, 3, 4, 5, 6, Q, J, K, 7, A. The jack beats the queen, the seven beats the king.' },
      { n: 'R21', text: 'If trumps were played the highest trump wins the trick.' },
      { n: 'R22', text: 'Else the highest card of the suit that was led wins it.' },
      { n: 'R23 R24', text: 'The winner takes the four cards, face down, and leads the next trick.' },
      { n: 'Q13', text: 'The table refuses a wrong card, so nobody can revoke.' },
      { n: 'Q15', text: 'All ten tricks are always played.' },
    ],
  },
  {
    id: 'points',
    title: 'Counting',
    clauses: [
      { n: 'R35 R36 R37 R38 R39 R40', text: 'Ace 11, seven 10, king 4, jack 3, queen 2; other cards nothing. Together they are 120 points.' },
      { n: 'R25 R26', text: 'After the tenth trick each pair adds up the points of the cards it has won.' },
      { n: 'R30', text: '61 to 90 points: 1 game point.' },
      { n: 'R29 Q8', text: '91 to 120 points: 2 game points.' },
      { n: 'R31 R32 R33 Q6', text: '60 to 60 is a draw: nobody scores, and 1 point is carried to the winner of the next deal. Draws in a row add up.', option: 'draw_carry' },
      { n: 'R10 R27 Q7 Q9 Q20', text: 'Bandeirada: a pair that wins all ten tricks wins the match at once.' },
      { n: 'R28 Q19', text: '120 points without all ten tricks are no bandeirada, unless the table has it so.', option: 'sweep_rule' },
    ],
  },
  {
    id: 'hidden',
    title: 'Who sees what',
    clauses: [
      { n: '§7', text: 'Your cards are seen by you alone. The trump card is seen by all while the dealer holds it.' },
      { n: 'Q22', text: 'Nobody sees the partner\'s cards.' },
      { n: '§7', text: 'The last trick stays in sight, older ones do not. How many tricks each pair has, all see.' },
      { n: 'Q11', text: 'The points of the cards won show only at the end of the deal.', option: 'show_running_points' },
      { n: '§7', text: 'That the first player could lay the hand down is known to him alone.' },
      { n: 'Q18', text: 'In Sueca nobody talks about the cards.' },
    ],
  },
  {
    id: 'time',
    title: 'Time and absence',
    clauses: [
      { n: '§8', text: 'Out of time: the card with the fewest points that may be played goes, first no trumps, first low ones. The clock never lays a hand down.' },
      { n: '§8', text: 'After two time-outs in a row, or 30 seconds without connection, a robot plays in the seat. Its person returns at any time.' },
    ],
  },
];
