import { formatPrice, parsePrice, type Candle } from '@plecho/domain';
import type { LogDefinition, StepResult } from '@plecho/proofs';
import type { KlineSeries } from '../feeds/replay/index.ts';
import { fillRecords, type ProvenFillRecords } from './fill-records.ts';

const MINUTE = 60;

const isoMinute = (time: number): string => new Date(time * 1000).toISOString().slice(0, 16).concat('Z');

/** Markets whose prices somebody else publishes, too. */
const isComparable = ({ market: { kind }, parameters }: LogDefinition): boolean =>
  kind === 'exchange' || (kind === 'replay' && parameters['dates'] !== 'masked');

/**
 * Whether the price of a moment agrees with the klines: within its minute's low and high, or, before the first trade of
 * the minute, the close of the minute before.
 */
function agrees(price: bigint, minute: Candle, before: Candle | undefined): boolean {
  return (price >= minute.low && price <= minute.high) || price === before?.close;
}

/** Compares the prices of all fills with the klines of whoever published them first. */
export function checkKlines(
  trade: ProvenFillRecords,
  definition: LogDefinition,
  series: readonly KlineSeries[],
): StepResult {
  const of = (outcome: StepResult['outcome'], code: string, facts: Record<string, string> = {}): StepResult => ({
    ...{ step: 'candles', outcome, code, facts },
  });
  if (!isComparable(definition)) return of('unchecked', 'not_published_elsewhere', { kind: definition.market.kind });
  const { symbol } = trade;
  const own = series.find((each) => each.symbol === symbol);
  if (own === undefined) return of('unchecked', 'other_symbol', { symbol });
  const byTime = new Map(own.klines.map((candle) => [candle.time, candle]));
  const facts: Record<string, string> = { symbol, sha256: own.sha256.join() };
  for (const { fill, price, time } of fillRecords(trade)) {
    const opens = Math.floor(time / 1000 / MINUTE) * MINUTE;
    const minute = byTime.get(opens);
    const at = { fill, price, minute: isoMinute(opens) };
    if (minute === undefined) return of('unchecked', 'no_such_minute', at);
    const span = `${formatPrice(minute.low)}..${formatPrice(minute.high)}`;
    if (!agrees(parsePrice(price) ?? 0n, minute, byTime.get(opens - MINUTE))) {
      return of('failed', 'other_price', { ...at, published: span });
    }
    facts[fill] = `${price} in ${span} at ${at.minute}`;
  }
  return of('passed', 'ok', facts);
}
