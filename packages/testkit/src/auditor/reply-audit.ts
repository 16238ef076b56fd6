import type { Report } from './batch-audit.ts';
import { plain, type AuditedOrder, type Books } from './books.ts';
import type { ClassAudit } from './class-audit.ts';
import { better } from './evaluation.ts';
import { buys, coinsWorth, isTrail, dueReason, mustFire, openFee } from './formulas.ts';
import { isLevelWrong } from './level-refusals.ts';
import { WITHDRAWAL_MINIMUMS, type MoneyAudit } from './money-audit.ts';
import { isOtherKind } from './order-terms.ts';
import type { SeenBatch, SeenCommand, SeenOutcome, SeenRecord, SeenRules } from './observations.ts';
import type { PriceModel } from './price-model.ts';
import { exitAt, quoted } from './quotes.ts';

/** A command that waits for its reply. */
export interface Asked {
  command: SeenCommand;
  key: { scope: string; bodyHash: string } | null;
  at: number;
  /** Its key had an outcome already: the answer tells of an earlier moment. */
  late: boolean;
}

interface Options {
  rules: SeenRules;
  symbols: readonly string[];
  isCursed?: (margin: bigint) => boolean;
}

const MONEY = new Set(['withdraw', 'withdrawToCard', 'settleOperation', 'adjustBalance', 'startSeason']);
const CLOSED = new Set(['position_closed', 'order_closed']);
const MOST_OPEN = 200;
/** Results that say no more than that it is done. */
const ACKNOWLEDGEMENTS = new Set(['done', 'season', 'adjustment']);

/** Checks replies: what was acknowledged is there (L7), what was refused had to be, each key has one answer (L6). */
export class ReplyAudit {
  readonly #books: Books;
  readonly #prices: PriceModel;
  readonly #money: MoneyAudit;
  readonly #classes: ClassAudit;
  readonly #symbols: readonly string[];
  readonly #rules: SeenRules;
  readonly #isCursed: (margin: bigint) => boolean;
  readonly #report: Report;
  /** First answer of each key, and the body it belongs to. */
  readonly #frozen = new Map<string, { bodyHash: string; reply: string }>();
  /** Keys with a committed outcome. */
  readonly #keys = new Map<string, string>();
  readonly #results = new Map<string, string>();
  #waiting = new Set<Asked>();
  #debits = new Map<bigint, bigint>();
  /** Accounts of which the newest batch carried out what a tick had caused. */
  #fired = new Set<bigint>();

  constructor(
    books: Books,
    prices: PriceModel,
    money: MoneyAudit,
    classes: ClassAudit,
    { rules, symbols, isCursed = () => false }: Options,
    report: Report,
  ) {
    this.#books = books;
    this.#prices = prices;
    this.#money = money;
    this.#classes = classes;
    this.#symbols = symbols;
    this.#rules = rules;
    this.#isCursed = isCursed;
    this.#report = report;
  }

  asked(command: SeenCommand, key: Asked['key'], at: number): Asked {
    const asked = { command, key, at, late: key !== null && this.#keys.has(key.scope) };
    this.#waiting.add(asked);
    return asked;
  }

  /** Remembers the keys of a committed batch and what it took from each account at most. */
  committed(batch: SeenBatch): void {
    for (const { idempotency } of batch.outcomes) {
      const scope = `${idempotency.userId}:${idempotency.operation}:${idempotency.key}`;
      if (this.#keys.has(scope)) this.#report('L6', `${scope} has two outcomes`);
      this.#keys.set(scope, idempotency.bodyHash);
    }
    const refused = new Set(batch.log.flatMap(({ kind, userId }) => (kind === 'orderRefused' ? [userId] : [])));
    this.#fired = new Set([
      ...batch.accounts.filter(({ userId }) => refused.has(userId)).map(({ id }) => id),
      ...batch.trades.filter(({ reason }) => reason !== 'user').map(({ accountId }) => accountId),
      ...batch.endedOrders.filter(({ status }) => status !== 'cancelled').map(({ accountId }) => accountId),
    ]);
    this.#debits = new Map();
    for (const { legs } of batch.transfers) {
      for (const { ref, amount } of legs) {
        if (ref.accountId === null || ref.book !== 'available') continue;
        const size = amount < 0n ? -amount : amount;
        this.#debits.set(ref.accountId, (this.#debits.get(ref.accountId) ?? 0n) + size);
      }
    }
  }

