import type { IdSource } from '../commands/batch.ts';
import type { TradingDesk } from '../commands/command.ts';
import type { Clock } from '../lib/clock.ts';
import type { Once } from '../lib/once.ts';
import type { Entropy, PracticeNetwork } from '../network/ports.ts';
import { Cards } from './cards.ts';
import { Deposits } from './deposits.ts';
import { Operations } from './operations.ts';
import { PendingLimit } from './pending-limit.ts';
import type { MoneyStorage, OperationStore } from './ports.ts';
import { Settler } from './settler.ts';
import { Totals, type CountByType } from './totals.ts';
import { Withdrawals } from './withdrawals.ts';

export interface PaymentsOptions {
  store: OperationStore;
  once: Once<MoneyStorage>;
  network: PracticeNetwork;
  desk: TradingDesk;
  /** The main market: practice money goes in and out there. */
  marketId: string;
  ids: Pick<IdSource, 'draw'>;
  clock: Clock;
  entropy: Entropy;
  /** Told whose operations changed. Must not throw. */
  onChange(userId: bigint): void;
  /** Told about what could not be done now and is tried again. Must not throw. */
  onFailure(message: string, error: unknown): void;
}

/** Practice money in and out of the accounts. */
export interface Payments {
  deposits: Deposits;
  cards: Cards;
  withdrawals: Withdrawals;
  operations: Operations;
}

export interface PaymentTotals {
  pending: Readonly<CountByType>;
  /** Since the start of the server. */
  completed: Readonly<CountByType>;
  failed: Readonly<CountByType>;
}

/** The services of practice money and the worker that brings operations to their end; it has to be started. */
export function createPayments(options: PaymentsOptions): Payments & { settler: Settler; figures(): PaymentTotals } {
  const { store, once, network, desk, marketId, ids, clock, entropy, onChange, onFailure } = options;
  const limit = new PendingLimit(store);
  const totals = new Totals();
  const settler = new Settler({ store, network, desk, marketId, clock, totals, onChange, onFailure });
  const onBegun = (userId: bigint): void => {
    onChange(userId);
    settler.wake();
  };
  return {
    deposits: new Deposits({ store, once, network, limit, ids, clock, onBegun }),
    cards: new Cards({ store, once, desk, marketId, limit, ids, clock, totals, onChange, entropy }),
    withdrawals: new Withdrawals({ store, limit, onBegun }),
    operations: new Operations(store),
    settler,
    figures: () => ({ pending: settler.pending, completed: totals.completed, failed: totals.failed }),
  };
}
