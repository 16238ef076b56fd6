/**
 * A process that hears all prices and candles of an exchange: `exchange-follower.ts HOST product` with the product's
 * feed, gate, candles and triggers, storing nothing, or `exchange-follower.ts HOST bare` with the bare WebSocket library
 * and JSON.parse alone. Any line on standard input is answered with its CPU seconds and what it has taken so far:
 * ticks of the product, messages of the bare one.
 */
import { createInterface } from 'node:readline';
import { DEFAULT_RULES } from '@plecho/domain';
import { WebSocket } from 'ws';
import { VenueBook } from '../../../apps/server/src/engine/candles/venue-book.ts';
import { BinanceFeed } from '../../../apps/server/src/feeds/binance/binance-feed.ts';
import { LISTED_PAIRS } from '../../../apps/server/src/feeds/listed-pairs.ts';
import { systemClock } from '../../../apps/server/src/lib/clock.ts';
import { noStore, onError, storelessHost } from './storeless.ts';

const [, , host = '', kind] = process.argv;

/** @returns how many ticks were valid so far */
async function followAsProduct(): Promise<() => number> {
  const clock = systemClock;
  const feed = await BinanceFeed.open({
    ...{ clock, random: Math.random, since: Date.now(), knownSymbols: new Set<string>() },
    ...{ restUrl: new URL(`http://${host}`), streamUrl: new URL(`ws://${host}`) },
  });
  const book = new VenueBook({ feed, store: noStore, clock, onError });
  const market = storelessHost(
    {
      ...{ id: 'main', kind: 'exchange', title: '', label: '', startAt: 0, startBalance: 0n, parameters: {} },
      ...{ rules: DEFAULT_RULES, scenario: null, endAt: null, ended: false },
    },
    feed,
    book,
    clock,
  );
  feed.follow({
    candle: (symbol, candle, isClosed) => book.candle(symbol, candle, isClosed),
    day: (symbol, day) => book.day(symbol, day),
  });
  await market.start();
  return () => market.stats().validTicks;
}

/** @returns how many messages came so far */
function followBare(): () => number {
  const names = LISTED_PAIRS.flatMap(({ symbol }) => [`${symbol}@ticker`, `${symbol}@kline_1m`]);
  let messages = 0;
  new WebSocket(`ws://${host}/stream?streams=${names.join('/').toLowerCase()}`, { perMessageDeflate: false }).on(
    'message',
    (data: Buffer) => {
      messages += Number(JSON.parse(data.toString()) !== null);
    },
  );
  return () => messages;
}

const taken = kind === 'product' ? await followAsProduct() : followBare();
createInterface({ input: process.stdin }).on('line', () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify({ cpu: (user + system) / 1e6, taken: taken() })}\n`);
});
