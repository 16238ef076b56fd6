import { formatPrice } from '@plecho/domain';
import {
  DayKeys,
  KEY_VERSION,
  KeyRandomness,
  SeedRandomness,
  startOf,
  SYNTHETIC_PAIRS,
  SyntheticMarket,
} from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import { describe, expect, it } from 'vitest';
import { UsageError } from './errors.ts';
import { checkRecomputed } from './recompute-check.ts';

const symbol = 'BTCUSDT';
const keys = new DayKeys(41, Buffer.alloc(32, 7), nodePrimitives);
const keyOf = (day: number): string => Buffer.from(keys.keyOf(day)).toString('hex');
const market = new SyntheticMarket(new KeyRandomness(keys, KEY_VERSION), SYNTHETIC_PAIRS.slice(0, 1));
const definition = { market: { kind: 'synthetic' }, parameters: { version: KEY_VERSION, anchor: keys.anchor } };

const recordAt = (time: number, more = 0n, of = market) => ({
  price: formatPrice((of.priceAt(symbol, time) ?? 0n) + more),
  time,
});
const OPENED = startOf(39) * 1000 + 86_399_750;
const CLOSED = startOf(40) * 1000 + 1250;
const trade = { symbol, entryRecord: recordAt(OPENED), exitRecord: recordAt(CLOSED) };

describe('M4 the prices of a proof against the key of their day, on the command line', () => {
  it('are those that the generator makes, over midnight too', () => {
    for (const key of [keyOf(40), keyOf(41).toUpperCase()]) {
      expect(checkRecomputed(trade, definition, key)).toEqual({
        ...{ step: 'recomputed', outcome: 'passed', code: 'ok' },
        facts: {
          symbol,
          entry: `${trade.entryRecord.price} at ${OPENED}`,
          exit: `${trade.exitRecord.price} at ${CLOSED}`,
        },
      });
    }
  });

  it('are others where a server wrote another price, or another time', () => {
    const raised = recordAt(CLOSED, 1n);
    expect(checkRecomputed({ ...trade, exitRecord: raised }, definition, keyOf(40))).toMatchObject({
      ...{ outcome: 'failed', code: 'other_price' },
      facts: { fill: 'exit', price: raised.price, made: trade.exitRecord.price },
    });
    const moved = { ...trade.entryRecord, time: OPENED + 1 };
    expect(checkRecomputed({ ...trade, entryRecord: moved }, definition, keyOf(40))).toMatchObject({
      ...{ outcome: 'failed', code: 'other_price' },
      facts: { fill: 'entry', made: 'none' },
    });
    // What can be told of one fill is told, though the other has to wait.
    expect(checkRecomputed({ ...trade, entryRecord: moved }, definition, keyOf(39)).code).toBe('other_price');
  });

  it('are looked at for what was added, too', () => {
    const more = recordAt(CLOSED - 500);
    const added = (moved: bigint) => [{ record: more }, { record: recordAt(CLOSED - 250, moved) }];
    expect(checkRecomputed({ ...trade, added: added(0n) }, definition, keyOf(40))).toMatchObject({
      ...{ outcome: 'passed', facts: { added1: `${more.price} at ${CLOSED - 500}` } },
    });
    expect(checkRecomputed({ ...trade, added: added(1n) }, definition, keyOf(40))).toMatchObject({
      ...{ outcome: 'failed', code: 'other_price', facts: { fill: 'added2' } },
    });
  });

  it('are not told with the key of an earlier day, nor of a market of another kind', () => {
    expect(checkRecomputed(trade, definition, keyOf(39))).toMatchObject({
      ...{ outcome: 'unchecked', code: 'key_of_an_earlier_day', facts: { fill: 'exit' } },
    });
    const exchange = { ...definition, market: { kind: 'exchange' } };
    expect(checkRecomputed(trade, exchange, keyOf(40))).toMatchObject({ outcome: 'unchecked', code: 'not_synthetic' });
  });

  it('are not told with a key of another chain, and what is no key is refused', () => {
    expect(checkRecomputed(trade, definition, 'ab'.repeat(32))).toMatchObject({ outcome: 'failed', code: 'wrong_key' });
    for (const key of ['ab', '', 'g'.repeat(64), `${keyOf(40)} `]) {
      expect(() => checkRecomputed(trade, definition, key)).toThrow(UsageError);
    }
  });

  it('of a market with a public seed follow from that, whatever the key', () => {
    const seeded = new SyntheticMarket(new SeedRandomness('1'), SYNTHETIC_PAIRS.slice(0, 1));
    const fills = { symbol, entryRecord: recordAt(OPENED, 0n, seeded), exitRecord: recordAt(CLOSED, 0n, seeded) };
    const open = { market: { kind: 'synthetic' }, parameters: { version: 1, seed: '1' } };
    expect(checkRecomputed(fills, open, keyOf(41)).outcome).toBe('passed');
  });
});
