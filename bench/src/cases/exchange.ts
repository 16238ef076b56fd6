import { serverMessage } from '@plecho/contract';
import { WebSocket } from 'ws';
import { LISTED_PAIRS } from '../../../apps/server/src/feeds/listed-pairs.ts';
import { freePort, startProduct, type Product } from '../../../tools/product/process.ts';
import { startChild, type Child } from '../lib/child.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { seconds, waitUntilQuiet } from '../lib/server-figures.ts';

const ROUNDS = 5;
const SECONDS = 20;
/** For the past of all pairs to be asked for. */
const WARM_UP_SECONDS = 30;
/** The stand-in's pairs were listed so long ago. */
const HISTORY_SECONDS = 7_200;
const LATENCY_SECONDS = 60;
const PERSON = { phone: '+79990000000', password: 'осенний-лист-42' };

/** What a process that follows the exchange has used and taken so far. */
interface Used {
  cpu: number;
  taken: number;
}

/** What following an exchange costs, and how late its prices reach a stream of the product. */
export async function measureExchange(dataDir: string): Promise<Result[]> {
  const port = await freePort();
  const exchange = startChild('exchange-process.ts', [String(port), String(HISTORY_SECONDS)]);
  try {
    await exchange.line();
    const host = `127.0.0.1:${port}`;
    return [...(await measureFollowing(host)), await measureLatency(dataDir, host, exchange)];
  } finally {
    exchange.end();
  }
}

/** The product's feed and the bare library hear the same messages at the same time. */
async function measureFollowing(host: string): Promise<Result[]> {
  const followers = ['product', 'bare'].map((kind) => startChild('exchange-follower.ts', [host, kind]));
  const read = (): Promise<Used[]> =>
    Promise.all(followers.map(async (follower) => JSON.parse(await follower.ask('')) as Used));
  await seconds(WARM_UP_SECONDS);
  const product: number[] = [];
  const bare: number[] = [];
  let [followed, heard] = await read();
  for (let n = 0; n < ROUNDS; n += 1) {
    await seconds(SECONDS);
    const [ours, theirs] = await read();
    if (ours === undefined || theirs === undefined || followed === undefined || heard === undefined) break;
    const messages = theirs.taken - heard.taken;
    if (messages < SECONDS * LISTED_PAIRS.length || ours.taken - followed.taken < messages / 3) {
      throw new Error(`${messages} messages were sent, ${ours.taken - followed.taken} prices were valid`);
    }
    product.push(ours.cpu - followed.cpu);
    bare.push(theirs.cpu - heard.cpu);
    [followed, heard] = [ours, theirs];
  }
  for (const follower of followers) follower.end();
  const [value, ceiling] = [median(product), median(bare)];
  const name = `exchange: ${LISTED_PAIRS.length} live pairs`;
  const note = `tickers and klines of every pair once a second, feed, gate, candles and triggers without storage`;
  return [
    {
      name,
      ...{ value: round(value), unit: `CPU s in ${SECONDS} s`, ceiling: round(ceiling), ratio: round(value / ceiling) },
      ...{ target: '≤ 2 times the CPU of the bare ws library and JSON.parse', met: value <= 2 * ceiling },
      note: `${note}; ${spread(product)}, the bare library ${spread(bare)}, both at the same time`,
    },
    {
      name: `${name}, of a core`,
      ...{ value: round((value / SECONDS) * 100, 1), unit: '%', ceiling: null, ratio: null },
      ...{ target: '< 10 %', met: value / SECONDS < 0.1, note },
    },
  ];
}

/** From the moment a price is sent by the exchange to its arrival in a stream of the product. */
async function measureLatency(dataDir: string, host: string, exchange: Child): Promise<Result> {
  const env = { MARKETS: 'binance', BINANCE_REST_URL: `http://${host}`, BINANCE_STREAM_URL: `ws://${host}` };
  const product = await startProduct(dataDir, env);
  try {
    await waitUntilQuiet(product);
    const arrived = new Map<string, number>();
    const socket = await openStream(product, arrived);
    await seconds(2);
    await exchange.ask('sent');
    await seconds(LATENCY_SECONDS);
    const sent = JSON.parse(await exchange.ask('sent')) as [string, number][];
    socket.terminate();
    const latencies = sent.flatMap(([price, at]) => {
      const later = (arrived.get(price) ?? 0) - at;
      return later < 0 ? [] : [later];
    });
    if (latencies.length < sent.length / 2) throw new Error(`${latencies.length} of ${sent.length} prices arrived`);
    const p99 = percentile(latencies, 99);
    return {
      ...{ name: 'exchange: tick to stream, p99', value: round(p99, 0), unit: 'ms', ceiling: null, ratio: null },
      ...{ target: '< 150 ms', met: p99 < 150 },
      note: `${latencies.length} prices in ${LATENCY_SECONDS} s, from the exchange's sending to a WebSocket client of the product, whose frames are 250 ms apart at least; median ${round(median(latencies), 0)} ms`,
    };
  } finally {
    await product.stop();
  }
}

/** @param arrived when each price was seen first, ms, by its pair and time; filled from now on */
async function openStream({ url }: Product, arrived: Map<string, number>): Promise<WebSocket> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { headers: { cookie, origin: url } });
  socket.on('open', () =>
    socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'tickers', market: 'main' } })),
  );
  socket.on('message', (data: Buffer) => {
    const at = Date.now();
    const message = serverMessage.parse(JSON.parse(data.toString()));
    if (message.type !== 'tickers') return;
    for (const row of message.data.rows) {
      const [symbol, , , , , , , time] = row;
      if (!arrived.has(`${symbol} ${time}`)) arrived.set(`${symbol} ${time}`, at);
    }
  });
  return socket;
}
