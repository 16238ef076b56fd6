import { Ends, type Report } from './audit-parts.ts';
import { BatchAudit, type BatchParts } from './batch-audit.ts';
import { emptyBooks, plain, type AuditedOrder, type Books } from './books.ts';
import { ClassAudit } from './class-audit.ts';
import { EntryBarAudit } from './entry-bar-audit.ts';
import { Evaluation } from './evaluation.ts';
import { FundingAudit } from './funding-audit.ts';
import { HaltAudit, isOfAnswers, type SeenHaltedTime } from './halt-audit.ts';
import { LedgerModel } from './ledger-model.ts';
import { MoneyAudit } from './money-audit.ts';
import type {
  SeenBatch,
  SeenCommand,
  SeenEvent,
  SeenOutcome,
  SeenRecord,
  SeenRules,
  SeenTick,
} from './observations.ts';
import { PriceModel } from './price-model.ts';
import type { Asked } from './refusal-audit.ts';
import { ReplyAudit } from './reply-audit.ts';
import { TimeAudit } from './time-audit.ts';

export interface AuditorOptions {
  symbols: readonly string[];
  rules: SeenRules;
  startBalance: bigint;
  /** Margins that the storage refuses to write, whatever they are the margin of. */
  isCursed?: (margin: bigint) => boolean;
}

/** A batch that was handed to the storage, and everything that it was decided upon. */
interface Decided {
  batch: SeenBatch;
  /** Newest valid price when it was decided. */
  seq: bigint;
  now: number;
}

/**
 * Watches a market from outside – the ticks that go in, what is handed to the storage, what becomes
 * of it, the replies and events that come out – and keeps its own account of what must be. Knows the
 * rules from the specification and nothing of the engine.
 */
export class Auditor {
  readonly violations: string[] = [];
  readonly books: Books = emptyBooks();
  readonly ledger: LedgerModel;
  readonly prices: PriceModel;
  readonly #report: Report = (rule, message) => void this.violations.push(`${rule}: ${message}`);
  readonly #money: MoneyAudit;
  readonly #replies: ReplyAudit;
  readonly #time: TimeAudit;
  readonly #funding: FundingAudit;
  readonly #classes: ClassAudit;
  readonly #evaluation: Evaluation;
  readonly #halts: HaltAudit;
  readonly #bars: EntryBarAudit;
  readonly #parts: BatchParts;
  /** Newest market time that was told, ms. */
  #now = Number.NEGATIVE_INFINITY;
  /** Valid prices that no decision has taken into account yet. */
  #pending: SeenRecord[] = [];
  /** Number of the newest price that one has taken into account. */
  #met = 0n;
  /** The same of one that was written. */
  #written = 0n;
  /** The same when it was tried to let a halted market go on. */
  #kept = 0n;
  #decided: Decided | null = null;
  readonly #ends = new Ends();
  /** Something has shown that the end is decided, and no command of before can come any more. */
  #isOver = false;
  /** Version of each account that its listeners were told last, in this process. */
  #published = new Map<bigint, bigint>();
  #changed = new Set<bigint>();

