import type { Idempotency, Outcome, SettlementEffect, UserCommand } from '../../src/commands/command.ts';
import type { WithdrawalState } from '../../src/commands/batch.ts';
import { text, type TestMarket } from '../test-market.ts';

type Withdraw = Extract<UserCommand, { type: 'withdraw' }>;

/** Some address of the practice network; the engine takes it as it is. */
export const ADDRESS = `sim1e${'q'.repeat(38)}`;

/** The key that an operation is settled under. */
export function settlementKey(userId: bigint, operationId: bigint, effect: SettlementEffect): Idempotency {
  return { userId, action: 'settleOperation', key: operationId.toString(), bodyHash: text(effect) };
}

/** Settles an operation, of user 1 unless it says otherwise. */
export function settle(
  market: TestMarket,
  accountId: bigint,
  operationId: bigint,
  effect: SettlementEffect,
  userId = 1n,
): Promise<Outcome> {
  const key = settlementKey(userId, operationId, effect);
  return market.submit({ type: 'settleOperation', accountId, operationId, effect }, key);
}

/** Withdraws USDT over BSC, or what is asked for instead. */
export async function withdraw(
  market: TestMarket,
  accountId: bigint,
  amount: bigint,
  what: Partial<Withdraw> = {},
): Promise<WithdrawalState> {
  const command: Withdraw = {
    ...{ type: 'withdraw', accountId, asset: 'USDT', amount, network: 'bsc', address: ADDRESS, memo: null },
    isLimitReached: false,
    ...what,
  };
  return withdrawalOf(await market.submit(command));
}

/** Withdraws USDT to the card whose bank agrees. */
export async function withdrawToCard(market: TestMarket, accountId: bigint, amount: bigint): Promise<WithdrawalState> {
  const command = { type: 'withdrawToCard', accountId, amount, card: 'approved', isLimitReached: false } as const;
  return withdrawalOf(await market.submit(command));
}

function withdrawalOf(outcome: Outcome): WithdrawalState {
  if (!outcome.ok || outcome.result.type !== 'withdrawal') throw new Error(`not withdrawn: ${text(outcome)}`);
  return outcome.result.withdrawal;
}
