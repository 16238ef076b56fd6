/**
 * Many stream clients in a process of their own: `stream-clients.ts URL CLIENTS [people [MARKET [FIRST]]]`. With that
 * word each is a seeded person with a session, as the product wants it, from the FIRST on, and subscribes to prices.
 * Each message of the parent ("reset", "report") is a line on standard input; a report is one JSON line
 * with the frames, bytes and delivery latencies seen since the reset, and how many are connected.
 */
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { secretOf } from './session-secret.ts';

const [, , url = '', count = '0', who = '', market = 'main', first = '0'] = process.argv;
const isProduct = who === 'people';
let frames = 0;
let bytes = 0;
let latencies: number[] = [];
let open = 0;

/** Frames carry the sender's wall clock as "at":<ms>; delivery is measured against it on the same machine. */
function onFrame(data: Buffer, isSample: boolean): void {
  frames += 1;
  bytes += data.length;
  if (!isSample) return;
  const sentAt = /"(?:now|at)":(\d{13})/.exec(data.toString('latin1', 0, 200))?.[1];
  if (sentAt !== undefined) latencies.push(Date.now() - Number(sentAt));
}

function connectClient(n: number): void {
  const origin = url.replace(/^ws/, 'http').replace(/\/api\/stream$/, '');
  const headers: Record<string, string> = isProduct ? { cookie: `plecho=${secretOf(Number(first) + n)}`, origin } : {};
  const socket = new WebSocket(url, { perMessageDeflate: false, headers });
  socket.on('open', () => {
    open += 1;
    socket.on('close', () => (open -= 1));
    if (isProduct) socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'tickers', market } }));
    if (open === Number(count)) process.stdout.write('open\n');
  });
  socket.on('message', (data: Buffer) => onFrame(data, n % 20 === 0));
  socket.on('error', (error) => process.stderr.write(`${error.message}\n`));
}

/** A few at a time: a burst of thousands of handshakes measures the accept queue and nothing else. */
async function connectAll(): Promise<void> {
  for (let n = 0; n < Number(count); n += 1) {
    connectClient(n);
    if (n % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'reset') {
    frames = 0;
    bytes = 0;
    latencies = [];
  }
  if (line === 'report') process.stdout.write(`${JSON.stringify({ frames, bytes, latencies, open })}\n`);
});

await connectAll();