  replied(
    asked: Asked,
    outcome: SeenOutcome | null,
    now: number,
    pending: readonly SeenRecord[],
    ended: boolean,
  ): void {
    if (!this.#waiting.delete(asked)) {
      this.#report('L6', `${plain(asked.command)} was answered twice`);
      return;
    }
    if (outcome === null) return;
    /** A settlement that is refused is not frozen: it can be tried again. */
    const open = asked.command.type === 'settleOperation' && !outcome.ok && outcome.code !== 'idempotency_conflict';
    if (asked.key !== null && !open && this.#isRepeated(asked.key, outcome)) return;
    if (outcome.ok) this.#accepted(asked, outcome);
    else if (!asked.late) this.#refused(asked, outcome.code ?? '', now, pending, ended);
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
      const first = this.#frozen.get(key.scope)?.bodyHash ?? this.#keys.get(key.scope);
      if (first === key.bodyHash) this.#report('L6', `${key.scope} is no conflict`);
      return true;
    }
    if (this.#keys.get(key.scope) !== key.bodyHash) this.#report('L6', `${key.scope} was answered and not frozen`);
    const frozen = this.#frozen.get(key.scope);
    if (frozen === undefined) {
      this.#frozen.set(key.scope, { bodyHash: key.bodyHash, reply });
      return false;
    }
    if (frozen.bodyHash !== key.bodyHash) this.#report('L6', `${key.scope} was answered for another body`);
    else if (frozen.reply !== reply) this.#report('L6', `${key.scope}: first ${frozen.reply}, then ${reply}`);
    return true;
  }

  #accepted({ command }: Asked, { result }: SeenOutcome): void {
    const { everOrders, everPositions, everTrades, accounts } = this.#books;
    const missing = (what: string): void => this.#report('L7', `acknowledged and not there: ${what}`);
    for (const { id, positionId } of result?.trades ?? []) {
      if (everTrades.get(id) !== positionId) missing(`trade ${id}`);
      this.#once(`trade ${id}`);
    }
    for (const id of result?.orderIds ?? []) {
      if (everOrders.get(id) !== command.accountId || this.#books.orders.has(id)) missing(`end of order ${id}`);
    }
    if (result?.type === 'reversed') {
      const { trade, position } = result;
      if (everTrades.get(trade?.id ?? 0n) !== command.positionId) missing(`trade ${trade?.id}`);
      if (everPositions.get(position?.id ?? 0n) !== command.accountId) missing(`position ${position?.id}`);
      this.#once(`trade ${trade?.id}`);
      this.#once(`position ${position?.id}`);
    } else if (result?.position !== undefined) {
      const { id, accountId } = result.position;
      if (everPositions.get(id) !== accountId || accountId !== command.accountId) missing(`position ${id}`);
      if (command.type === 'openPosition') this.#once(`position ${id}`);
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
    if (this.#isRefusedByStorage(command)) this.#report('E12', `the storage took ${plain(command)}`);
    if (command.margin !== undefined && (command.margin < 1_000_000n || command.margin > 10n ** 14n)) {
      this.#report('L8', `accepted a margin of ${command.margin}`);
    }
    if (command.leverage !== undefined && ![1, 2, 3, 4, 5, 6, 7, 8, 9, 10].includes(command.leverage)) {
      this.#report('L8', `accepted a leverage of ${command.leverage}`);
    }
  }

  #once(subject: string): void {
    if (this.#results.has(subject)) this.#report('L6', `${subject} was given out for two commands`);
    this.#results.set(subject, subject);
  }

  #refused(asked: Asked, code: string, now: number, pending: readonly SeenRecord[], ended: boolean): void {
    if (!this.#isRight(asked, code, now, pending, ended)) {
      this.#report('E2', `refused with ${code}: ${plain(asked.command)} at ${now}`);
    }
  }

  #isRight(asked: Asked, code: string, now: number, pending: readonly SeenRecord[], ended: boolean): boolean {
    const { command, at } = asked;
    const { first, second } = command;
    if (first !== undefined && second !== undefined && code !== 'internal' && code !== 'insufficient_funds') {
      if (code === 'oco_symbols') return first.symbol !== second.symbol;
      if (code === 'too_many_positions') return this.#openCount(command.accountId ?? 0n) >= MOST_OPEN - 1;
      return [first, second].some((each) =>
        this.#isRight(
          { ...asked, command: { ...command, first: undefined, second: undefined, ...each } },
          code,
          now,
          pending,
          ended,
        ),
      );
    }
    if (code === 'internal') return this.#mayBeInternal(command);
    if (MONEY.has(command.type)) return this.#isMoneyRight(asked, code, now, pending, ended);
    if (code.startsWith('class_')) return this.#classes.isRefused(command, code);
    const { margin = 0n, leverage = 1, accountId = 0n, portion = 0n } = command;
    const symbol = this.#symbolOf(command);
    if (this.#isOfGrowth(command, code) || this.#isOfOrders(command, code, now, pending)) return true;
    switch (code) {
      case 'market_ended':
        return ended;
      case 'invalid_amount':
        return margin <= 0n;
      case 'amount_too_small':
        return margin > 0n && margin < 1_000_000n;
      case 'amount_too_large':
        return margin > 10n ** 14n;
      case 'invalid_leverage':
        return !(Number.isInteger(leverage) && leverage >= 1 && leverage <= 10);
      case 'unknown_symbol':
        return symbol.startsWith('NO');
      case 'price_unavailable':
        return this.#prices.wasStale(symbol, at, now);
      case 'insufficient_funds': {
        const lowest = (this.#books.accounts.get(accountId)?.available ?? 0n) - (this.#debits.get(accountId) ?? 0n);
        return this.#needOf(command) > lowest;
      }
      case 'invalid_portion':
        return portion <= 0n || portion > 10_000n || this.#rounds(command);
      case 'position_not_found':
        return (
          this.#books.everPositions.get(command.positionId ?? 0n) !== accountId ||
          !this.#books.positions.has(command.positionId ?? 0n)
        );
      case 'order_not_found':
        return (
          this.#books.everOrders.get(command.orderId ?? 0n) !== accountId ||
          !this.#books.orders.has(command.orderId ?? 0n)
        );
      case 'too_many_positions':
        return this.#openCount(accountId) >= MOST_OPEN;
      default:
        return CLOSED.has(code) ? this.#isClosed(command, pending) : this.#isLevelWrong(command, code);
    }
  }

  /** Refusals of what orders alone have. */
  #isOfOrders(command: SeenCommand, code: string, now: number, pending: readonly SeenRecord[]): boolean {
    switch (code) {
      case 'invalid_trailing':
        return [command.callback, command.trailing].some(
          (trail) => trail !== undefined && trail !== null && !isTrail(trail),
        );
      case 'invalid_order_kind':
        return isOtherKind(command, this.#books.orders.get(command.orderId ?? 0n)?.state);
      case 'expiry_in_the_past':
        return (command.expiresAt ?? Number.POSITIVE_INFINITY) <= now;
      case 'order_activated':
        return this.#books.orders.get(command.orderId ?? 0n)?.state.activatedAt !== null;
      case 'order_busy':
        return (
          this.#isClosed(command, pending) || this.#books.orders.get(command.orderId ?? 0n)?.state.activatedAt !== null
        );
      case 'position_busy':
        return this.#isBeingReduced(command, pending);
      default:
        return false;
    }
  }

  /** What a reversal opens may be anything, so that some of it is refused where some margins are. */
  #mayBeInternal(command: SeenCommand): boolean {
    return this.#isRefusedByStorage(command) || (command.type === 'reversePosition' && this.#isCursed(7n));
  }

  /** Refusals of what would change a position as a whole. */
  #isOfGrowth({ type, positionId = 0n, margin = 0n }: SeenCommand, code: string): boolean {
    const held = this.#books.positions.get(positionId)?.state;
    if (code === 'liquidation_at_market') return this.#rules.spreads.size > 0;
    if (type === 'reversePosition') return code === 'amount_too_small' && (held?.margin ?? 0n) < 1_000_000n;
    if (type !== 'addToPosition') return false;
    if (code === 'too_many_entries') return held === undefined || held.added.length >= 19;
    return code === 'amount_too_large' && margin + (held?.margin ?? 0n) > 10n ** 14n;
  }

