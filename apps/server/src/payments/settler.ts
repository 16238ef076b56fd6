import { heightAt, NETWORK_RULES, networkFee, NETWORKS, type Network } from '@plecho/network';
import type { SettlementEffect, TradingDesk } from '../commands/command.ts';
import type { Clock } from '../lib/clock.ts';
import type { Jobs } from '../lib/jobs.ts';
import { Problem } from '../lib/problem.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import type { PracticeNetwork } from '../network/ports.ts';
import { effectOf, payoutOf } from './bank.ts';
import type { OperationRecord, OperationStore } from './ports.ts';
import { settle } from './settlement.ts';
import { noneByType, type CountByType, type Totals } from './totals.ts';
import { withdrawalOrigin } from './withdrawals.ts';

/** Confirmations and refusals are looked at this often. */
const PASS_MS = 500;
/** Operations that are worked on at the same time; the engine takes them in batches of half as many. */
const PAGE = 500;
/** Withdrawals of one network are paid from one address, so more at a time would only wait for each other. */
const PAYMENTS_AT_ONCE = 4;

const TRIED_AGAIN = 'an operation of practice money is tried again';

export interface SettlerOptions {
  store: Pick<OperationStore, 'due' | 'byId' | 'endBank' | 'pendingByType'>;
  network: Pick<PracticeNetwork, 'submit' | 'reserveAddress'>;
  desk: TradingDesk;
  /** The market of the accounts: the main one. */
  marketId: string;
  clock: Clock;
  totals: Totals;
  /** Told whose operations changed. Must not throw. */
  onChange(userId: bigint): void;
  /** Told about what could not be done now and is tried again. Must not throw. */
  onFailure(message: string, error: unknown): void;
}

/** The newest height, by network, whose transactions count at a time. */
function confirmedHeights(now: number): Map<Network, number> {
  return new Map(
    NETWORKS.map((network) => [network, heightAt(network, now) - NETWORK_RULES[network].confirmations + 1]),
  );
}

/** What ends an operation that is due; null for a withdrawal that has to be sent on the network first. */
function endOf(operation: OperationRecord): SettlementEffect | null {
  const { id, type, currency, amount, value, card, transaction } = operation;
  if (type === 'card') return effectOf(operation);
  if (currency === 'RUB') throw new Error(`operation ${id} of coins has no coin`);
  if (type === 'deposit') return { kind: 'deposit', asset: currency, amount };
  if (value === null) throw new Error(`withdrawal ${id} has no value`);
  if (card !== null) return payoutOf(card, value);
  return transaction === null ? null : { kind: 'withdrawPaid', value };
}

/**
 * Brings every operation to its end: pays withdrawals out on the network and to cards, credits confirmed
 * deposits, gives up on cards that nobody confirms. Nobody is asked, and nothing here can hold an operation back
 * (charter rule C4). It keeps nothing in memory: what is pending is read anew each time, the network
 * takes a withdrawal once by its origin and the engine ends an operation once by its id, so a crash
 * between any two steps loses nothing and doubles nothing.
 */
export class Settler implements Jobs {
  readonly #options: SettlerOptions;
  readonly #pay = createSemaphore(PAYMENTS_AT_ONCE, Number.POSITIVE_INFINITY);
  #pending = noneByType();
  #running: Promise<void> | null = null;
  /** Something happened while a pass was under way. */
  #again = false;
  #stopped = false;
  /** Nobody wakes a settler that is not to work: another process does. */
  #works = false;
  #cancel = (): void => undefined;

  constructor(options: SettlerOptions) {
    this.#options = options;
  }

  /** Operations that had not ended when they were looked at last. */
  get pending(): Readonly<CountByType> {
    return this.#pending;
  }

  start(): void {
    this.#stopped = false;
    this.#works = true;
    this.#cancel = this.#options.clock.every(PASS_MS, () => this.wake());
    this.wake();
  }

  /** There is something new: it is looked at at once. */
  wake(): void {
    if (!this.#works) return;
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    this.#running = this.#passes().finally(() => (this.#running = null));
  }

  /** Begins nothing new and resolves when what is under way is done. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#works = false;
    this.#cancel();
    await this.#running;
  }

  /** Looks at everything that is due, once. Never rejects: what fails is tried again in the next pass. */
  async pass(): Promise<void> {
    const { store, clock, onFailure } = this.#options;
    try {
      const now = clock.now();
      const confirmed = confirmedHeights(now);
      for (let afterId = 0n; !this.#stopped;) {
        const due = await store.due(now, confirmed, afterId, PAGE);
        await Promise.all(due.map((operation) => this.#bringOn(operation)));
        afterId = due.at(-1)?.id ?? afterId;
        if (due.length < PAGE) break;
      }
      this.#pending = await store.pendingByType();
    } catch (error) {
      onFailure('pending operations could not be read', error);
    }
  }

  async #passes(): Promise<void> {
    do {
      this.#again = false;
      await this.pass();
    } while (this.#again && !this.#stopped);
  }

  /** Never rejects. */
  async #bringOn(due: OperationRecord): Promise<void> {
    try {
      const operation = await this.#decided(due);
      const effect = endOf(operation);
      if (effect === null) await this.#pay(() => this.#send(operation));
      else await this.#end(operation, effect);
    } catch (error) {
      this.#options.onFailure(TRIED_AGAIN, error);
    }
  }

  /** A card that nobody confirmed in time has expired, unless somebody was faster just now. */
  async #decided(operation: OperationRecord): Promise<OperationRecord> {
    const { bank, id } = operation;
    if (bank === null || bank.verdict !== null) return operation;
    const { store } = this.#options;
    await store.endBank(id, 'expired');
    return (await store.byId(id)) ?? operation;
  }

  /** Pays a withdrawal out; to an address that takes nothing, the money goes back. */
  async #send(operation: OperationRecord): Promise<void> {
    const { network: practiceNetwork, onChange } = this.#options;
    const { id, currency, network, address, amount, fee, memo, value } = operation;
    if (currency === 'RUB' || network === null || address === null || value === null) {
      throw new Error(`withdrawal ${id} names no place to go`);
    }
    try {
      await practiceNetwork.submit({
        network,
        asset: currency,
        from: practiceNetwork.reserveAddress(network),
        to: address,
        amount: amount - fee,
        fee: networkFee(currency, network, 'normal'),
        memo,
        origin: withdrawalOrigin(id),
      });
      onChange(operation.userId);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'address_refused') throw error;
      await this.#end(operation, { kind: 'withdrawRefund', value, failure: 'addressRefused' });
    }
  }

  /** A refusal (the price is stale just now) leaves the operation pending. */
  async #end(operation: OperationRecord, effect: SettlementEffect): Promise<void> {
    const { desk, marketId, totals, onChange, onFailure } = this.#options;
    const outcome = await settle(desk, marketId, operation, effect);
    if (outcome.ok) {
      totals.count(operation.type, effect.kind === 'failure' || effect.kind === 'withdrawRefund');
      onChange(operation.userId);
    } else if (outcome.code !== 'price_unavailable' && outcome.code !== 'idempotency_conflict') {
      onFailure(TRIED_AGAIN, new Problem(outcome.code));
    }
  }
}
