import { expect, it } from 'vitest';
import type { PriceRecord } from '../commands/batch.ts';
import type { Firing } from '../commands/fire-trigger.ts';
import { PassedPrices } from './passed-prices.ts';

const at = (seq: bigint, symbol = 'BTCUSDT'): PriceRecord => ({ seq, symbol, price: 100n, time: 1 });
const fill = (record: PriceRecord): Firing => ({ type: 'fill', orderId: 1n, record, exit: record });

it('prices are kept from the one that reaches an order to its fill, of its pair alone', () => {
  const passed = new PassedPrices();
  const [first, second] = [fill(at(2n)), fill(at(4n))];
  passed.add(at(1n), []);
  passed.add(at(2n), [first]);
  passed.add(at(3n), [{ type: 'expire', orderId: 2n }]);
  passed.add(at(4n), [second]);
  passed.add(at(5n, 'ETHUSDT'), []);
  passed.add(at(6n), []);
  expect(passed.since(at(2n))).toEqual([at(3n), at(4n), at(6n)]);
  expect(passed.since(at(1n, 'ETHUSDT'))).toEqual([]);
  passed.keepFor([second]);
  expect(passed.since(at(4n))).toEqual([at(6n)]);
  passed.keepFor([{ type: 'expire', orderId: 3n }]);
  expect(passed.since(at(2n))).toEqual([]);
});
