import { setImmediate as otherWork } from 'node:timers/promises';
import type { Price } from '@plecho/domain';
import { decodeBundle, decodeDefinition, readFrame } from '@plecho/proofs';
import type { LogReader, OpenLog } from '../proofs/ports.ts';

/** Entries of a bundle. */
const WIDTH = 256n;
/** So much is read for a path at most: of a market with one pair some eight minutes, of a hundred lively ones a minute. */
const MAX_FRAMES = 512n;
const MAX_BYTES = 256 * 1024;
/** Frames of a hundred pairs take a millisecond each: whoever waits comes in between. */
const AT_ONCE = 8;

/** A valid price, by its number. */
export interface Tick {
  seq: bigint;
  price: Price;
  /** ms by the market's own clock. */
  time: number;
}

/** What of a log is between two prices. */
export interface Wanted {
  symbol: string;
  /** Number of the price before the first that is wanted, and of the one after the last. */
  after: bigint;
  before: bigint;
}

/** Entries `first` to `last`, ascending; null where one of them was dropped, or they are too long. */
async function entriesOf(log: OpenLog, first: bigint, last: bigint): Promise<Uint8Array[] | null> {
  const entries: Uint8Array[] = [];
  for (let n = first / WIDTH; n <= last / WIDTH; n += 1n) {
    const left = log.size - n * WIDTH;
    const bundle = await log.entryBundle(n, Number(left < WIDTH ? left : WIDTH));
    const read = bundle === null || bundle === 'dropped' ? null : decodeBundle(bundle);
    if (read === null) return null;
    const from = first > n * WIDTH ? Number(first - n * WIDTH) : 0;
    entries.push(...read.slice(from, Number(last - n * WIDTH) + 1));
  }
  return entries.reduce((bytes, { length }) => bytes + length, 0) > MAX_BYTES ? null : entries;
}

/**
 * Every valid price of a pair between two that are logged, in their order.
 * @returns null where they are not all there any more, or are too many to be read for one answer
 */
export async function readTicks(logs: LogReader, marketId: string, wanted: Wanted): Promise<Tick[] | null> {
  const { symbol, after, before } = wanted;
  const log = await logs.open(marketId);
  if (log === null) return null;
  const [first, last] = await Promise.all([log.indexOf(after), log.indexOf(before)]);
  if (first === null || last === null || last - first >= MAX_FRAMES) return null;
  const [definition, entries] = await Promise.all([log.entry(0n), entriesOf(log, first, last)]);
  if (entries === null || definition === null || definition === 'dropped') return null;
  const symbols = decodeDefinition(definition)?.symbols ?? [];
  const ticks: Tick[] = [];
  for (const [n, entry] of entries.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await otherWork();
    const { records, newSymbols = [] } = readFrame(entry);
    // −1, which no record has, where a pair that was listed later has no price in the frame.
    const place = [...symbols, ...newSymbols].indexOf(symbol);
    for (const { seq, symbolIndex, kind, price, time } of records) {
      if (symbolIndex === place && kind === 0 && seq > after && seq < before) ticks.push({ seq, price, time });
    }
  }
  return ticks;
}
