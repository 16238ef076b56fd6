import { formatPrice } from '@plecho/domain';
import { Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { parseListing } from './listing.ts';
import { parseMessage } from './messages.ts';

const TICKER = {
  stream: 'btcusdt@ticker',
  data: {
    ...{ e: '24hrTicker', E: 1_790_000_000_123, s: 'BTCUSDT', c: '67123.45000000', o: '66000.01000000' },
    ...{ h: '68000.00000000', l: '65000.10000000', q: '1234567.12345678' },
  },
};
const K = { t: 1_790_000_040_000, i: '1m', o: '1.1', h: '1.3', l: '0.9', c: '1.2', q: '10.99999999', x: true };
const KLINE = { stream: 'btcusdt@kline_1m', data: { e: 'kline', E: 1_790_000_100_001, s: 'BTCUSDT', k: K } };
const read = (message: unknown) => parseMessage(JSON.stringify(message));
const klineWith = (k: object) => read({ ...KLINE, data: { ...KLINE.data, k: { ...K, ...k } } });

describe('messages of the exchange', () => {
  it('M3: a price is read to its last digit, and a turnover is rounded down to the unit', () => {
    expect(read(TICKER)).toEqual({
      ...{ type: 'ticker', symbol: 'BTCUSDT', time: 1_790_000_000_123, price: 6_712_345_000_000n },
      day: { open: 6_600_001_000_000n, high: 6_800_000_000_000n, low: 6_500_010_000_000n, volume: 1_234_567_123_456n },
    });
    const odd = read({ data: { ...TICKER.data, c: '0.00001234' } });
    expect(odd?.type === 'ticker' && odd.price !== null && formatPrice(odd.price)).toBe('0.00001234');
    expect(klineWith({})).toEqual({
      ...{ type: 'kline', symbol: 'BTCUSDT', time: 1_790_000_100_001, isClosed: true },
      candle: {
        ...{ time: 1_790_000_040, open: 110_000_000n, high: 130_000_000n, low: 90_000_000n, close: 120_000_000n },
        volume: 10_999_999n,
      },
    });
  });

  it('E5: a ticker without a readable price still reaches the gate, as none', () => {
    for (const c of ['abc', '', '1e5', 5, null, '1.123456789', '٣', '0x10']) {
      expect(read({ data: { ...TICKER.data, c } })).toMatchObject({ type: 'ticker', price: null });
    }
  });

  it('M3: a candle that contradicts itself is none', () => {
    for (const wrong of [
      ...[{ h: '1.05' }, { l: '1.15' }, { o: '0' }, { c: '-1' }, { t: 1_790_000_040_001 }, { t: '1' }, { t: null }],
      ...[{ q: '-1' }, { q: null }, { x: 1 }, { i: '5m' }, { h: '10000000000' }, { q: '9'.repeat(30) }],
    ]) {
      expect(klineWith(wrong), JSON.stringify(wrong)).toBeNull();
    }
  });

  it('hears that the server is going to end', () => {
    expect(read({ data: { e: 'serverShutdown', E: 1 } })).toEqual({ type: 'shutdown' });
    expect(read({ e: 'serverShutdown', E: 1 })).toEqual({ type: 'shutdown' });
  });

  it('never throws on garbage, and makes of it no price that was not in the text', () => {
    const random = new Random(7);
    const texts = [JSON.stringify(TICKER), JSON.stringify(KLINE)];
    for (let round = 0; round < 3_000; round++) {
      const text = [...(random.any(texts) ?? '')];
      for (let flips = random.int(1, 6); flips > 0; flips--) {
        const at = random.int(0, text.length - 1);
        text.splice(at, random.int(0, 3), random.pick(['', '"', '{', '}', '[', '-', '9', '.', 'e', '\u0000', 'null']));
      }
      const message = parseMessage(text.join(''));
      if (message?.type !== 'ticker' || message.price === null) continue;
      expect(text.join('')).toContain(formatPrice(message.price));
    }
    for (const hostile of [
      'null',
      '[]',
      '5',
      '"x"',
      '{"data":null}',
      '['.repeat(50_000),
      '{"__proto__":{"e":"kline"}}',
    ]) {
      expect(parseMessage(hostile)).toBeNull();
    }
  });
});

describe('the list of the exchange', () => {
  const symbol = (name: string, tickSize: unknown, status = 'TRADING') => ({
    ...{ symbol: name, status, filters: [{ filterType: 'LOT_SIZE' }, { filterType: 'PRICE_FILTER', tickSize }] },
  });
  const body = (symbols: unknown[], rateLimits: unknown = []) => ({ serverTime: 5, rateLimits, symbols });
  const pairsOf = (symbols: unknown[]) =>
    parseListing(body(symbols))?.pairs.map((pair) => [pair.symbol, pair.priceDecimals]);

  it('crosses the pairs of the product with those that are traded, with the decimals of their tick sizes', () => {
    const listed = [
      ...[symbol('ETHUSDT', '0.10000000'), symbol('BTCUSDT', '1.00000000'), symbol('SCAMUSDT', '0.01')],
      ...[symbol('SOLUSDT', '0.01', 'BREAK'), symbol('XRPUSDT', '0.00010000')],
    ];
    expect(pairsOf(listed)).toEqual([
      ['BTCUSDT', 0],
      ['ETHUSDT', 1],
      ['XRPUSDT', 4],
    ]);
  });

  it('leaves out what it can not read and takes nothing for a list that is none', () => {
    for (const tick of ['0', '0.00000000', 'x', null, 5, '-1', '1e-2', '0.000000001']) {
      expect(pairsOf([symbol('BTCUSDT', tick)])).toEqual([]);
    }
    for (const wrong of [null, 5, [], {}, { serverTime: 5 }, { symbols: [] }, { serverTime: -1, symbols: [] }]) {
      expect(parseListing(wrong)).toBeNull();
    }
    expect(pairsOf([null, 5, {}, { symbol: 'BTCUSDT', status: 'TRADING', filters: 'none' }])).toEqual([]);
  });

  it('knows how much may be asked in a minute', () => {
    const limit = (value: unknown) => [
      { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: 1 },
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: value },
    ];
    expect(parseListing(body([], limit(1_200)))?.weightPerMinute).toBe(1_200);
    for (const wrong of [0, -1, 'x', null, 1.5])
      expect(parseListing(body([], limit(wrong)))?.weightPerMinute).toBe(6_000);
  });
});
