import type { Candle } from '@plecho/domain';
import type { FundingRound } from '../commands/batch.ts';
import type { Candles } from './candles/ports.ts';
import type { Premiums } from './premiums.ts';

/** Minutes of a pair that are read at once: more than the two longest intervals have. */
const LIMIT = 1_000;

/** All minutes that are kept since `from` (ms), ascending; and some of before it. */
async function minutesSince(candles: Pick<Candles, 'series'>, symbol: string, from: number): Promise<Candle[]> {
  const read: Candle[][] = [];
  for (let before: number | null = null; before === null || before * 1000 > from;) {
    const page: Candle[] = await candles.series(symbol, '1m', LIMIT, before);
    if (page[0] === undefined) break;
    read.push(page);
    before = page[0].time;
  }
  return read.reverse().flat();
}

/**
 * Gives the premiums the minutes of the intervals that no price has decided yet, however many have passed. Rejects when
 * candles can't be read.
 * @param rounds with the newest of each pair among them
 * @param startAt seconds: candles of before a scenario's start are its base's
 */
export async function recallPremiums(
  premiums: Premiums,
  candles: Pick<Candles, 'series'>,
  symbols: Iterable<string>,
  { rounds, startAt }: { rounds: readonly FundingRound[]; startAt: number },
): Promise<void> {
  const decided = new Map<string, number>();
  for (const { symbol, at } of rounds) decided.set(symbol, Math.max(at, decided.get(symbol) ?? 0));
  for (const symbol of symbols) {
    const from = Math.max(decided.get(symbol) ?? 0, startAt * 1000);
    premiums.recall(symbol, await minutesSince(candles, symbol, from), from);
  }
}
