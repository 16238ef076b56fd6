import type { Operation, PaymentsData, WalletBalance } from '@plecho/contract';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { OperationFilter, OperationRecord, OperationStore, PaymentsView } from './ports.ts';
import { asMade, toWireOperation } from './wire.ts';

/** Operations that the stream tells of. */
const NEWEST = 20;

interface Dependencies {
  store: Pick<OperationStore, 'list' | 'byId'>;
  /** The account in the main market, by user. */
  accountOf: (userId: bigint) => Promise<bigint>;
  /** Balances of the practice wallet, by user. */
  walletOf: (userId: bigint) => Promise<WalletBalance[]>;
  marketId: string;
  clock: Clock;
}

export interface OperationPage {
  items: Operation[];
  /** null: there are no older ones. */
  nextCursor: string | null;
}

/** Operations as their owner sees them. */
export class Operations implements PaymentsView {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** An operation with the confirmations that it has now. */
  toWire(operation: OperationRecord): Operation {
    return toWireOperation(this.#with.marketId, operation, this.#with.clock.now());
  }

  /** The answer to the request that made it, however late it is asked again. */
  made(operation: OperationRecord): Operation {
    return toWireOperation(this.#with.marketId, asMade(operation), operation.createdAt);
  }

  /** Newest first. */
  async page({ limit, ...filter }: OperationFilter): Promise<OperationPage> {
    const found = await this.#with.store.list({ ...filter, limit: limit + 1 });
    const items = found.slice(0, limit).map((operation) => this.toWire(operation));
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  /** @throws Problem operation_not_found for anybody else's too */
  async find(userId: bigint, id: bigint): Promise<OperationRecord> {
    const operation = await this.#with.store.byId(id);
    if (operation?.userId !== userId) throw new Problem('operation_not_found');
    return operation;
  }

  /** The newest operations and the practice wallet. */
  async read(userId: bigint): Promise<PaymentsData> {
    const accountId = await this.#with.accountOf(userId);
    const [{ items }, wallet] = await Promise.all([
      this.page({ accountId, beforeId: null, limit: NEWEST }),
      this.#with.walletOf(userId),
    ]);
    return { operations: items, wallet };
  }
}
