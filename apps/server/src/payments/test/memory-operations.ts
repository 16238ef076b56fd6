import { OPERATION_TYPES, type BankVerdict, type OperationType } from '@plecho/domain';
import type { Network } from '@plecho/network';
import type { Batch } from '../../commands/batch.ts';
import type { BankState, NewCard, NewDeposit, OperationFilter, OperationRecord, OperationStore } from '../ports.ts';
import { withdrawalOrigin } from '../withdrawals.ts';
import type { MemoryNetwork } from './memory-network.ts';

const statusOf = ({ settlement }: OperationRecord): string => {
  if (settlement === null) return 'pending';
  return settlement.failure === null ? 'completed' : 'failed';
};

/** Operations in memory, with the database's own rules: what must be unique is, and nothing is settled twice. */
export class MemoryOperations implements OperationStore {
  readonly all = new Map<bigint, OperationRecord>();
  readonly #network: MemoryNetwork;
  /** Batches that the engine committed, in their order. */
  readonly #committed: () => Batch[];
  #seen = new Set<Batch>();
  #lastCode = 100_000n;

  constructor(network: MemoryNetwork, committed: () => Batch[]) {
    this.#network = network;
    this.#committed = committed;
  }

  addDeposit(deposit: NewDeposit): Promise<boolean> {
    const { id, accountId, userId, asset, network, amount, address, txHash, createdAt } = deposit;
    const isTaken = [...this.#read()].some(
      ({ transaction, type }) => type === 'deposit' && transaction?.hash === txHash,
    );
    if (isTaken) return Promise.resolve(false);
    const transaction = { hash: txHash, block: this.#network.byHash(txHash)?.block ?? 0 };
    const base = { id, accountId, userId, amount, network, address, transaction, createdAt };
    this.#put({ ...base, type: 'deposit', currency: asset });
    return Promise.resolve(true);
  }

  addCard({ id, accountId, userId, rub, card, bank, createdAt }: NewCard): Promise<void> {
    const begun = { card, bank: { ...bank, verdict: null }, createdAt };
    this.#put({ id, accountId, userId, amount: BigInt(rub), ...begun, type: 'card', currency: 'RUB' });
    return Promise.resolve();
  }

  byId(id: bigint): Promise<OperationRecord | null> {
    return Promise.resolve([...this.#read()].find((operation) => operation.id === id) ?? null);
  }

  list({ accountId, beforeId, limit, type, status }: OperationFilter): Promise<OperationRecord[]> {
    const wanted = [...this.#read()].filter(
      (operation) =>
        operation.accountId === accountId &&
        (beforeId === null || operation.id < beforeId) &&
        (type === undefined || operation.type === type) &&
        (status === undefined || statusOf(operation) === status),
    );
    return Promise.resolve(wanted.toSorted((a, b) => (a.id > b.id ? -1 : 1)).slice(0, limit));
  }

  countPending(userId: bigint): Promise<number> {
    return Promise.resolve(this.pending().filter((operation) => operation.userId === userId).length);
  }

  tryCode(operationId: bigint, code: string | null, ifRight: BankVerdict, now: number): Promise<BankState | null> {
    const bank = this.all.get(operationId)?.bank ?? null;
    if (bank === null || bank.verdict !== null || bank.attemptsLeft === 0 || bank.expiresAt <= now) {
      return Promise.resolve(null);
    }
    const attemptsLeft = bank.attemptsLeft - 1;
    const wrong = attemptsLeft === 0 ? 'wrongCode' : null;
    return Promise.resolve(
      this.#setBank(operationId, { ...bank, attemptsLeft, verdict: bank.code === code ? ifRight : wrong }),
    );
  }

  endBank(operationId: bigint, verdict: BankVerdict): Promise<boolean> {
    const bank = this.all.get(operationId)?.bank ?? null;
    if (bank === null || bank.verdict !== null) return Promise.resolve(false);
    this.#setBank(operationId, { ...bank, verdict });
    return Promise.resolve(true);
  }

  due(
    now: number,
    confirmed: ReadonlyMap<Network, number>,
    afterId: bigint,
    limit: number,
  ): Promise<OperationRecord[]> {
    const due = this.pending().filter(({ id, type, network, transaction, bank }) => {
      if (id <= afterId) return false;
      if (bank !== null) return bank.verdict !== null || bank.expiresAt <= now;
      if (transaction === null) return type === 'withdraw';
      return network !== null && transaction.block <= (confirmed.get(network) ?? -1);
    });
    return Promise.resolve(due.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit));
  }

  pendingByType(): Promise<Record<OperationType, number>> {
    const count = (type: OperationType): number => this.pending().filter((each) => each.type === type).length;
    return Promise.resolve(
      Object.fromEntries(OPERATION_TYPES.map((type) => [type, count(type)])) as Record<OperationType, number>,
    );
  }

  pending(): OperationRecord[] {
    return [...this.#read()].filter(({ settlement }) => settlement === null);
  }

  /** Takes in what the engine has committed. */
  #absorb(): void {
    for (const batch of this.#committed()) {
      if (this.#seen.has(batch)) continue;
      this.#seen.add(batch);
      for (const { asset, record, ...withdrawal } of batch.withdrawals) {
        this.#put({ ...withdrawal, type: 'withdraw', currency: asset, price: record?.price ?? null });
      }
      for (const { operationId, failure, value, record, at } of batch.settlements) {
        const operation = this.all.get(operationId);
        if (operation === undefined) throw new Error(`operation ${operationId} does not exist`);
        if (operation.settlement !== null) throw new Error(`operation ${operationId} is settled already`);
        this.all.set(operationId, { ...operation, settlement: { failure, value, price: record?.price ?? null, at } });
      }
    }
  }

  #put(
    operation: Pick<OperationRecord, 'id' | 'accountId' | 'userId' | 'amount' | 'createdAt' | 'type' | 'currency'> &
      Partial<OperationRecord>,
  ): void {
    const nothing = { network: null, address: null, memo: null, fee: 0n, value: null, price: null, card: null };
    const code = (this.#lastCode += 1n);
    this.all.set(operation.id, { ...nothing, code, transaction: null, bank: null, settlement: null, ...operation });
  }

  #setBank(operationId: bigint, bank: BankState): BankState {
    const operation = this.all.get(operationId);
    if (operation !== undefined) this.all.set(operationId, { ...operation, bank });
    return bank;
  }

  *#read(): Generator<OperationRecord> {
    this.#absorb();
    for (const operation of this.all.values()) {
      const sent = operation.type === 'withdraw' ? this.#network.sent(withdrawalOrigin(operation.id)) : undefined;
      yield sent === undefined ? operation : { ...operation, transaction: { hash: sent.hash, block: sent.block } };
    }
  }
}
