// The peer: boardgame.io's own server with its memory store and a game in which four players take turns.
// usage: node bgio_server.cjs PORT; the lobby's API listens at PORT + 1. Prints `READY PORT pid`.
const { Server } = require('boardgame.io/server');

const port = Number(process.argv[2]);
const turns = {
  name: 'turns',
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ played: 0, last: -1 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G }, card) => {
      G.played += 1;
      G.last = card;
    },
  },
};

Server({ games: [turns], origins: [/127\.0\.0\.1/] })
  .run({ port, lobbyConfig: { apiPort: port + 1 } })
  .then(() => console.log('READY', port, process.pid));
