import { aggregateCandles, type Candle, formatDecimal, INTERVALS, type Interval, PRICE_DECIMALS } from '@plecho/domain';
import {
  DAY_MINUTES,
  dateOf,
  DayKeys,
  dayOfDate,
  startOf,
  SYNTHETIC_PAIRS,
  type SyntheticSource,
} from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import { systemClock } from '../lib/clock.ts';
import { PgCandleStore } from '../storage/candle-store.ts';
import { createPool, ownerConfig, type Target } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { MarketStore } from '../storage/market-store.ts';
import { priceRecords } from '../storage/price-records.ts';
import { knownVersion, sourceOf } from '../wiring/day-keys.ts';
import { UsageError } from './errors.ts';
import { compareRecords } from './recompute-records.ts';

export interface RecomputeOptions {
  /** One pair; all of them by default. */
  symbol: string | undefined;
  /** Published key of the day, hexadecimal; by default that of the database. */
  key: string | undefined;
}

function parse(operands: string[], { symbol, key }: RecomputeOptions): number {
  const [what, date = '', ...others] = operands;
  if (what !== 'recompute' || operands.length < 2 || others.length > 0) {
    throw new UsageError('did you mean: market recompute DAY');
  }
  const day = dayOfDate(date);
  if (day === null || day < 0) throw new UsageError(`DAY must be a date from ${dateOf(0)} on, not «${date}»`);
  if (startOf(day + 1) * 1000 > Date.now()) {
    throw new UsageError(`${date} is not over: its key is not published, and nobody can recompute it yet`);
  }
  if (symbol !== undefined && SYNTHETIC_PAIRS.every((pair) => pair.symbol !== symbol)) {
    throw new UsageError(`the synthetic market has no pair «${symbol}»`);
  }
  if (key !== undefined && !/^[0-9a-f]{64}$/i.test(key)) throw new UsageError('--key must be 64 hexadecimal digits');
  return day;
}

async function keyOf(market: MarketDefinition, target: Target, day: number): Promise<Uint8Array> {
  const source = await sourceOf(market, target);
  if (!('keys' in source)) throw new StorageError(`the market ${market.id} has no keys`);
  return source.keys.keyOf(day);
}

/** The keys up to `day` and no further: what everybody has once the key of the day is published. */
async function publicSourceOf(
  market: MarketDefinition,
  target: Target,
  day: number,
  key: string | undefined,
): Promise<SyntheticSource> {
  const { anchor, seed, version } = market.parameters;
  if (anchor === undefined) {
    if (key !== undefined) throw new UsageError('the market has a public seed and no keys');
    console.log(`seed:     ${String(seed)}`);
    return { seed: String(seed) };
  }
  const given = key === undefined ? await keyOf(market, target, day) : Buffer.from(key, 'hex');
  const keys = new DayKeys(day, given, nodePrimitives);
  console.log(`key:      ${Buffer.from(given).toString('hex')}`);
  if (keys.anchor !== anchor) {
    throw new StorageError(
      `this is not the key of ${dateOf(day)}: it leads to ${keys.anchor}, not to the anchor ${String(anchor)}`,
    );
  }
  console.log(`anchor:   ${String(anchor)}, SHA-256 of the key ${day + 1} times over`);
  return { keys, version: knownVersion(version) };
}

const show = ({ open, high, low, close, volume }: Candle): string => {
  const price = (value: bigint): string => formatDecimal(value, PRICE_DECIMALS);
  return `open ${price(open)} high ${price(high)} low ${price(low)} close ${price(close)} turnover ${formatDecimal(volume, 6)}`;
};

const isSame = (a: Candle, b: Candle): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume;

/** @returns in words where a stored candle first differs from the recomputed one; null if it does nowhere */
function difference(
  symbol: string,
  interval: Interval,
  stored: readonly Candle[],
  made: readonly Candle[],
): string | null {
  const byTime = new Map(made.map((candle) => [candle.time, candle]));
  for (const candle of stored) {
    const other = byTime.get(candle.time);
    if (other !== undefined && isSame(candle, other)) continue;
    const time = new Date(candle.time * 1000).toISOString().replace(':00.000Z', 'Z');
    return [
      `${symbol} ${interval} ${time} differs`,
      `  stored:     ${show(candle)}`,
      `  recomputed: ${other === undefined ? 'no such candle' : show(other)}`,
    ].join('\n');
  }
  return null;
}

/** @returns the number of candles that agree, or where one does not */
async function compare(
  store: PgCandleStore,
  source: SyntheticSource,
  day: number,
  symbols: readonly string[],
): Promise<number | string> {
  const feed = new SyntheticFeed({ ...source, clock: systemClock });
  const [from, to] = [startOf(day), startOf(day + 1)];
  let agreeing = 0;
  for (const symbol of symbols) {
    const minutes = feed.history(symbol, from, to);
    for (const interval of INTERVALS) {
      const read = await store.read(symbol, interval, DAY_MINUTES, to);
      const stored = read.filter(({ time }) => time >= from);
      const found = difference(symbol, interval, stored, aggregateCandles(minutes, interval));
      if (found !== null) return found;
      agreeing += stored.length;
    }
  }
  return agreeing;
}

/** @returns the exit code */
function report(candles: number | string, records: number | string, symbols: readonly string[]): number {
  const of = symbols.length === 1 ? symbols[0] : `${symbols.length} pairs`;
  if (typeof candles === 'string') console.log(candles);
  if (typeof records === 'string') console.log(records);
  if (typeof candles === 'string' || typeof records === 'string') return 1;
  if (candles === 0) console.log('no candle of this day is stored: there is nothing to compare with');
  else console.log(`agree:    all ${candles} stored candles of ${of}`);
  if (records > 0) console.log(`agree:    all ${records} prices of ${of} that fills used`);
  return candles + records > 0 ? 0 : 1;
}

async function recompute({ target }: Database, day: number, { symbol, key }: RecomputeOptions): Promise<number> {
  const pool = createPool({ ...ownerConfig(target), max: 1 });
  try {
    const markets = await new MarketStore(pool).list();
    if (markets.length === 0) throw new StorageError('there is no market yet: start the server once');
    const market = markets.find(({ kind }) => kind === 'synthetic');
    if (market === undefined) {
      throw new StorageError('there is no synthetic market here, and no other prices can be made anew');
    }
    console.log(`day:      ${dateOf(day)}, day ${day} of the chain`);
    const source = await publicSourceOf(market, target, day, key);
    const symbols = symbol === undefined ? SYNTHETIC_PAIRS.map((pair) => pair.symbol) : [symbol];
    const candles = await compare(new PgCandleStore(pool, market.id), source, day, symbols);
    const used = priceRecords(pool, market.id, startOf(day) * 1000, startOf(day + 1) * 1000);
    return report(candles, await compareRecords(used, source, symbols), symbols);
  } finally {
    await pool.end();
  }
}

/**
 * Makes a finished day of the shared synthetic market anew from its published key (rule M4), or from the market's public
 * seed, and compares it with the stored candles and with the prices that fills used.
 * @returns the exit code: 1 when one differs, when none is stored
 * @throws UsageError
 * @throws StorageError when there is no such market, when a key does not lead to its anchor
 */
export function recomputeDay(
  operands: string[],
  options: RecomputeOptions,
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  const day = parse(operands, options);
  return withDatabase((database) => recompute(database, day, options));
}