  #isMoneyRight(
    { command, at }: Asked,
    code: string,
    now: number,
    pending: readonly SeenRecord[],
    ended: boolean,
  ): boolean {
    const { type, accountId = 0n, operationId = 0n, effect } = command;
    const isWithdrawal = type === 'withdraw' || type === 'withdrawToCard';
    const asset = effect?.asset ?? command.asset ?? (type === 'withdrawToCard' ? 'USDT' : '');
    const amount = effect?.amount ?? command.amount ?? 0n;
    const lowest = (this.#books.accounts.get(accountId)?.available ?? 0n) - (this.#debits.get(accountId) ?? 0n);
    const range = this.#prices.range(`${asset}USDT`);
    switch (code) {
      case 'market_ended':
        return ended && type === 'startSeason';
      case 'invalid_amount':
        /** Coins may be worth less than a unit at a very low price. */
        return amount <= 0n || coinsWorth(asset, amount, range.lowest).floor() === 0n;
      case 'withdrawal_below_minimum':
        return isWithdrawal && amount > 0n && amount < (WITHDRAWAL_MINIMUMS[asset] ?? 0n);
      case 'asset_not_on_network':
        return (command.network === 'bitcoin') !== (asset === 'BTC');
      case 'insufficient_funds':
        return isWithdrawal && coinsWorth(asset, amount, range.highest).ceil() > lowest;
      case 'price_unavailable':
        if (type === 'startSeason') return this.#symbols.some((symbol) => this.#prices.wasStale(symbol, at, now));
        return asset !== 'USDT' && this.#prices.wasStale(`${asset}USDT`, at, now);
      case 'adjustment_zero':
        return amount === 0n;
      case 'adjustment_below_zero':
        return amount < 0n && lowest + amount < 0n;
      case 'amount_too_large':
        return amount > 10n ** 14n || amount < -(10n ** 14n);
      case 'too_many_operations':
        return command.isLimitReached === true;
      case 'operation_settled':
        return this.#books.settled.has(operationId);
      case 'season_busy':
        return this.#fired.has(accountId) || this.#classes.isOver(accountId) || this.#isBusy(accountId, pending);
      default:
        return false;
    }
  }

  /** Something of the account is being closed or filled, or about to be. */
  #isBusy(accountId: bigint, pending: readonly SeenRecord[]): boolean {
    const { positions, orders } = this.#books;
    const mine = (each: { state: { accountId: bigint } }): boolean => each.state.accountId === accountId;
    return (
      [...positions.values()].some(
        (each) => mine(each) && this.#isClosed({ type: '', positionId: each.state.id }, pending),
      ) ||
      [...orders.values()].some((each) => mine(each) && this.#isClosed({ type: '', orderId: each.state.id }, pending))
    );
  }

  /** Closed already, or about to be by a tick that has arrived. */
  #isClosed(command: SeenCommand, pending: readonly SeenRecord[]): boolean {
    if (command.positionId !== undefined) {
      const position = this.#books.positions.get(command.positionId);
      if (position === undefined || position.due !== null) return true;
      const { state } = position;
      if (this.#classes.isOver(state.accountId)) return true;
      let { best } = position;
      return pending.some((r) => {
        if (r.symbol !== state.symbol) return false;
        const exit = exitAt(r, state.side, this.#rules);
        best = better(best, exit, state.side === 'short');
        return dueReason(state, exit.price, this.#rules, best?.price ?? null) !== null;
      });
    }
    const order = this.#books.orders.get(command.orderId ?? 0n);
    if (order === undefined || this.#classes.isOver(order.state.accountId)) return true;
    return this.#isOrderDue(order, pending) || this.#isPartnerDue(order, pending);
  }

  /** One of a pair can't be touched when the other has fired. */
  #isPartnerDue({ state }: AuditedOrder, pending: readonly SeenRecord[]): boolean {
    const partner = this.#books.orders.get(state.pairedWith ?? 0n);
    return partner !== undefined && this.#isOrderDue(partner, pending);
  }

  /** Fired, over, or about to be by a tick that has arrived. */
  #isOrderDue({ due, state, best: known, activatedBy }: AuditedOrder, pending: readonly SeenRecord[]): boolean {
    if (due !== null || activatedBy !== null) return true;
    let best = known;
    return pending.some((r) => {
      if (state.expiresAt !== null && r.time >= state.expiresAt) return true;
      if (r.symbol !== state.symbol) return false;
      const quote = quoted(r, buys(state), this.#rules);
      best = better(best, quote, buys(state));
      return mustFire(state, quote.price, best?.price ?? 0n);
    });
  }

  /** One of the orders that reduce the position has fired, or is about to. */
  #isBeingReduced({ positionId = 0n }: SeenCommand, pending: readonly SeenRecord[]): boolean {
    const reducing = [...this.#books.orders.values()].filter(({ state }) => state.reduces === positionId);
    return (
      this.#fired.has(this.#books.everPositions.get(positionId) ?? 0n) ||
      reducing.some((o) => this.#isOrderDue(o, pending))
    );
  }

  #symbolOf({ symbol, positionId = 0n, orderId = 0n }: SeenCommand): string {
    return (
      symbol ??
      this.#books.positions.get(positionId)?.state.symbol ??
      this.#books.orders.get(orderId)?.state.symbol ??
      ''
    );
  }

  /** What a command takes out of the available balance: of a pair the larger of both, of an amendment what is more. */
  #needOf({ type, margin = 0n, leverage, first, second, orderId = 0n, positionId = 0n }: SeenCommand): bigint {
    if (first !== undefined && second !== undefined) {
      const needs = [first, second].map((each) => each.margin + openFee(each, this.#rules));
      return needs.reduce((a, b) => (a > b ? a : b));
    }
    const held = this.#books.positions.get(positionId)?.state;
    if (type === 'reversePosition') return 2_000_000n;
    const order = this.#books.orders.get(orderId)?.state;
    const of = leverage ?? order?.leverage ?? held?.leverage ?? 1;
    const need = margin + openFee({ margin, leverage: of }, this.#rules);
    return need - (order?.reserved ?? 0n);
  }

  #isLevelWrong(command: SeenCommand, code: string): boolean {
    return isLevelWrong(command, code, {
      position: this.#books.positions.get(command.positionId ?? 0n)?.state,
      order: this.#books.orders.get(command.orderId ?? 0n)?.state,
      newest: this.#prices.newest(this.#symbolOf(command)),
    });
  }

  /** Only what the storage never takes may be answered as a failure of the server (E12). */
  #isRefusedByStorage({ margin, first, second }: SeenCommand): boolean {
    const margins = [margin, first?.margin, second?.margin].filter((each) => each !== undefined);
    return margins.some((each) => this.#isCursed(each));
  }

  /** A part so small that it comes to nothing. */
  #rounds({ positionId = 0n, portion = 0n }: SeenCommand): boolean {
    const margin = this.#books.positions.get(positionId)?.state.margin;
    return margin === undefined || margin * portion < 10_000n;
  }

  #openCount(accountId: bigint): number {
    const mine = [...this.#books.positions.values(), ...this.#books.orders.values()];
    return mine.filter(({ state }) => state.accountId === accountId).length;
  }
}