  constructor(options: AuditorOptions) {
    this.ledger = new LedgerModel(this.#report);
    this.prices = new PriceModel(options.symbols, options.rules);
    this.#money = new MoneyAudit(this.books, this.ledger, this.prices, options, this.#report);
    this.#classes = new ClassAudit(this.books, this.ledger, options, this.#report);
    this.#time = new TimeAudit(this.books, this.#report);
    this.#halts = new HaltAudit(options.rules, this.#report);
    this.#bars = new EntryBarAudit(this.books, this.#report);
    this.#evaluation = new Evaluation(this.books, options.rules);
    this.#funding = new FundingAudit(options.rules, this.#report);
    this.#parts = {
      ...{ books: this.books, ledger: this.ledger, prices: this.prices, rules: options.rules, report: this.#report },
      ...{ money: this.#money, funding: this.#funding, classes: this.#classes, bars: this.#bars },
      waiting: (accountId) => this.#replies.waiting(accountId),
    };
    this.#replies = new ReplyAudit({
      ...{ ...this.#parts, symbols: options.symbols, isCursed: options.isCursed, halts: this.#halts },
    });
  }

  tick(tick: SeenTick, now: number): void {
    this.#tell(now);
    if (this.#ends.market) return;
    const record = this.prices.tick(tick, now, this.#halts.isHalted);
    if (record === null) return;
    this.#funding.heard(record);
    if (!this.#halts.isHalted) this.#pending.push(record);
  }

  /** Whether operators have stopped trading, and it is not written that it goes on. */
  get isHalted(): boolean {
    return !this.#halts.isTrading;
  }

  /** It is tried to let it go on. */
  get isLeaving(): boolean {
    return this.#halts.isLeaving;
  }

  /** An operator stops trading: the prices from now on decide nothing. */
  halted(now: number): void {
    if (this.#halts.isHalted) return;
    if (this.#halts.isLeaving) this.#giveUp();
    this.prices.interrupt(this.#written);
    this.#halts.halted(now);
  }

  /** The market begins to read its state again because an operator lets it go on: its newest prices count once more. */
  leavesHalt(now: number): void {
    this.#halts.leaving(now);
    this.#kept = this.prices.seq;
    this.#pending.push(...this.prices.repeat(now));
  }

  /** It is written since when trading stands still, by the market's clock. */
  haltKept(since: number): void {
    this.#halts.kept(since);
  }

  /** It is written that trading goes on, and how long it has stood still. */
  haltEnded(time: SeenHaltedTime): void {
    this.#halts.ended(time);
  }

  /** An operator is told that the market could not go on. */
  haltStays(): void {
    if (this.#halts.isLeaving) this.#giveUp();
  }

  /** What the market says of itself. */
  says(isHalted: boolean): void {
    this.#halts.says(isHalted);
  }

  /** Somebody may not open positions any more. */
  bar(accountId: bigint, reason: string): void {
    this.#bars.bar(accountId, reason);
  }

  unbar(accountId: bigint): void {
    this.#bars.unbar(accountId);
  }

  /** The market has read its state. */
  read(): void {
    this.#evaluate(this.#met);
    this.#bars.read((order) => this.#mayBeTaken(order));
  }

  /** A price that the product shows to everybody must be one that is valid. */
  shown(record: SeenRecord): void {
    const mine = this.prices.newest(record.symbol);
    if (plain(mine) !== plain(record)) this.#report('E5', `shown ${plain(record)}, valid is ${plain(mine)}`);
  }

  /** The recording is over: everything is closed as soon as what is under way is done. */
  end(): void {
    this.#ends.market = true;
  }

  /** A pair is off the venue's list: what is open in it is closed. */
  endPair(symbol: string): void {
    if (!this.#ends.pairs.has(symbol)) this.#ends.pairs.set(symbol, this.prices.seq);
  }

  /** A batch goes to the storage. */
  decided(batch: SeenBatch, now: number): void {
    if (this.#decided !== null) this.#report('E2', 'a second batch was written before the first was answered');
    this.#tell(now);
    this.#halts.decided(batch);
    this.#bars.goOn();
    // An answer may be written down before the prices that have come meanwhile are looked at.
    if (!isOfAnswers(batch)) this.#met = this.prices.seq;
    this.#decided = { batch, seq: this.#met, now };
  }

  /** The storage has the batch, whole. @param writtenAt by the market's clock; when it was decided unless told */
  committed(writtenAt = Number.NEGATIVE_INFINITY): void {
    const decided = this.#decided;
    if (decided === null) return;
    this.#decided = null;
    this.#evaluate(decided.seq);
    this.#funding.committed(decided.batch);
    this.#time.committed(decided.batch);
    const { batch, seq, now } = decided;
    this.#written = seq;
    this.#isOver ||= batch.trades.some(({ reason, symbol }) => reason === 'marketEnd' && !this.#ends.pairs.has(symbol));
    new BatchAudit(this.#parts).run(batch, {
      ...{ seq, now, writtenAt: Math.max(now, writtenAt), ends: this.#ends, isOver: this.#isOver },
    });
    this.#catchUp(decided);
    for (const { id } of [...decided.batch.newAccounts, ...decided.batch.accounts]) this.#changed.add(id);
    this.#replies.committed(decided.batch, decided.now, this.#ends);
  }

  /** The storage has nothing of the batch. */
  aborted(): void {
    this.#decided = null;
  }

  asked(command: SeenCommand, key: { scope: string; bodyHash: string } | null, now: number): Asked {
    this.#money.asked(command);
    return this.#replies.asked(command, key, now);
  }

  /** @param outcome null when the product said that it does not know */
  replied(asked: Asked, outcome: SeenOutcome | null, now: number): void {
    this.#now = Math.max(this.#now, now);
    this.#isOver ||= outcome?.code === 'market_ended';
    if (outcome !== null && outcome.code !== 'market_halted') this.#bars.goOn();
    this.#replies.replied(asked, outcome, { now, pending: this.#pending, ends: this.#ends });
  }

  event(event: SeenEvent): void {
    const { account, fromVersion } = event;
    const before = this.#published.get(account.id);
    if (fromVersion !== account.version - 1n || (before !== undefined && before !== fromVersion)) {
      this.#report('E2', `account ${account.id} went from version ${before} by ${fromVersion} to ${account.version}`);
    }
    this.#published.set(account.id, account.version);
    if (plain(this.books.accounts.get(account.id)) !== plain(account)) {
      this.#report('L7', `an event tells of an account that is not committed: ${plain(account)}`);
    }
    for (const position of event.positions) {
      if (plain(this.books.positions.get(position.id)?.state) !== plain(position)) {
        this.#report('L7', `an event tells of a position that is not committed: ${plain(position)}`);
      }
    }
    for (const id of event.removedPositions) {
      if (this.books.positions.has(id)) this.#report('L7', `an event removes the open position ${id}`);
    }
    for (const trade of event.trades) {
      if (!this.books.everTrades.has(trade.id)) this.#report('L7', `an event tells of an unknown trade ${trade.id}`);
    }
  }

  /** The process is gone with everything in its memory; another one starts from what is committed. */
  restarted(
    lastSeq: bigint,
    floor: number | null,
    references: ReadonlyMap<string, bigint>,
    { isHalted = false } = {},
  ): void {
    this.#decided = null;
    this.#pending = [];
    this.#met = lastSeq;
    this.#written = lastSeq;
    for (const symbol of this.#ends.pairs.keys()) this.#ends.pairs.set(symbol, lastSeq);
    this.#halts.restarted(isHalted);
    this.#bars.restarted();
    this.#evaluation.restarted();
    this.#funding.restarted();
    this.#classes.restarted(lastSeq);
    this.#now = Number.NEGATIVE_INFINITY;
    this.prices.restart(lastSeq, floor, references);
    this.#published = new Map();
    this.#changed = new Set();
    this.#replies.restarted();
    this.#time.restarted();
  }

  /** Nothing is in flight any more: nothing may be left undone. */
  quiet(): void {
    this.#evaluate(this.prices.seq);
    for (const { state, due } of this.books.positions.values()) {
      if (due !== null) this.#report('E8', `position ${state.id} should have closed: ${due.reason}`);
      if (this.#ends.of(state.symbol)) this.#report('E2', `position ${state.id} is open after the end of its market`);
    }
    for (const { state, due, activatedBy, barred } of this.books.orders.values()) {
      if (due !== null) this.#report('E8', `order ${state.id} should have come to its ${due.reason}`);
      if (activatedBy !== null) this.#report('E8', `order ${state.id} should have become a limit order`);
      if (barred?.isSure === true) this.#report('S1', `order ${state.id} should have been cancelled: ${barred.reason}`);
      if (state.expiresAt !== null && state.expiresAt <= this.#now) {
        this.#report('E8', `order ${state.id} should have expired at ${state.expiresAt}`);
      }
      if (this.#ends.of(state.symbol)) this.#report('E2', `order ${state.id} is open after the end of its market`);
    }
    for (const id of this.#changed) {
      if (this.#published.get(id) !== this.books.accounts.get(id)?.version) {
        this.#report('L7', `account ${id} changed and nobody was told`);
      }
    }
    this.#classes.quiet((symbol) => this.prices.newestMet(symbol));
    this.#funding.quiet([...this.books.positions.values()].map(({ state }) => state));
    this.#replies.quiet();
  }

  /** What an order has opened at the price that it waited for has met every price since, also before it was written down. */
  #catchUp({ batch, seq }: Decided): void {
    for (const { id, symbol, entryRecord } of batch.openedPositions) {
      const known = this.books.positions.get(id);
      if (known !== undefined) this.#evaluation.live(known, this.prices.since(symbol, entryRecord.seq + 1n, seq));
    }
  }

  /** What has come since it was tried is of a halt that lasts. */
  #giveUp(): void {
    const isKept = ({ seq }: SeenRecord): boolean => seq <= this.#kept;
    this.prices.miss(this.#pending.filter((record) => !isKept(record)));
    this.#pending = this.#pending.filter(isKept);
    this.#halts.stayed();
  }

  /** Whether something may have taken an order before the state was read, that nothing has told of yet. */
  #mayBeTaken({ state }: AuditedOrder): boolean {
    const { expiresAt, accountId, symbol, pairedWith } = state;
    const mayMeet = (record: SeenRecord): boolean => record.seq <= this.#kept && record.symbol === symbol;
    const isMet = this.isHalted && this.#pending.some(mayMeet);
    const partner = this.books.orders.get(pairedWith ?? 0n)?.state;
    const isLate = [expiresAt, partner?.expiresAt ?? null].some((time) => time !== null && time <= this.#now);
    return isMet || isLate || this.#ends.of(symbol) || this.#classes.isOver(accountId);
  }

  #tell(now: number): void {
    this.#time.told(now);
    this.#now = Math.max(this.#now, now);
  }

  /** Ticks up to `seq` meet what is committed. */
  #evaluate(seq: bigint): void {
    while (this.#pending[0] !== undefined && this.#pending[0].seq <= seq) {
      const record = this.#pending.shift() as SeenRecord;
      this.#funding.tick(record);
      this.#evaluation.tick(record);
    }
  }
}
