import {
  carries,
  WITHDRAWAL_MINIMUM,
  type Asset,
  type CoinAmount,
  type Network,
  type PracticeCard,
} from '@plecho/network';
import { Problem } from '../lib/problem.ts';
import { readAddress, readCoins, readMemo } from '../network/typed.ts';
import type { PendingLimit } from './pending-limit.ts';
import type { OperationRecord, OperationStore } from './ports.ts';

/** A withdrawal as it was typed. */
export interface WithdrawalRequest {
  currency: Asset;
  amount: string;
  network: Network;
  address: string;
  memo?: string | null | undefined;
}

/** A withdrawal that can be asked of the engine. */
export interface Withdrawal {
  asset: Asset;
  /** Units of the coin, fee included. */
  amount: CoinAmount;
  network: Network;
  address: string;
  memo: string | null;
}

/** The transaction of a withdrawal carries this name on the network, which takes it once. */
export const withdrawalOrigin = (operationId: bigint): string => `withdrawal:${operationId}`;

/**
 * Reads what a person typed; the balance and the price are the engine's business.
 * @throws Problem with the first thing that is wrong
 */
export function readWithdrawal({ currency, amount: text, network, address, memo }: WithdrawalRequest): Withdrawal {
  const amount = readCoins(currency, text);
  if (!carries(network, currency)) throw new Problem('asset_not_on_network');
  const read = {
    asset: currency,
    amount,
    network,
    address: readAddress(network, address),
    memo: readMemo(network, memo),
  };
  if (amount < WITHDRAWAL_MINIMUM[currency]) throw new Problem('withdrawal_below_minimum');
  return read;
}

/** Reads the amount of a payout to a card, USDT. @throws Problem invalid_amount, withdrawal_below_minimum */
export function readPayout({ amount: text, card }: { amount: string; card: PracticeCard }) {
  const amount = readCoins('USDT', text);
  if (amount < WITHDRAWAL_MINIMUM.USDT) throw new Problem('withdrawal_below_minimum');
  return { amount, card };
}

interface Dependencies {
  store: Pick<OperationStore, 'byId'>;
  limit: PendingLimit;
  /** Told when there is a new operation. */
  onBegun: (userId: bigint) => void;
}

/** Withdrawals: the engine locks what they are worth, and from then on nobody decides anything about them. */
export class Withdrawals {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param key the request's Idempotency-Key
   * @param submit asks the engine, and tells it whether the person has as many operations under way as may
   *        be; resolves with the id of the withdrawal
   * @throws Problem with whatever the engine refuses with
   */
  async begin(
    userId: bigint,
    key: string | null,
    submit: (isLimitReached: boolean) => Promise<bigint>,
  ): Promise<OperationRecord> {
    const { store, limit, onBegun } = this.#with;
    const id = await limit.within(userId, key, submit);
    onBegun(userId);
    const made = await store.byId(id);
    if (made === null) throw new Error(`withdrawal ${id} is gone`);
    return made;
  }
}
