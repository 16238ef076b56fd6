import {
  DEPOSIT_MINIMUM,
  formatCoins,
  parseTransactionHash,
  type Asset,
  type CoinAmount,
  type Network,
} from '@plecho/network';
import type { IdSource } from '../commands/batch.ts';
import type { Clock } from '../lib/clock.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import type { AddressOwner, NetworkTransaction, PracticeNetwork } from '../network/ports.ts';
import { readCoins } from '../network/typed.ts';
import type { PendingLimit } from './pending-limit.ts';
import type { MoneyStorage, OperationRecord, OperationStore } from './ports.ts';

/** «Перевод сделан»: as it was typed. */
export interface DepositClaim {
  currency: Asset;
  amount: string;
  network: Network;
  txHash: string;
}

/** Whose account an operation is for. */
export interface Holder {
  userId: bigint;
  accountId: bigint;
}

interface Dependencies {
  store: OperationStore;
  once: Once<MoneyStorage>;
  network: Pick<PracticeNetwork, 'transaction' | 'ownerOf'>;
  limit: PendingLimit;
  ids: Pick<IdSource, 'draw'>;
  clock: Clock;
  /** Told when there is a new operation. */
  onBegun: (userId: bigint) => void;
}

interface ReadClaim {
  amount: CoinAmount;
  hash: string;
}

/** @throws Problem deposit_hash_required, invalid_amount, transaction_unknown */
function readClaim(claim: DepositClaim): ReadClaim {
  if (claim.amount.trim() === '' || claim.txHash.trim() === '') throw new Problem('deposit_hash_required');
  const amount = readCoins(claim.currency, claim.amount);
  const hash = parseTransactionHash(claim.txHash);
  if (hash === null) throw new Problem('transaction_unknown');
  return { amount, hash };
}

/**
 * Whether a transaction of the network is the deposit that its claim says it is.
 * @param owner who is behind the address that it went to
 * @throws Problem with the first thing that is wrong
 */
export function checkTransaction(
  claim: DepositClaim,
  amount: CoinAmount,
  userId: bigint,
  transaction: NetworkTransaction,
  owner: AddressOwner | null,
): void {
  const [watched] = owner?.places ?? [];
  if (owner?.owner !== 'deposit' || owner.userId !== userId || watched === undefined) {
    throw new Problem('deposit_not_yours');
  }
  if (transaction.network !== watched.network) {
    throw new Problem('deposit_other_network', {
      details: { sentOn: transaction.network, watchedOn: watched.network },
    });
  }
  if (transaction.asset !== watched.asset) throw new Problem('deposit_other_asset');
  const { asset, network } = watched;
  if (asset !== claim.currency || network !== claim.network) {
    throw new Problem('deposit_other_choice', { details: { asset, network } });
  }
  if (transaction.amount !== amount) {
    throw new Problem('deposit_other_amount', {
      details: { amount: formatCoins(transaction.asset, transaction.amount) },
    });
  }
  if (amount < DEPOSIT_MINIMUM[transaction.asset]) throw new Problem('deposit_below_minimum');
}

/** Deposits of practice coins: a person names the transaction, and it is credited once when it is confirmed. */
export class Deposits {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param key the request's Idempotency-Key: repeated, it gives the operation that it made
   * @throws Problem with the first thing that is wrong
   */
  async claim({ userId, accountId }: Holder, claim: DepositClaim, key: string | null): Promise<OperationRecord> {
    const { store, once, network, limit, ids, clock, onBegun } = this.#with;
    const { amount, hash: txHash } = readClaim(claim);
    const transaction = await network.transaction(txHash);
    const owner = transaction === null ? null : await network.ownerOf(transaction.to);
    const request = requestKey(userId, 'claimDeposit', key, [claim.currency, claim.network, amount, txHash]);
    const newId = await ids.draw();
    const id = await limit.within(userId, key, (isReached) =>
      once(request, async ({ operations }) => {
        if (transaction === null) throw new Problem('transaction_unknown');
        checkTransaction(claim, amount, userId, transaction, owner);
        if (isReached) throw new Problem('too_many_operations');
        const { asset, network: chain, to: address } = transaction;
        const made = { id: newId, userId, accountId, createdAt: clock.now() };
        const isNew = await operations.addDeposit({ ...made, asset, network: chain, address, amount, txHash });
        if (!isNew) throw new Problem('deposit_hash_used');
        return made.id;
      }),
    );
    onBegun(userId);
    const added = await store.byId(id);
    if (added === null) throw new Error(`deposit ${id} is gone`);
    return added;
  }
}
