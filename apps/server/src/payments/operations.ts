import { Problem } from '../lib/problem.ts';
import { BANK_ATTEMPTS } from './bank.ts';
import type { OperationFilter, OperationRecord, OperationStore } from './ports.ts';

/** Operations as their owner finds them. */
export class Operations {
  readonly #store: Pick<OperationStore, 'list' | 'byId'>;

  constructor(store: Pick<OperationStore, 'list' | 'byId'>) {
    this.#store = store;
  }

  /** Newest first. */
  list(filter: OperationFilter): Promise<OperationRecord[]> {
    return this.#store.list(filter);
  }

  /** @throws Problem operation_not_found for anybody else's too */
  async find(userId: bigint, id: bigint): Promise<OperationRecord> {
    const operation = await this.#store.byId(id);
    if (operation?.userId !== userId) throw new Problem('operation_not_found');
    return operation;
  }
}

/**
 * An operation as it was when it was made, so that a repetition of the request gets the same answer,
 * whatever has happened meanwhile (rule L6).
 */
export function asMade(operation: OperationRecord): OperationRecord {
  const bank = operation.bank === null ? null : { ...operation.bank, attemptsLeft: BANK_ATTEMPTS, verdict: null };
  const transaction = operation.type === 'withdraw' ? null : operation.transaction;
  return { ...operation, transaction, bank, settlement: null };
}
