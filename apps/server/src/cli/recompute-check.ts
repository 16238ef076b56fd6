import { formatPrice, parsePrice } from '@plecho/domain';
import { type MarketOrigin, recomputeCheck, type RecomputedPrice } from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import { UsageError } from './errors.ts';
import { fillRecords, type ProvenFillRecords } from './fill-records.ts';

/** As the other steps of a verified proof. */
export interface RecomputeStep {
  step: 'recomputed';
  outcome: 'passed' | 'failed' | 'unchecked';
  code: string;
  facts: Record<string, string>;
}

const of = (outcome: RecomputeStep['outcome'], code: string, facts: Record<string, string> = {}): RecomputeStep => ({
  ...{ step: 'recomputed', outcome, code, facts },
});

/** What one fill ends the check with; null when it is as it should be. */
function endedBy(fill: string, answer: RecomputedPrice): RecomputeStep | null {
  if (answer.outcome === 'matches') return null;
  if (answer.outcome === 'wrongKey') return of('failed', 'wrong_key');
  if (answer.outcome === 'dayNotOver') return of('unchecked', 'key_of_an_earlier_day', { fill });
  if (answer.outcome === 'notSynthetic') return of('unchecked', 'not_synthetic');
  const made = answer.made === null ? 'none' : formatPrice(answer.made);
  return of('failed', 'other_price', { fill, price: formatPrice(answer.recorded), made });
}

/**
 * Whether the generator makes the prices of all fills at their very times (rule M4).
 * @param definition of the market, as its log has it
 * @param key published key of the day of the exit or of a later one, 64 hexadecimal digits; a market with a public seed needs none
 * @throws UsageError for what is no key
 */
export function checkRecomputed(
  trade: ProvenFillRecords,
  definition: MarketOrigin,
  key: string | undefined,
): RecomputeStep {
  if (key !== undefined && !/^[0-9a-f]{64}$/i.test(key))
    throw new UsageError('--day-key must be 64 hexadecimal digits');
  const { symbol } = trade;
  const fills = fillRecords(trade);
  const answers = recomputeCheck({
    ...{ definition, key: key === undefined ? null : Buffer.from(key, 'hex'), primitives: nodePrimitives },
    records: fills.map(({ price, time }) => ({ symbol, price: parsePrice(price) ?? 0n, time })),
  });
  const ends = answers.map((answer, n) => endedBy(fills[n]?.fill ?? '', answer)).filter((each) => each !== null);
  const worst = ends.find(({ outcome }) => outcome === 'failed') ?? ends[0];
  const facts = Object.fromEntries(fills.map(({ fill, price, time }) => [fill, `${price} at ${time}`]));
  return worst ?? of('passed', 'ok', { symbol, ...facts });
}
