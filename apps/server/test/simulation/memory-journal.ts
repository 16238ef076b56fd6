import {
  IntegrityError,
  type AccountState,
  type BarredAccount,
  type Batch,
  type FundingRound,
  type Halt,
  type HaltedTime,
  type Journal,
  type MarketSnapshot,
  type OrderState,
  type PositionState,
} from '../../src/commands/batch.ts';
import type { CommandResult, Idempotency, KeptOutcome } from '../../src/commands/command.ts';
import { scopeOf, type LookedUp } from '../../src/lib/once.ts';
import { readOrder, readPosition } from '../../src/storage/journal/rows.ts';
import type { Table } from '../../src/storage/journal/table.ts';
import { ORDERS, POSITIONS } from '../../src/storage/journal/tables.ts';
import { MemoryLog } from './memory-log.ts';

/** What becomes of an append: done, refused before it was committed, or committed and not confirmed. */
export type AppendFate = 'committed' | 'lost' | 'unknown';

/** Decides about faults; the simulation draws them from its seed. */
export interface JournalWeather {
  /** Whether the append waits for {@link MemoryJournal.release}. */
  isSlow(): boolean;
  fate(): AppendFate;
  /** Whether the batch breaks a rule of the storage: it is refused every time. */
  refuses(batch: Batch): boolean;
  failsLookUp(): boolean;
  /** Whether what was looked up comes with the next {@link MemoryJournal.release}. */
  isSlowLookUp(): boolean;
  failsLoad(): boolean;
  failsHalt(): boolean;
  /** Whether the end of a halt waits for {@link MemoryJournal.release}. */
  isSlowHaltEnd(): boolean;
  /** Whether what was said of a halt is written and not confirmed. */
  losesHaltAnswer(): boolean;
}

export const FAIR: JournalWeather = {
  isSlow: () => false,
  fate: () => 'committed',
  refuses: () => false,
  failsLookUp: () => false,
  isSlowLookUp: () => false,
  failsLoad: () => false,
  failsHalt: () => false,
  isSlowHaltEnd: () => false,
  losesHaltAnswer: () => false,
};

/** Told what really becomes of a batch, before the engine is. */
export interface JournalWitness {
  decided(batch: Batch): void;
  committed(batch: Batch): void;
  aborted(batch: Batch): void;
  /** The state is about to be read, and was read. */
  reading?(): void;
  read?(): void;
  /** It is written since when the market is halted. */
  haltKept?(since: number): void;
  /** It is written, and known to be, that trading goes on. */
  haltEnded?(time: HaltedTime): void;
}

/** The row that a state is kept as: of one that changed, the columns that a change does not write are those of before. */
const rowOf = <State>({ names, list, changing }: Table<State>, state: State, before = state): (string | null)[] =>
  list.map(({ value }, n) => {
    const kept = value(changing.includes(names[n] ?? '') ? state : before);
    return kept === null ? null : String(kept);
  });

const ofOne = ({ userId, action }: Idempotency): string => `${userId}:${action}`;

/** Committed state of one market, what outlives a process: positions and orders as PostgreSQL gives them back. */
export class MemoryStore {
  readonly accounts = new Map<bigint, AccountState>();
  readonly positions = new Map<bigint, PositionState>();
  readonly orders = new Map<bigint, OrderState>();
  /** Accounts whose owners may not open positions any more. */
  readonly barred: BarredAccount[] = [];
  readonly rounds = new Map<string, FundingRound>();
  readonly outcomes = new Map<string, KeptOutcome>();
  /** The newest key that an outcome is kept under, of each person and action. */
  readonly #newest = new Map<string, string>();
  lastSeq = 0n;
  lastRecordTime: number | null = null;
  lastId = 0n;
  halt: Halt | null = null;
  haltedTimes: HaltedTime[] = [];
  /** Of its prices. */
  readonly log = new MemoryLog();

  apply(batch: Batch): void {
    for (const record of batch.priceRecords) this.log.used.set(record.seq, record);
    for (const account of [...batch.newAccounts, ...batch.accounts]) this.accounts.set(account.id, account);
    for (const position of [...batch.openedPositions, ...batch.changedPositions])
      this.positions.set(position.id, readPosition(rowOf(POSITIONS, position, this.positions.get(position.id))));
    for (const id of batch.closedPositions) this.positions.delete(id);
    for (const order of [...batch.placedOrders, ...batch.changedOrders])
      if (order.status === 'open')
        this.orders.set(order.id, readOrder(rowOf(ORDERS, order, this.orders.get(order.id))));
    for (const order of batch.endedOrders) this.orders.delete(order.id);
    for (const round of batch.fundingRounds) {
      const key = `${round.symbol} ${round.at}`;
      if (!this.rounds.has(key)) this.rounds.set(key, round);
    }
    for (const { idempotency, outcome } of batch.outcomes) {
      this.outcomes.set(scopeOf(idempotency), { bodyHash: idempotency.bodyHash, answer: outcome });
      if (idempotency.key > (this.newestKey(idempotency) ?? '')) this.#newest.set(ofOne(idempotency), idempotency.key);
    }
    for (const { seq, time } of batch.priceRecords) {
      if (seq > this.lastSeq) this.lastSeq = seq;
      if (this.lastRecordTime === null || time > this.lastRecordTime) this.lastRecordTime = time;
    }
    const ids = [
      ...batch.transfers,
      ...batch.newAccounts,
      ...batch.openedPositions,
      ...batch.placedOrders,
      ...batch.trades,
      ...batch.withdrawals,
      ...batch.log,
    ];
    for (const { id } of ids) if (id > this.lastId) this.lastId = id;
  }

