import { AcknowledgedVersions } from './acknowledged-versions.ts';
import type { AuditParts, Ends, Report } from './audit-parts.ts';
import { plain, type Books } from './books.ts';
import type { ClassAudit } from './class-audit.ts';
import type { EntryBarAudit } from './entry-bar-audit.ts';
import { levelsHaveTurn } from './formulas.ts';
import type { HaltAudit } from './halt-audit.ts';
import type { MoneyAudit } from './money-audit.ts';
import type { SeenBatch, SeenCommand, SeenOutcome, SeenPosition, SeenRules } from './observations.ts';
import { PendingCloses } from './pending-closes.ts';
import type { PriceModel } from './price-model.ts';
import { exitAt } from './quotes.ts';
import { RefusalAudit, type Asked, type Moment, type RefusalParts } from './refusal-audit.ts';
import { ReversalAudit } from './reversal-audit.ts';

export interface ReplyParts extends AuditParts, Omit<RefusalParts, 'reversals'> {
  money: MoneyAudit;
  halts: HaltAudit;
  bars: EntryBarAudit;
}

/** Results that say no more than that it is done. */
const ACKNOWLEDGEMENTS = new Set(['done', 'season', 'adjustment']);

/** Checks replies: what was acknowledged is there (L7), what was refused had to be, each key has one answer (L6). */
export class ReplyAudit {
  readonly #books: Books;
  readonly #money: MoneyAudit;
  readonly #classes: ClassAudit;
  readonly #refusals: RefusalAudit;
  readonly #reversals: ReversalAudit;
  readonly #prices: PriceModel;
  readonly #rules: SeenRules;
  readonly #report: Report;
  /** First answer of each key, and the body it belongs to. */
  readonly #frozen = new Map<string, { bodyHash: string; reply: string }>();
  /** Keys with a committed outcome, and the market time at which that was decided, ms. */
  readonly #keys = new Map<string, { bodyHash: string; decidedAt: number }>();
  readonly #results = new Map<string, string>();
  /** Orders that have ended and would have closed something. */
  readonly #reduceOnly = new Set<bigint>();
  #waiting = new Set<Asked>();
  readonly #versions = new AcknowledgedVersions();
  readonly #halts: HaltAudit;
  readonly #bars: EntryBarAudit;
  readonly #closes: PendingCloses;

  constructor(parts: ReplyParts) {
    this.#books = parts.books;
    this.#money = parts.money;
    this.#classes = parts.classes;
    this.#reversals = new ReversalAudit(parts.rules);
    this.#refusals = new RefusalAudit({ ...parts, reversals: this.#reversals });
    this.#prices = parts.prices;
    this.#rules = parts.rules;
    this.#report = parts.report;
    this.#halts = parts.halts;
    this.#bars = parts.bars;
    this.#closes = new PendingCloses(parts, parts.classes);
  }

