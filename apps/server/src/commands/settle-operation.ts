import type { Posting, TransferKind, Usdt } from '@plecho/domain';
import type { PriceRecord, SettlementState } from './batch.ts';
import { valueNow } from './coin-value.ts';
import type { MarketCommand, Outcome, SettlementEffect } from './command.ts';
import { accept, refuse, type Decision } from './decision.ts';

type SettleOperation = Extract<MarketCommand, { type: 'settleOperation' }>;

/** What a settlement moves between a book of the account and another one, and what it writes down. */
interface Movement {
  kind: TransferKind;
  posting: Posting;
  /** Change of the account's books. */
  by: { available?: Usdt; locked?: Usdt };
  settlement: Pick<SettlementState, 'failure' | 'value' | 'record'>;
}

/**
 * Ends an operation of practice money: credits a deposit or a card, lets a withdrawal go or gives it
 * back. It is decided once, because its idempotency key is the operation's id.
 */
export function settleOperation(decision: Decision, { accountId, operationId, effect }: SettleOperation): Outcome {
  const { state, batch } = decision;
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  const at = batch.at;
  if (effect.kind === 'failure') {
    batch.settle({ operationId, failure: effect.failure, value: null, record: null, transferId: null, at });
    return accept({ type: 'done' });
  }
  if (effect.kind === 'withdrawPaid' || effect.kind === 'cardPayout' || effect.kind === 'withdrawRefund') {
    // Less than its value is locked: it has been settled already.
    if (effect.value > account.locked) return refuse('operation_settled');
  }
  const movement = movementOf(decision, accountId, effect);
  if (movement === null) return refuse('price_unavailable');
  const { kind, posting, by, settlement } = movement;
  if (posting.amount <= 0n) return refuse('invalid_amount');
  const transferId = batch.transfer(kind, operationId, [posting]);
  batch.settle({ operationId, ...settlement, transferId, at });
  state.replaceAccount(batch.changeAccount(account, by));
  return accept({ type: 'done' });
}

/** @returns null when the coins have no fresh price */
function movementOf(
  decision: Decision,
  accountId: bigint,
  effect: Exclude<SettlementEffect, { kind: 'failure' }>,
): Movement | null {
  const available: Posting['from'] = { accountId, book: 'available' };
  const locked: Posting['from'] = { accountId, book: 'locked' };
  const network: Posting['from'] = { accountId: null, book: 'network' };
  const issuance: Posting['from'] = { accountId: null, book: 'issuance' };
  const paid = (kind: TransferKind, to: Posting['to'], value: Usdt): Movement => ({
    kind,
    posting: { from: locked, to, amount: value },
    by: { locked: -value },
    settlement: { failure: null, value, record: null },
  });
  const credited = (kind: TransferKind, from: Posting['from'], value: Usdt, record: PriceRecord | null): Movement => ({
    kind,
    posting: { from, to: available, amount: value },
    by: { available: value },
    settlement: { failure: null, value, record },
  });
  switch (effect.kind) {
    case 'deposit': {
      const worth = valueNow(decision, effect.asset, effect.amount, 'floor');
      return worth === null ? null : credited('deposit', network, worth.value, worth.record);
    }
    case 'card':
      return credited('card', issuance, effect.amount, null);
    case 'withdrawPaid':
      return paid('withdrawPaid', network, effect.value);
    case 'cardPayout':
      return paid('cardPayout', issuance, effect.value);
    case 'withdrawRefund':
      return {
        kind: 'withdrawRefund',
        posting: { from: locked, to: available, amount: effect.value },
        by: { locked: -effect.value, available: effect.value },
        settlement: { failure: effect.failure, value: null, record: null },
      };
    default:
      return effect satisfies never;
  }
}
