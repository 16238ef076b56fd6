import { WebSocket } from 'ws';
import { freePort, type Product } from '../../../tools/product/process.ts';
import { signUp } from '../lib/browser.ts';
import { startChild, type Child } from '../lib/child.ts';
import { percentile, round, type Result } from '../lib/result.ts';
import { cpuOver, productCpu, productMemory, seconds } from '../lib/server-figures.ts';

const CLIENTS = 2_000;
const SECONDS = 15;
const FRAMES_PER_SECOND = 4;

interface Report {
  frames: number;
  bytes: number;
  latencies: number[];
}

/** A frame of tickers broadcast to 2,000 clients, by the product and by the bare WebSocket library. */
export async function measureStream(product: Product): Promise<Result[]> {
  const cookie = await signUp(product.url);
  const frame = await typicalFrame(product, cookie);
  const idle = await cpuOver(SECONDS, () => productCpu(product));
  const memoryBefore = await productMemory(product);
  const served = await startClients(`${product.url.replace('http', 'ws')}/api/stream`, cookie);
  served.send('reset');
  const busy = await cpuOver(SECONDS, () => productCpu(product));
  const report = JSON.parse(await served.ask('report')) as Report;
  const memory = (await productMemory(product)) - memoryBefore;
  served.end();

  const bare = await bareBroadcast(frame);
  const perSecond = report.frames / SECONDS / CLIENTS;
  const cost = (busy - idle) / SECONDS;
  // As many frames as the product really sent, so that a slower pace is no advantage.
  const value = (CLIENTS * perSecond) / cost;
  const ceiling = (CLIENTS * bare.framesPerClientSecond) / bare.cpuPerSecond;
  const p99 = percentile(report.latencies, 99);
  const note = `${CLIENTS} clients, ${SECONDS} s, ${round(perSecond, 1)} frames per client and second of about ${frame.length} bytes; CPU of the server above its idle use (${round((idle / SECONDS) * 100, 1)} % of a core for the market itself)`;
  return [
    {
      name: 'stream: frames delivered per CPU second',
      value: round(value, 0),
      unit: '1/s',
      ceiling: round(ceiling, 0),
      ratio: round(value / ceiling),
      target: '≥ 0.8',
      met: value / ceiling >= 0.8,
      note,
    },
    {
      name: 'stream: p99 delivery',
      value: round(p99, 1),
      unit: 'ms',
      ceiling: null,
      ratio: null,
      target: '< 100 ms',
      met: p99 < 100,
      note: 'from the time in the frame to its arrival, every 20th client',
    },
    {
      name: 'memory of an idle stream client',
      value: round(memory / CLIENTS / 1000, 1),
      unit: 'kB',
      ceiling: null,
      ratio: null,
      target: '< 30 kB',
      met: memory / CLIENTS < 30_000,
      note: `growth of the least heap and external memory seen over ten seconds, without a forced collection: an upper bound; with ${CLIENTS} subscribed clients`,
    },
  ];
}

async function startClients(url: string, cookie: string): Promise<Child> {
  const clients = startChild('stream-clients.ts', url, String(CLIENTS), cookie);
  await clients.line();
  await seconds(3);
  return clients;
}

async function bareBroadcast(frame: string): Promise<{ cpuPerSecond: number; framesPerClientSecond: number }> {
  const port = await freePort();
  const server = startChild('bare-broadcast.ts', String(port), String(FRAMES_PER_SECOND));
  server.send(frame);
  await seconds(1);
  const clients = await startClients(`ws://127.0.0.1:${port}`, '');
  clients.send('reset');
  const cpu = await cpuOver(SECONDS, async () => Number(await server.ask('cpu')));
  const report = JSON.parse(await clients.ask('report')) as Report;
  clients.end();
  server.end();
  return { cpuPerSecond: cpu / SECONDS, framesPerClientSecond: report.frames / SECONDS / CLIENTS };
}

/** An update of all tickers as the product sends it; the bare server broadcasts the same bytes. */
function typicalFrame(product: Product, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/stream`, {
      headers: { cookie, origin: product.url },
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