  /** Commands of an account that have no answer yet. */
  waiting(accountId: bigint): SeenCommand[] {
    return [...this.#waiting].flatMap(({ command }) => (command.accountId === accountId ? [command] : []));
  }

  asked(command: SeenCommand, key: Asked['key'], at: number): Asked {
    const late = key !== null && this.#keys.has(key.scope);
    // One that is asked again while the first is under way gets its answer, which may tell of when that was asked.
    const first = [...this.#waiting].find((waiting) => key !== null && waiting.key?.scope === key.scope);
    const asked = { command, key, at: first?.at ?? at, late, standing: this.#halts.standing };
    this.#waiting.add(asked);
    this.#versions.asked(asked, first);
    return asked;
  }

  /**
   * Remembers the keys of a committed batch, and what refusals may be about because of it.
   * @param decidedAt market time, ms
   */
  committed(batch: SeenBatch, decidedAt: number, ends: Ends): void {
    for (const { idempotency } of batch.outcomes) {
      const scope = `${idempotency.userId}:${idempotency.action}:${idempotency.key}`;
      if (this.#keys.has(scope)) this.#report('L6', `${scope} has two outcomes`);
      this.#keys.set(scope, { bodyHash: idempotency.bodyHash, decidedAt });
    }
    for (const { id, reduces } of batch.endedOrders) if (reduces !== null) this.#reduceOnly.add(id);
    this.#refusals.committed(batch, ends);
    this.#versions.committed(batch, this.#waiting);
    this.#reversals.committed(batch, this.#books);
  }

  replied(asked: Asked, outcome: SeenOutcome | null, reply: Omit<Moment, 'decidedAt'>): void {
    if (!this.#waiting.delete(asked)) {
      this.#report('L6', `${plain(asked.command)} was answered twice`);
      return;
    }
    if (outcome === null) return;
    const isHalted = outcome.code === 'market_halted';
    this.#halts.answered(asked.standing, outcome.ok ? null : (outcome.code ?? ''));
    if (isHalted && !asked.late && this.#keys.has(asked.key?.scope ?? ''))
      this.#report('L7', `${plain(asked.command)} was carried out and refused by a halt`);
    /** What a halt refuses is not frozen: it can be tried again. */
    if (isHalted) return;
    /** The same goes for a settlement that is refused. */
    const open = asked.command.type === 'settleOperation' && !outcome.ok && outcome.code !== 'idempotency_conflict';
    if (asked.key !== null && !open && this.#isRepeated(asked.key, outcome)) return;
    // Without a key nothing tells of the decision but the reply.
    const moment = { ...reply, decidedAt: this.#keys.get(asked.key?.scope ?? '')?.decidedAt ?? reply.now };
    if (outcome.ok) this.#accepted(asked, outcome, moment);
    else if (!asked.late && !this.#refusals.isRight(asked, outcome.code ?? '', moment)) {
      this.#report('E2', `refused with ${outcome.code ?? ''}: ${plain(asked.command)} at ${moment.now}`);
    }
  }

  /** The process died: nobody will answer any more. */
  restarted(): void {
    this.#waiting = new Set();
  }

  quiet(): void {
    for (const { command } of this.#waiting) this.#report('L7', `no answer to ${plain(command)}`);
  }

  #isRepeated(key: { scope: string; bodyHash: string }, outcome: SeenOutcome): boolean {
    const reply = plain(outcome);
    if (outcome.code === 'idempotency_conflict') {
      const first = (this.#frozen.get(key.scope) ?? this.#keys.get(key.scope))?.bodyHash;
      if (first === key.bodyHash) this.#report('L6', `${key.scope} is no conflict`);
      return true;
    }
    if (this.#keys.get(key.scope)?.bodyHash !== key.bodyHash)
      this.#report('L6', `${key.scope} was answered and not frozen`);
    const frozen = this.#frozen.get(key.scope);
    if (frozen === undefined) {
      this.#frozen.set(key.scope, { bodyHash: key.bodyHash, reply });
      return false;
    }
    if (frozen.bodyHash !== key.bodyHash) this.#report('L6', `${key.scope} was answered for another body`);
    else if (frozen.reply !== reply) this.#report('L6', `${key.scope}: first ${frozen.reply}, then ${reply}`);
    return true;
  }

  #accepted(asked: Asked, outcome: SeenOutcome, moment: Moment): void {
    const [{ command }, { result }] = [asked, outcome];
    const untrue = this.#versions.problemOf(asked, outcome);
    if (untrue !== null) this.#report('L7', `the answer to ${plain(command)} ${untrue}`);
    const { everOrders, everPositions, everTrades, accounts } = this.#books;
    const missing = (what: string): void => this.#report('L7', `acknowledged and not there: ${what}`);
    for (const { id, positionId } of result?.trades ?? []) {
      if (everTrades.get(id) !== positionId) missing(`trade ${id}`);
      this.#once(`trade ${id}`);
    }
    for (const id of result?.orderIds ?? []) {
      if (everOrders.get(id) !== command.accountId || this.#books.orders.has(id)) missing(`end of order ${id}`);
      if (command.type === 'cancelEntries' && this.#reduceOnly.has(id))
        this.#report('E2', `order ${id} opened nothing`);
    }
    if (command.type === 'cancelEntries' && !asked.late) {
      const isTaken = (orderId: bigint): boolean => this.#closes.isClosed({ type: '', orderId }, moment);
      this.#bars.accepted(command, result?.orderIds ?? [], isTaken);
    }
    if (result?.type === 'reversed') {
      const { trade, position } = result;
      if (everTrades.get(trade?.id ?? 0n) !== command.positionId) missing(`trade ${trade?.id}`);
      if (everPositions.get(position?.id ?? 0n) !== command.accountId) missing(`position ${position?.id}`);
      this.#once(`trade ${trade?.id}`);
      this.#once(`position ${position?.id}`);
      const problem = trade && position ? this.#reversals.problemOf(trade, position) : 'is not there';
      if (problem !== null) this.#report('E13', `position ${position?.id} of a reversal ${problem}`);
    } else if (result?.position !== undefined) {
      const { id, accountId } = result.position;
      if (everPositions.get(id) !== accountId || accountId !== command.accountId) missing(`position ${id}`);
      if (command.type === 'openPosition') this.#once(`position ${id}`);
      if (command.type === 'addToPosition') this.#added(result.position);
    } else if (result?.trade !== undefined) {
      const { id, positionId } = result.trade;
      if (everTrades.get(id) !== positionId || positionId !== command.positionId) missing(`trade ${id}`);
      this.#once(`trade ${id}`);
    } else if (result?.order !== undefined) {
      const { id, accountId } = result.order;
      if (everOrders.get(id) !== accountId || accountId !== command.accountId) missing(`order ${id}`);
      if (command.type === 'placeOrder' || command.type === 'reduceOrder') this.#once(`order ${id}`);
    } else if (result?.withdrawal !== undefined) {
      const { id, accountId } = result.withdrawal;
      if (this.#books.withdrawals.get(id)?.accountId !== accountId || accountId !== command.accountId)
        missing(`withdrawal ${id}`);
      this.#once(`withdrawal ${id}`);
    } else if (result !== undefined && ACKNOWLEDGEMENTS.has(result.type)) {
      this.#money.acknowledged(command);
    } else if (result?.type === 'account' && result.accountId !== undefined) {
      if (accounts.get(result.accountId)?.userId !== command.userId) missing(`account ${result.accountId}`);
    }
    for (const { id, accountId } of result?.orders ?? []) {
      if (everOrders.get(id) !== accountId || accountId !== command.accountId) missing(`order ${id}`);
      this.#once(`order ${id}`);
    }
    this.#classes.accepted(command);
    if (this.#refusals.isRefusedByStorage(command) && !this.#refusals.isReplaced(command)) {
      this.#report('E12', `the storage took ${plain(command)}`);
    }
    if (command.margin !== undefined && (command.margin < 1_000_000n || command.margin > 10n ** 14n)) {
      this.#report('L8', `accepted a margin of ${command.margin}`);
    }
    if (command.leverage !== undefined && ![1, 2, 3, 4, 5, 6, 7, 8, 9, 10].includes(command.leverage)) {
      this.#report('L8', `accepted a leverage of ${command.leverage}`);
    }
  }

  /** Levels that commands of the same batch have set or removed since are in the answer alone. */
  #added(position: SeenPosition): void {
    const { id, symbol, side, added } = position;
    const newest = this.#prices.bySeq(symbol, added.at(-1)?.record.seq ?? 0n);
    // A key that is asked again after a restart is answered with a price of the process before.
    if (newest === null) return;
    if (!levelsHaveTurn(position, position.liquidationPrice, exitAt(newest, side, this.#rules).price)) {
      this.#report('E13', `entry ${added.length + 1} of position ${id} was given out with a level without its turn`);
    }
  }

  #once(subject: string): void {
    if (this.#results.has(subject)) this.#report('L6', `${subject} was given out for two commands`);
    this.#results.set(subject, subject);
  }
}
