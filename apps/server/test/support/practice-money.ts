import type { Idempotency, Outcome, SettlementEffect } from '../../src/commands/command.ts';
import type { WithdrawalState } from '../../src/commands/batch.ts';
import { text, type TestMarket } from '../test-market.ts';

/** Some address of the practice network; the engine takes it as it is. */
export const ADDRESS = `sim1e${'q'.repeat(38)}`;

/** The key that an operation is settled under. */
export function settlementKey(userId: bigint, operationId: bigint, effect: SettlementEffect): Idempotency {
  return { userId, operation: 'settleOperation', key: operationId.toString(), bodyHash: text(effect) };
}

/** Settles an operation of user 1. */
export function settle(
  market: TestMarket,
  accountId: bigint,
  operationId: bigint,
  effect: SettlementEffect,
): Promise<Outcome> {
  const key = settlementKey(market.account(accountId).userId, operationId, effect);
  return market.submit({ type: 'settleOperation', accountId, operationId, effect }, key);
}

/** Withdraws USDT over BSC. */
export async function withdrawUsdt(market: TestMarket, accountId: bigint, amount: bigint): Promise<WithdrawalState> {
  const outcome = await market.submit({
    ...{ type: 'withdraw', accountId, asset: 'USDT', amount, network: 'bsc', address: ADDRESS, memo: null },
  });
  if (!outcome.ok || outcome.result.type !== 'withdrawal') throw new Error(`not withdrawn: ${text(outcome)}`);
  return outcome.result.withdrawal;
}
