import type { FundingRound } from '../commands/batch.ts';
import type { Candles } from './candles/ports.ts';
import type { Premiums } from './premiums.ts';

/** Minutes that are read of a pair: more than the two longest intervals have. */
const LIMIT = 1_000;

/**
 * Gives the premiums the minutes of the intervals that no price has decided yet. Rejects when candles can't be read.
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
    premiums.recall(symbol, await candles.series(symbol, '1m', LIMIT, null), from);
  }
}