  newestKey(idempotency: Idempotency): string | null {
    return this.#newest.get(ofOne(idempotency)) ?? null;
  }

  /** One that lasts goes on; one that begins again when another did is the same. */
  beginHalt(since: number): void {
    if (this.haltedTimes.some(({ until }) => until === null)) return;
    this.haltedTimes = [...this.haltedTimes.filter((time) => time.since !== since), { since, until: null }];
  }

  /** What an account has open, by id. */
  openOf(accountId: bigint): { positions: PositionState[]; orders: OrderState[] } {
    const own = <T extends { id: bigint; accountId: bigint }>(all: Map<bigint, T>): T[] =>
      [...all.values()].filter((each) => each.accountId === accountId).sort((a, b) => (a.id < b.id ? -1 : 1));
    return { positions: own(this.positions), orders: own(this.orders) };
  }

  #hasEntries(accountId: bigint): boolean {
    return [...this.orders.values()].some((order) => order.accountId === accountId && order.reduces === null);
  }

  snapshot(): MarketSnapshot {
    return {
      accounts: [...this.accounts.values()],
      positions: [...this.positions.values()],
      orders: [...this.orders.values()],
      barred: this.barred.filter(({ accountId }) => this.#hasEntries(accountId)),
      fundingRounds: [...this.rounds.values()],
      lastSeq: this.lastSeq,
      lastRecordTime: this.lastRecordTime,
      halt: this.halt,
      haltedTimes: this.haltedTimes,
    };
  }
}

/** One process's connection to a {@link MemoryStore}. */
export class MemoryJournal implements Journal {
  readonly #store: MemoryStore;
  readonly #weather: JournalWeather;
  readonly #witness: JournalWitness;
  #held: (() => void)[] = [];
  #dead = false;
  /** The end of a halt that is being written. */
  #haltEnd: Promise<void> = Promise.resolve();

  constructor(store: MemoryStore, weather: JournalWeather = FAIR, witness: JournalWitness = SILENT) {
    this.#store = store;
    this.#weather = weather;
    this.#witness = witness;
  }

  get isHeld(): boolean {
    return !this.#dead;
  }

  async append(batch: Batch): Promise<void> {
    if (this.#dead) return never();
    this.#witness.decided(batch);
    if (this.#weather.isSlow()) await this.#released();
    if (this.#dead) return never();
    if (this.#weather.refuses(batch)) {
      this.#witness.aborted(batch);
      throw new IntegrityError('the storage refuses the batch');
    }
    const fate = this.#weather.fate();
    if (fate === 'lost') this.#witness.aborted(batch);
    else this.#commit(batch);
    if (fate !== 'committed') throw new Error(`the connection broke (${fate})`);
  }

  async outcomes(keys: Idempotency[]): Promise<LookedUp<CommandResult>[]> {
    if (this.#dead) return never();
    await Promise.resolve();
    if (this.#weather.failsLookUp()) throw new Error('the connection broke');
    const found = keys.map((key) => ({
      kept: this.#store.outcomes.get(scopeOf(key)) ?? null,
      newest: this.#store.newestKey(key),
    }));
    // What is committed until it comes is not in it.
    if (this.#weather.isSlowLookUp()) await this.#released();
    return this.#dead ? never() : found;
  }

  async load(): Promise<MarketSnapshot> {
    if (this.#dead) return never();
    this.#witness.reading?.();
    await Promise.resolve();
    if (this.#weather.failsLoad()) throw new Error('the database is gone');
    this.#witness.read?.();
    return this.#store.snapshot();
  }

  async keepHalt(halt: Halt, since: number): Promise<boolean> {
    if (this.#dead) return never();
    // One connection writes both, in their order.
    await this.#haltEnd;
    if (this.#dead) return never();
    if (this.#weather.failsHalt()) throw new Error('the database is gone');
    this.#store.halt ??= halt;
    this.#store.beginHalt(since);
    this.#witness.haltKept?.(since);
    if (this.#weather.losesHaltAnswer()) throw new Error('the connection broke');
    return true;
  }

  endHalt(time: HaltedTime): Promise<void> {
    const ended = this.#endHalt(time);
    this.#haltEnd = ended.catch(() => undefined);
    return ended;
  }

  async #endHalt(time: HaltedTime): Promise<void> {
    if (this.#dead) return never();
    await Promise.resolve();
    if (this.#weather.isSlowHaltEnd()) await this.#released();
    if (this.#dead) return never();
    if (this.#weather.failsHalt()) throw new Error('the database is gone');
    this.#store.halt = null;
    this.#store.haltedTimes = [...this.#store.haltedTimes.filter(({ since }) => since !== time.since), time];
    if (this.#weather.losesHaltAnswer()) throw new Error('the connection broke');
    this.#witness.haltEnded?.(time);
  }

  /** Lets the appends and look-ups that were held back go on. */
  release(): void {
    for (const resume of this.#held.splice(0)) resume();
  }

  /** The process dies: whatever it was writing is committed or not, and nothing comes back to it. */
  kill(): void {
    this.#dead = true;
  }

  #released(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  #commit(batch: Batch): void {
    this.#store.apply(batch);
    this.#witness.committed(batch);
  }
}

const SILENT: JournalWitness = { decided: () => {}, committed: () => {}, aborted: () => {} };

function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}
