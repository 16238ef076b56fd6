import { CARD_MAX_RUB, CARD_MIN_RUB, rublesToUsdt, type PracticeCard } from '@plecho/network';
import type { IdSource } from '../commands/batch.ts';
import type { SettlementEffect, TradingDesk } from '../commands/command.ts';
import type { OperationFailure } from '../commands/states.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { Entropy } from '../network/ports.ts';
import type { Holder } from './deposits.ts';
import type { PendingLimit } from './pending-limit.ts';
import type { BankState, OperationRecord, OperationStore } from './ports.ts';
import { settle } from './settlement.ts';
import type { Totals } from './totals.ts';

/** Wrong codes that the bank puts up with. */
export const BANK_ATTEMPTS = 3;
/** The bank waits this long. */
export const BANK_WAITS_MS = 15 * 60_000;

interface Dependencies {
  store: OperationStore;
  desk: TradingDesk;
  marketId: string;
  limit: PendingLimit;
  ids: IdSource;
  clock: Clock;
  totals: Totals;
  /** Told whose operations changed. Must not throw. */
  onChange(userId: bigint): void;
  entropy: Entropy;
}

/** What confirming leads to, by the card that was picked. */
const OUTCOMES: Readonly<Record<PracticeCard, OperationFailure | null>> = {
  approved: null,
  secure: null,
  declined: 'bankDeclined',
  insufficient: 'cardFunds',
};

const failed = (failure: OperationFailure): SettlementEffect => ({ kind: 'failure', failure });

/** What the bank's patience has come to; null while it waits. @param now wall clock, ms */
export function bankFailure({ attemptsLeft, expiresAt }: BankState, now: number): OperationFailure | null {
  if (attemptsLeft <= 0) return 'wrongCode';
  return now >= expiresAt ? 'expired' : null;
}

/** Four digits. */
function codeFrom(entropy: Entropy): string {
  const [a = 0, b = 0, c = 0, d = 0] = entropy(4);
  return String((a * 0x1000000 + b * 0x10000 + c * 0x100 + d) % 10_000).padStart(4, '0');
}

/** Card top-ups: there are no numbers, only cards that behave in a known way, and a bank that is a page of ours. */
export class Cards {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Begins a top-up; nothing moves before the bank's step.
   * @param rub whole roubles
   * @param requestKey the request's Idempotency-Key: repeated, it gives the operation that it made
   * @throws Problem invalid_amount, card_below_minimum, card_above_maximum, too_many_operations
   */
  async begin(
    { userId, accountId }: Holder,
    rub: number,
    card: PracticeCard,
    requestKey: string | null,
  ): Promise<OperationRecord> {
    if (!Number.isFinite(rub)) throw new Problem('invalid_amount');
    if (rub < CARD_MIN_RUB) throw new Problem('card_below_minimum');
    if (rub > CARD_MAX_RUB) throw new Problem('card_above_maximum');
    if (!Number.isInteger(rub)) throw new Problem('invalid_amount');
    const earlier = await this.#earlier(userId, rub, card, requestKey);
    if (earlier !== null) return earlier;
    const { store, limit, ids, clock, onChange, entropy } = this.#with;
    return limit.within(userId, async () => {
      const id = ids.next();
      const createdAt = clock.now();
      const code = card === 'secure' ? codeFrom(entropy) : null;
      const bank = { code, attemptsLeft: BANK_ATTEMPTS, expiresAt: createdAt + BANK_WAITS_MS };
      if (!(await store.addCard({ id, userId, accountId, requestKey, createdAt, rub, card, bank }))) {
        const first = await this.#earlier(userId, rub, card, requestKey);
        if (first === null) throw new Error('a top-up was neither stored nor there');
        return first;
      }
      onChange(userId);
      return this.find(userId, id);
    });
  }

  /** @throws Problem operation_not_found for anything but a top-up of this user */
  async find(userId: bigint, id: bigint): Promise<OperationRecord> {
    const operation = await this.#with.store.byId(id);
    if (operation?.type !== 'card' || operation.userId !== userId) throw new Problem('operation_not_found');
    return operation;
  }

  /**
   * The bank's step. Repeated after it has ended in this way, it answers the same.
   * @param code what was typed; only where the bank asks for it
   * @throws Problem bank_code_wrong with the attempts left; operation_settled when it ended otherwise
   */
  async confirm(userId: bigint, id: bigint, code: string | null): Promise<OperationRecord> {
    const operation = await this.find(userId, id);
    const { bank, card } = operation;
    if (bank === null || card === null) throw new Error(`top-up ${id} has no bank`);
    if ((bank.code === null) !== (code === null))
      throw new Problem('invalid_request', { details: { fields: ['code'] } });
    const end = bankFailure(bank, this.#with.clock.now());
    const failure = bank.code !== code ? 'wrongCode' : OUTCOMES[card];
    if (operation.settlement !== null) {
      if (operation.settlement.failure !== failure) throw new Problem('operation_settled');
      return operation;
    }
    if (end !== null) return this.#end(operation, failed(end));
    if (bank.code !== code) return this.#takeAttempt(operation);
    const effect: SettlementEffect = { kind: 'card', amount: rublesToUsdt(Number(operation.amount)) };
    return this.#end(operation, failure === null ? effect : failed(failure));
  }

  /** The person turned back at the bank. @throws Problem operation_settled when it ended otherwise */
  async cancel(userId: bigint, id: bigint): Promise<OperationRecord> {
    const operation = await this.find(userId, id);
    if (operation.settlement === null) return this.#end(operation, failed('cancelled'));
    if (operation.settlement.failure !== 'cancelled') throw new Problem('operation_settled');
    return operation;
  }

  async #takeAttempt(operation: OperationRecord): Promise<OperationRecord> {
    const attemptsLeft = (await this.#with.store.takeAttempt(operation.id)) ?? 0;
    if (attemptsLeft > 0) throw new Problem('bank_code_wrong', { details: { attemptsLeft } });
    return this.#end(operation, failed('wrongCode'));
  }

  /** @throws Problem operation_settled when somebody was faster, with another end */
  async #end(operation: OperationRecord, effect: SettlementEffect): Promise<OperationRecord> {
    const { desk, marketId, totals, onChange } = this.#with;
    const outcome = await settle(desk, marketId, operation, effect);
    if (!outcome.ok) throw new Problem(outcome.code === 'idempotency_conflict' ? 'operation_settled' : outcome.code);
    totals.count('card', effect.kind === 'failure');
    onChange(operation.userId);
    return this.find(operation.userId, operation.id);
  }

  /** @throws Problem idempotency_conflict when the key was used for another top-up */
  async #earlier(
    userId: bigint,
    rub: number,
    card: PracticeCard,
    requestKey: string | null,
  ): Promise<OperationRecord | null> {
    if (requestKey === null) return null;
    const earlier = await this.#with.store.byRequest(userId, 'card', requestKey);
    if (earlier !== null && (earlier.amount !== BigInt(rub) || earlier.card !== card)) {
      throw new Problem('idempotency_conflict');
    }
    return earlier;
  }
}
