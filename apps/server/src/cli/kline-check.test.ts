import { parsePrice, type Candle } from '@plecho/domain';
import type { LogDefinition } from '@plecho/proofs';
import { expect, it } from 'vitest';
import type { KlineSeries } from '../feeds/replay/index.ts';
import { checkKlines } from './kline-check.ts';

const MINUTE = 1_770_249_600;
const price = (text: string): bigint => parsePrice(text) ?? 0n;

const candle = (minute: number, low: string, high: string, close: string): Candle => ({
  ...{ time: MINUTE + minute * 60, open: price(low), low: price(low), high: price(high), close: price(close) },
  volume: 0n,
});
const series: KlineSeries[] = [
  {
    ...{ symbol: 'LINKUSDT', priceDecimals: 2, sha256: ['ab'.repeat(32)], issues: [] },
    klines: [candle(0, '9', '9.9', '9.5'), candle(1, '9.6', '9.8', '9.7')],
  },
];

const record = (text: string, seconds: number) => ({ seq: '1', price: text, time: (MINUTE + seconds) * 1000 + 999 });
const definitionOf = (kind: LogDefinition['market']['kind'], parameters: LogDefinition['parameters'] = {}) =>
  ({ market: { id: 'm', kind, label: 'M', startAt: 0 }, parameters }) as LogDefinition;

const check = (
  entry: [string, number],
  exit: [string, number],
  definition = definitionOf('replay'),
  symbol = 'LINKUSDT',
) => {
  const { outcome, code, facts } = checkKlines(
    { symbol, entryRecord: record(...entry), exitRecord: record(...exit) },
    ...([definition, series] as const),
  );
  return [outcome, code, facts['fill']];
};

it('C3 a price lies within its minute, its ends included, or is the close of the minute before', () => {
  expect(check(['9', 0], ['9.9', 59])).toEqual(['passed', 'ok', undefined]);
  expect(check(['9.5', 30], ['9.5', 60])).toEqual(['passed', 'ok', undefined]);
  expect(check(['8.99999999', 0], ['9.5', 10])).toEqual(['failed', 'other_price', 'entry']);
  expect(check(['9.5', 10], ['9.51', 60])).toEqual(['failed', 'other_price', 'exit']);
  expect(check(['9.5', 10], ['9.80000001', 119])).toEqual(['failed', 'other_price', 'exit']);
});

it('C3 the price of what was added lies within its minute, too', () => {
  const trade = { symbol: 'LINKUSDT', entryRecord: record('9', 0), exitRecord: record('9.7', 60) };
  const codeOf = (price: string): string[] => {
    const added = [{ record: record('9.9', 10) }, { record: record(price, 20) }];
    const { code, facts } = checkKlines({ ...trade, added }, definitionOf('exchange'), series);
    return [code, facts['fill'] ?? facts['added2'] ?? ''];
  };
  expect(codeOf('9.5')).toEqual(['ok', '9.5 in 9..9.9 at 2026-02-05T00:00Z']);
  expect(codeOf('9.91')).toEqual(['other_price', 'added2']);
});

it('C3 says so when there is nothing to compare with', () => {
  const fine: [string, number] = ['9.5', 0];
  expect(check(fine, ['9.5', 120])).toEqual(['unchecked', 'no_such_minute', 'exit']);
  expect(check(fine, fine, undefined, 'BTCUSDT')).toEqual(['unchecked', 'other_symbol', undefined]);
  expect(check(fine, fine, definitionOf('synthetic'))).toEqual(['unchecked', 'not_published_elsewhere', undefined]);
  expect(check(fine, fine, definitionOf('scenario'))).toEqual(['unchecked', 'not_published_elsewhere', undefined]);
  expect(check(fine, fine, definitionOf('replay', { dates: 'masked' }))[1]).toBe('not_published_elsewhere');
  expect(check(fine, fine, definitionOf('exchange'))[0]).toBe('passed');
});
