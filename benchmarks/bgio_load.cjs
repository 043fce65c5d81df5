// The same load as load_client.py for boardgame.io: tables of four, each player a socket, moves timed from their
// sending until the last of the four has the new state. It speaks the two events of boardgame.io's protocol over
// socket.io's client, which is lighter than boardgame.io's own client and so flatters the peer.
// usage: node bgio_load.cjs PORT SERVER_PID TABLES RATE:SECONDS...
const fs = require('fs');
const { io } = require('socket.io-client');

const [port, pid, tables] = process.argv.slice(2, 5).map(Number);
const plans = process.argv.slice(5).map((plan) => plan.split(':').map(Number));
const socketUrl = `http://127.0.0.1:${port}/turns`;
const apiUrl = `http://127.0.0.1:${port + 1}/games/turns`;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

let took = [];
let waiting = [];
let running = false;
let rate = 0;

function rss() {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

function cpu() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

class Table {
  constructor() {
    this.sockets = [];
    this.states = [0, 0, 0, 0];
    this.target = 0;
    this.missing = 0;
    this.turn = 0;
    this.sentAt = 0;
  }

  async settle() {
    this.match = (await post(`${apiUrl}/create`, { numPlayers: 4 })).matchID;
    this.keys = [];
    for (let seat = 0; seat < 4; seat++) {
      const joined = await post(`${apiUrl}/${this.match}/join`, { playerID: `${seat}`, playerName: `p${seat}` });
      this.keys.push(joined.playerCredentials);
      await this.connect(seat);
    }
  }

  connect(seat) {
    const socket = io(socketUrl, { transports: ['websocket'], forceNew: true });
    this.sockets.push(socket);
    socket.on('connect', () => socket.emit('sync', this.match, `${seat}`, this.keys[seat], 4));
    socket.on('update', (_match, state) => this.shown(seat, state));
    return new Promise((done) =>
      socket.once('sync', (_match, info) => {
        this.states[seat] = info.state._stateID;
        done();
      }),
    );
  }

  shown(seat, state) {
    if (state._stateID <= this.states[seat]) return;
    if (this.states[seat] < this.target && state._stateID >= this.target) this.missing -= 1;
    this.states[seat] = state._stateID;
    this.turn = Number(state.ctx.currentPlayer);
    if (this.missing === 0 && this.sentAt) {
      took.push(performance.now() - this.sentAt);
      this.sentAt = 0;
      if (running && !rate) this.go();
      else waiting.push(this);
    }
  }

  go() {
    const state = Math.max(...this.states);
    this.target = state + 1;
    this.missing = 4;
    this.sentAt = performance.now();
    const action = {
      type: 'MAKE_MOVE',
      payload: { type: 'play', args: [7], playerID: `${this.turn}`, credentials: this.keys[this.turn] },
    };
    this.sockets[this.turn].emit('update', action, state, this.match, `${this.turn}`);
  }
}

function atShare(ordered, share) {
  if (!ordered.length) return null;
  return Number(ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))].toFixed(2));
}

async function run(base, wanted, seconds) {
  rate = wanted;
  running = true;
  if (!rate) {
    for (const table of waiting.splice(0)) table.go();
    await sleep(1000);
  }
  took = [];
  const serverCpu = cpu();
  const own = process.cpuUsage();
  const began = performance.now();
  if (rate) {
    let due = 0;
    for (;;) {
      const passed = (performance.now() - began) / 1000;
      if (passed >= seconds) break;
      const want = Math.floor(passed * rate);
      while (due < want && waiting.length) {
        waiting.shift().go();
        due += 1;
      }
      due = Math.max(due, want - 50);
      await sleep(1);
    }
  } else {
    await sleep(seconds * 1000);
  }
  const passed = (performance.now() - began) / 1000;
  const times = took.sort((a, b) => a - b);
  took = [];
  const spent = cpu() - serverCpu;
  const mine = process.cpuUsage(own);
  running = false;
  await sleep(500);
  return {
    rate: wanted,
    moves_s: Number((times.length / passed).toFixed(1)),
    p50_ms: atShare(times, 0.5),
    p99_ms: atShare(times, 0.99),
    server_us_per_move: Number(((spent / Math.max(times.length, 1)) * 1e6).toFixed(1)),
    server_cpu: Number((spent / passed).toFixed(2)),
    client_cpu: Number(((mine.user + mine.system) / 1e6 / passed).toFixed(2)),
    kib_per_connection: Number(((rss() - base) / (4 * tables)).toFixed(1)),
    base_mib: Number((base / 1024).toFixed(1)),
    refused: 0,
  };
}

(async () => {
  const base = rss();
  for (let at = 0; at < tables; at += 25) {
    const some = Array.from({ length: Math.min(25, tables - at) }, () => new Table());
    await Promise.all(some.map((table) => table.settle()));
    waiting.push(...some);
  }
  await sleep(500);
  for (const [wanted, seconds] of plans) console.log(JSON.stringify(await run(base, wanted, seconds)));
  process.exit(0);
})();
