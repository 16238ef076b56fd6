import { WebSocket } from 'ws';
import { freePort, startProduct, type Product } from '../../../tools/product/process.ts';
import { startChild, type Child } from '../lib/child.ts';
import { heldMemory, inspectable } from '../lib/inspector.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop, seedPeople } from '../lib/seed.ts';
import { cpuOver, productCpu, seconds, waitUntilQuiet } from '../lib/server-figures.ts';
import { secretOf } from '../lib/session-secret.ts';

const ROUNDS = 5;
const CLIENTS = 2_000;
/** As long as the product waits between two pings: each window has one of them for every client. */
const SECONDS = 30;
const FRAMES_PER_SECOND = 4;
/** For the clients' handshakes to be over and done with, or their sockets to be gone. */
const CALM_SECONDS = 3;

interface Report {
  frames: number;
  bytes: number;
  latencies: number[];
}

/** A server that broadcasts: the product, or the bare WebSocket library. */
interface Broadcaster {
  url: string;
  /** Whom the clients are; empty: the server doesn't ask. */
  who: string;
  /** CPU seconds so far. */
  cpu(): Promise<number>;
  inspectPort: number;
}

/** What 2,000 clients cost a server. */
interface Round {
  /** Frames delivered for each second of its CPU beyond what it uses without clients. */
  framesPerCpuSecond: number;
  framesPerClientSecond: number;
  /** Share of a core without clients. */
  idle: number;
  latencies: number[];
  bytesPerClient: number;
}

/** A frame of tickers broadcast to 2,000 clients, by the product and by the bare WebSocket library in turn. */
export async function measureStream(dataDir: string): Promise<Result[]> {
  await (await startProduct(dataDir)).stop();
  const workshop = await openWorkshop(dataDir);
  await seedPeople(workshop, CLIENTS);
  await workshop.close();
  const inspectPort = await freePort();
  const product = await startProduct(dataDir, { NODE_OPTIONS: inspectable(inspectPort).join(' ') });
  try {
    await waitUntilQuiet(product);
    return await measure(product, inspectPort);
  } finally {
    await product.stop();
  }
}

async function measure(product: Product, inspectPort: number): Promise<Result[]> {
  const frame = await typicalFrame(product);
  const url = `${product.url.replace('http', 'ws')}/api/stream`;
  const bare = await startBare(frame);
  const served: Round[] = [];
  const ceilings: Round[] = [];
  for (let round_ = 0; round_ < ROUNDS; round_ += 1) {
    served.push(await broadcast({ url, who: 'people', inspectPort, cpu: () => productCpu(product) }));
    ceilings.push(await broadcast(bare));
  }
  bare.end();
  return results(served, ceilings, frame.length);
}

async function broadcast({ url, who, cpu, inspectPort }: Broadcaster): Promise<Round> {
  const memoryBefore = await heldMemory(inspectPort);
  const idle = await cpuOver(SECONDS, cpu);
  const clients = startChild('stream-clients.ts', [url, String(CLIENTS), who]);
  await clients.line();
  await seconds(CALM_SECONDS);
  // Its collection keeps what the handshakes left out of the window, too.
  const memory = (await heldMemory(inspectPort)) - memoryBefore;
  clients.send('reset');
  const busy = await cpuOver(SECONDS, cpu);
  const report = JSON.parse(await clients.ask('report')) as Report;
  clients.end();
  await seconds(CALM_SECONDS);
  return {
    framesPerCpuSecond: report.frames / (busy - idle),
    framesPerClientSecond: report.frames / SECONDS / CLIENTS,
    idle: idle / SECONDS,
    latencies: report.latencies,
    bytesPerClient: memory / CLIENTS,
  };
}

async function startBare(frame: string): Promise<Broadcaster & { end(): void }> {
  const port = await freePort();
  const inspectPort = await freePort();
  const server: Child = startChild(
    'bare-broadcast.ts',
    [String(port), String(FRAMES_PER_SECOND)],
    inspectable(inspectPort),
  );
  server.send(frame);
  await seconds(1);
  const cpu = async (): Promise<number> => Number(await server.ask('cpu'));
  return { url: `ws://127.0.0.1:${port}`, who: '', inspectPort, cpu, end: () => server.end() };
}

function results(served: Round[], bare: Round[], frameBytes: number): Result[] {
  const frames = served.map((round_) => round_.framesPerCpuSecond);
  const frameCeilings = bare.map((round_) => round_.framesPerCpuSecond);
  const p99s = served.map(({ latencies }) => percentile(latencies, 99));
  const memory = served.map((round_) => round_.bytesPerClient / 1000);
  const memoryCeilings = bare.map((round_) => round_.bytesPerClient / 1000);
  const pace = median(served.map((round_) => round_.framesPerClientSecond));
  const idle = median(served.map((round_) => round_.idle));
  return [
    {
      name: 'stream: frames delivered per CPU second',
      value: round(median(frames), 0),
      unit: '1/s',
      ceiling: round(median(frameCeilings), 0),
      ratio: round(median(frames) / median(frameCeilings)),
      target: '≥ 0.9',
      met: median(frames) / median(frameCeilings) >= 0.9,
      note: `${CLIENTS} clients, ${SECONDS} s, ${round(pace, 1)} frames per client and second of about ${frameBytes} bytes; CPU of the server above its idle use (${round(idle * 100, 1)} % of a core for the market itself); ceiling: the bare ws library; ${spread(frames, 0)}, ceiling ${spread(frameCeilings, 0)}`,
    },
    {
      name: 'stream: p99 delivery',
      value: round(median(p99s), 1),
      unit: 'ms',
      ceiling: null,
      ratio: null,
      target: '< 100 ms',
      met: median(p99s) < 100,
      note: `from the time in the frame to its arrival, every 20th client; ${spread(p99s, 1)}`,
    },
    {
      name: 'memory of an idle stream client',
      value: round(median(memory), 1),
      unit: 'kB',
      ceiling: round(median(memoryCeilings), 1),
      ratio: round(median(memoryCeilings) / median(memory)),
      target: '< 30 kB',
      met: median(memory) < 30,
      note: `growth of the heap and of the external memory with ${CLIENTS} subscribed clients, each time after a forced collection; ceiling: the bare ws library; ${spread(memory, 1)}, ceiling ${spread(memoryCeilings, 1)}`,
    },
  ];
}

/** An update of all tickers as the product sends it; the bare server broadcasts the same bytes. */
function typicalFrame(product: Product): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/stream`, {
      headers: { cookie: `plecho=${secretOf(0)}`, origin: product.url },
    });
    const sizes: string[] = [];
    socket.on('open', () =>
      socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'tickers', market: 'main' } })),
    );
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('"update"')) sizes.push(text);
      if (sizes.length < 40) return;
      socket.close();
      const [middle] = sizes.toSorted((a, b) => a.length - b.length).slice(20);
      resolve(middle ?? text);
    });
  });
}
