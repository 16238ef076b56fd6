import { expect, it } from 'vitest';
import type { Idempotency, SettlementEffect, TradingDesk } from '../commands/command.ts';
import { settle } from './settlement.ts';

/** The key that an effect is submitted under. */
async function keyOf(effect: SettlementEffect): Promise<Idempotency | undefined> {
  let seen: Idempotency | undefined;
  const desk: TradingDesk = {
    submit(_marketId, _command, idempotency) {
      seen = idempotency;
      return Promise.resolve({ ok: true, result: { type: 'done' } });
    },
  };
  await settle(desk, 'main', { id: 77n, accountId: 3n, userId: 1n }, effect);
  return seen;
}

it('L6 a settlement has the key that every version gave it: its answer is kept for ever', async () => {
  const key = {
    ...{ userId: 1n, action: 'settleOperation', key: '77' },
    bodyHash: 'c8d65ffdea62be76ec8adfc59766774a19ae71b4e693b87ac27709d594c914af',
  };
  expect(await keyOf({ kind: 'deposit', asset: 'BTC', amount: 12_345n })).toEqual(key);
  expect(await keyOf({ amount: 12_345n, asset: 'BTC', kind: 'deposit' })).toEqual(key);
  expect(await keyOf({ kind: 'deposit', asset: 'BTC', amount: 12_346n })).not.toEqual(key);
});
