import { CARD_MAX_RUB, CARD_MIN_RUB, type PracticeCard } from '@plecho/network';
import type { IdSource } from '../commands/batch.ts';
import type { TradingDesk } from '../commands/command.ts';
import type { Clock } from '../lib/clock.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import type { Entropy } from '../network/ports.ts';
import { BANK_ATTEMPTS, BANK_WAITS_MS, bankOf, effectOf } from './bank.ts';
import type { Holder } from './deposits.ts';
import type { PendingLimit } from './pending-limit.ts';
import type { MoneyStorage, NewCard, OperationRecord, OperationStore } from './ports.ts';
import { settle } from './settlement.ts';
import type { Totals } from './totals.ts';

interface Dependencies {
  store: OperationStore;
  once: Once<MoneyStorage>;
  desk: TradingDesk;
  marketId: string;
  limit: PendingLimit;
  ids: Pick<IdSource, 'draw'>;
  clock: Clock;
  totals: Totals;
  /** Told whose operations changed. Must not throw. */
  onChange(userId: bigint): void;
  entropy: Entropy;
}

/** A person's answer to the bank. */
interface BankRequest {
  userId: bigint;
  operationId: bigint;
  /** The request's Idempotency-Key: repeated, it takes no further attempt and gets the same answer. */
  key: string | null;
}

/** Four digits. */
function codeFrom(entropy: Entropy): string {
  const [a = 0, b = 0, c = 0, d = 0] = entropy(4);
  return String((a * 0x1000000 + b * 0x10000 + c * 0x100 + d) % 10_000).padStart(4, '0');
}

/** @throws Problem operation_not_found for anything but a top-up of this user */
async function findCard(store: OperationStore, userId: bigint, id: bigint): Promise<OperationRecord> {
  const operation = await store.byId(id);
  if (operation?.type !== 'card' || operation.userId !== userId) throw new Problem('operation_not_found');
  return operation;
}

/**
 * Card top-ups: there are no numbers, only cards that behave in a known way, and a bank that is a page of
 * ours. The bank's verdict is stored before the engine acts on it, so a crash between the two is made up
 * for by whoever comes next: a repetition of the request, or the settler.
 */
export class Cards {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Begins a top-up; nothing moves before the bank's step.
   * @param rub whole roubles
   * @param key the request's Idempotency-Key: repeated, it gives the operation that it made
   * @throws Problem invalid_amount, card_below_minimum, card_above_maximum, too_many_operations
   */
  async begin(
    { userId, accountId }: Holder,
    rub: number,
    card: PracticeCard,
    key: string | null,
  ): Promise<OperationRecord> {
    if (!Number.isFinite(rub)) throw new Problem('invalid_amount');
    if (rub < CARD_MIN_RUB) throw new Problem('card_below_minimum');
    if (rub > CARD_MAX_RUB) throw new Problem('card_above_maximum');
    if (!Number.isInteger(rub)) throw new Problem('invalid_amount');
    const { once, limit, ids, onChange } = this.#with;
    const newId = await ids.draw();
    const id = await limit.within(userId, key, (isReached) =>
      once(requestKey(userId, 'beginCard', key, [rub, card]), async ({ operations }) => {
        if (isReached) throw new Problem('too_many_operations');
        const made = { ...this.#new(rub, card), id: newId, userId, accountId };
        await operations.addCard(made);
        return made.id;
      }),
    );
    onChange(userId);
    return this.find(userId, id);
  }

  /** @throws Problem operation_not_found for anything but a top-up of this user */
  find(userId: bigint, id: bigint): Promise<OperationRecord> {
    return findCard(this.#with.store, userId, id);
  }

  /**
   * The bank's step. Repeated after it has ended in this way, it answers the same.
   * @param code what was typed; only where the bank asks for it
   * @throws Problem bank_code_wrong with the attempts left; operation_settled when it ended otherwise
   */
  async confirm({ userId, operationId, key }: BankRequest, code: string | null): Promise<OperationRecord> {
    const { once } = this.#with;
    await once(requestKey(userId, 'confirmCard', key, [operationId, code]), async ({ operations }) => {
      const { bank, ifRight } = bankOf(await findCard(operations, userId, operationId));
      if ((bank.code === null) !== (code === null)) {
        throw new Problem('invalid_request', { details: { fields: ['code'] } });
      }
      const tried = await operations.tryCode(operationId, code, ifRight, this.#with.clock.now());
      if (tried === null) return this.#afterEnd(operations, userId, operationId, code);
      const { attemptsLeft, verdict } = tried;
      if (verdict === null) throw new Problem('bank_code_wrong', { details: { attemptsLeft } });
    });
    return this.#carryOut(userId, operationId);
  }

  /** The person turned back at the bank. @throws Problem operation_settled when it ended otherwise */
  async cancel({ userId, operationId, key }: BankRequest): Promise<OperationRecord> {
    const { once } = this.#with;
    await once(requestKey(userId, 'cancelCard', key, [operationId]), async ({ operations }) => {
      await findCard(operations, userId, operationId);
      if (await operations.endBank(operationId, 'cancelled')) return;
      const { bank } = bankOf(await findCard(operations, userId, operationId));
      if (bank.verdict !== 'cancelled') throw new Problem('operation_settled');
    });
    return this.#carryOut(userId, operationId);
  }

  #new(rub: number, card: PracticeCard): Omit<NewCard, 'id' | 'userId' | 'accountId'> {
    const { clock, entropy } = this.#with;
    const createdAt = clock.now();
    const code = card === 'secure' ? codeFrom(entropy) : null;
    const bank = { code, attemptsLeft: BANK_ATTEMPTS, expiresAt: createdAt + BANK_WAITS_MS };
    return { createdAt, rub, card, bank };
  }

  /**
   * A confirmation that came when the bank no longer listened: the first after its time ends it, and what
   * it was right about before stays right. @throws Problem operation_settled
   */
  async #afterEnd(store: OperationStore, userId: bigint, id: bigint, code: string | null): Promise<void> {
    if (await store.endBank(id, 'expired')) return;
    const { bank, ifRight } = bankOf(await findCard(store, userId, id));
    if (bank.verdict !== ifRight || bank.code !== code) throw new Problem('operation_settled');
  }

  /** Lets the engine do what the bank has decided, unless that is done. Only then there is an answer. */
  async #carryOut(userId: bigint, id: bigint): Promise<OperationRecord> {
    const { desk, marketId, totals, onChange } = this.#with;
    const operation = await this.find(userId, id);
    if (operation.settlement !== null) return operation;
    const effect = effectOf(operation);
    const outcome = await settle(desk, marketId, operation, effect);
    if (!outcome.ok) throw new Problem(outcome.code);
    totals.count('card', effect.kind === 'failure');
    onChange(userId);
    return this.find(userId, id);
  }
}
