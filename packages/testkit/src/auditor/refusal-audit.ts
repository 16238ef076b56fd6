import type { AuditParts, Ends } from './audit-parts.ts';
import type { Books } from './books.ts';
import type { ClassAudit } from './class-audit.ts';
import { coinsWorth, isTrail, openFee } from './formulas.ts';
import { leastBefore } from './growth-audit.ts';
import type { Standing } from './halt-audit.ts';
import { isOpenedAtLiquidation } from './opening-refusals.ts';
import { isLevelWrong } from './level-refusals.ts';
import { WITHDRAWAL_MINIMUMS } from './money-audit.ts';
import type { SeenBatch, SeenCommand, SeenOrder, SeenRecord, SeenRules } from './observations.ts';
import { isOtherKind } from './order-terms.ts';
import { PendingCloses } from './pending-closes.ts';
import type { PriceModel } from './price-model.ts';
import type { ReversalAudit } from './reversal-audit.ts';

/** A command that waits for its reply. */
export interface Asked {
  command: SeenCommand;
  key: { scope: string; bodyHash: string } | null;
  at: number;
  /** Its key had an outcome already: the answer tells of an earlier moment. */
  late: boolean;
  /** How the market stood then. */
  standing: Standing;
}

/** When a reply came. */
export interface Moment {
  now: number;
  /** When it was decided, as far as that is known: not later than the reply. */
  decidedAt: number;
  /** Valid prices that no decision has taken into account yet. */
  pending: readonly SeenRecord[];
  ends: Ends;
}

export interface RefusalParts extends Pick<AuditParts, 'books' | 'prices' | 'rules'> {
  classes: ClassAudit;
  reversals: ReversalAudit;
  symbols: readonly string[];
  isCursed?: ((margin: bigint) => boolean) | undefined;
}

const MONEY = new Set(['withdraw', 'withdrawToCard', 'settleOperation', 'adjustBalance', 'startSeason']);
const CLOSED = new Set(['position_closed', 'order_closed']);
const MOST_OPEN = 200;

/** Whether what was refused had to be. */
export class RefusalAudit {
  readonly #books: Books;
  readonly #prices: PriceModel;
  readonly #rules: SeenRules;
  readonly #classes: ClassAudit;
  readonly #reversals: ReversalAudit;
  readonly #symbols: readonly string[];
  readonly #isCursed: (margin: bigint) => boolean;
  readonly #closes: PendingCloses;
  #debits = new Map<bigint, bigint>();
  /** Orders that the newest batch has ended: what it refused before may be about what they were. */
  #endedOrders = new Map<bigint, SeenOrder>();
  /** Of positions that the newest batch has added to or taken from, closed ones too: the least that was in them before. */
  #held: ReadonlyMap<bigint, bigint> = new Map();
  /** Accounts of which the newest batch carried out what a tick had caused. */
  #fired = new Set<bigint>();

  constructor(parts: RefusalParts) {
    const { books, prices, rules, classes, reversals, symbols, isCursed = () => false } = parts;
    this.#books = books;
    this.#prices = prices;
    this.#rules = rules;
    this.#classes = classes;
    this.#reversals = reversals;
    this.#symbols = symbols;
    this.#isCursed = isCursed;
    this.#closes = new PendingCloses(parts, classes);
  }

  /** Remembers whom a committed batch has concerned, and what it took from each account at most. */
  committed(batch: SeenBatch, ends: Ends): void {
    const refused = new Set(batch.log.flatMap(({ kind, userId }) => (kind === 'orderRefused' ? [userId] : [])));
    this.#fired = new Set([
      ...batch.accounts.filter(({ userId }) => refused.has(userId)).map(({ id }) => id),
      ...batch.trades.filter(({ reason }) => reason !== 'user').map(({ accountId }) => accountId),
      ...batch.endedOrders
        .filter(({ status, symbol }) => status !== 'cancelled' || ends.of(symbol))
        .map(({ accountId }) => accountId),
    ]);
    this.#endedOrders = new Map(batch.endedOrders.map((order) => [order.id, order]));
    this.#held = leastBefore(batch, this.#books);
    this.#debits = new Map();
    for (const { legs } of batch.transfers) {
      for (const { ref, amount } of legs) {
        if (ref.accountId === null || ref.book !== 'available') continue;
        const size = amount < 0n ? -amount : amount;
        this.#debits.set(ref.accountId, (this.#debits.get(ref.accountId) ?? 0n) + size);
      }
    }
  }

  isRight(asked: Asked, code: string, moment: Moment): boolean {
    const { command, at } = asked;
    const { now, ends } = moment;
    const { first, second } = command;
    if (first !== undefined && second !== undefined && code !== 'internal' && code !== 'insufficient_funds') {
      if (code === 'oco_symbols') return first.symbol !== second.symbol;
      if (code === 'too_many_positions') return this.#openCount(command.accountId ?? 0n) >= MOST_OPEN - 1;
      return [first, second].some((each) =>
        this.isRight({ ...asked, command: { ...command, first: undefined, second: undefined, ...each } }, code, moment),
      );
    }
    if (code === 'internal') return this.#mayBeInternal(command);
    if (MONEY.has(command.type)) return this.#isMoneyRight(asked, code, moment);
    if (code.startsWith('class_')) return this.#classes.isRefused(command, code);
    const { margin = 0n, leverage = 1, accountId = 0n, portion = 0n } = command;
    const symbol = this.#symbolOf(command);
    if (code === 'liquidation_at_market') return this.#isAtLiquidation(command, symbol, at, now);
    if (this.#isOfGrowth(command, code) || this.#isOfOrders(command, code, moment)) return true;
    switch (code) {
      case 'market_ended':
        return ends.market;
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
        const lowest = this.#lowest(accountId);
        const isReversal = command.type === 'reversePosition';
        return (isReversal ? this.#reversalNeed(asked, now) : this.#needOf(command)) > lowest;
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
        return CLOSED.has(code) ? this.#closes.isClosed(command, moment) : this.#isLevelWrong(asked, code, now);
    }
  }

  /** Refusals of what orders alone have. */
  #isOfOrders(command: SeenCommand, code: string, moment: Moment): boolean {
    switch (code) {
      case 'invalid_trailing':
        return [command.callback, command.trailing].some(
          (trail) => trail !== undefined && trail !== null && !isTrail(trail),
        );
      case 'invalid_order_kind':
        return isOtherKind(command, this.#order(command));
      case 'expiry_in_the_past':
        return (command.expiresAt ?? Number.POSITIVE_INFINITY) <= moment.now;
      case 'order_activated':
        return this.#isActivated(command.orderId);
      case 'order_busy':
        return (
          this.#closes.isClosed(command, moment) ||
          this.#isActivated(command.orderId) ||
          this.#isActivated(this.#order(command)?.pairedWith)
        );
      case 'position_busy':
        return this.#hasFired(command) || this.#closes.isBeingReduced(command, moment);
      default:
        return false;
    }
  }

  /** What a reversal opens may be anything, so that some of it is refused where some margins are. */
  #mayBeInternal(command: SeenCommand): boolean {
    return this.isRefusedByStorage(command) || (command.type === 'reversePosition' && this.#isCursed(7n));
  }

  /** Refusals of what would change a position as a whole. */
  #isOfGrowth({ type, positionId = 0n, margin = 0n }: SeenCommand, code: string): boolean {
    const held = this.#books.positions.get(positionId)?.state;
    if (type === 'reversePosition')
      return code === 'amount_too_small' && (this.#least(positionId) ?? 1_000_000n) < 1_000_000n;
    if (type !== 'addToPosition') return false;
    if (code === 'too_many_entries') return held === undefined || held.added.length >= 19;
    return code === 'amount_too_large' && margin + (held?.margin ?? 0n) > 10n ** 14n;
  }

  #isAtLiquidation(command: SeenCommand, symbol: string, from: number, to: number): boolean {
    const { type } = command;
    if (type === 'addToPosition' || type === 'reversePosition') return this.#rules.spreads.size > 0;
    const order = this.#order(command);
    return isOpenedAtLiquidation(
      { ...order, ...command, symbol },
      this.#prices.newestBetween(symbol, from, to),
      this.#rules,
    );
  }

  #isMoneyRight({ command, at }: Asked, code: string, moment: Moment): boolean {
    const { now, ends } = moment;
    const { type, accountId = 0n, operationId = 0n, effect } = command;
    const isWithdrawal = type === 'withdraw' || type === 'withdrawToCard';
    const asset = effect?.asset ?? command.asset ?? (type === 'withdrawToCard' ? 'USDT' : '');
    const amount = effect?.amount ?? command.amount ?? 0n;
    const lowest = this.#lowest(accountId);
    const range = this.#prices.range(`${asset}USDT`);
    switch (code) {
      case 'market_ended':
        return ends.market && type === 'startSeason';
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
        return this.#fired.has(accountId) || this.#classes.isOver(accountId) || this.#closes.isBusy(accountId, moment);
      default:
        return false;
    }
  }

  /** One that is open, or was until the newest batch. */
  #order({ orderId = 0n }: Pick<SeenCommand, 'orderId'>): SeenOrder | undefined {
    return this.#books.orders.get(orderId)?.state ?? this.#endedOrders.get(orderId);
  }

  #symbolOf({ symbol, positionId = 0n, orderId = 0n }: SeenCommand): string {
    return symbol ?? this.#books.positions.get(positionId)?.state.symbol ?? this.#order({ orderId })?.symbol ?? '';
  }

  /** What a command takes out of the available balance: of a pair the larger of both, of an amendment what is more. */
  #needOf({ margin: asked, leverage, first, second, orderId = 0n, positionId = 0n }: SeenCommand): bigint {
    if (first !== undefined && second !== undefined) {
      const needs = [first, second].map((each) => each.margin + openFee(each, this.#rules));
      return needs.reduce((a, b) => (a > b ? a : b));
    }
    const held = this.#books.positions.get(positionId)?.state;
    const order = this.#order({ orderId });
    const of = leverage ?? order?.leverage ?? held?.leverage ?? 1;
    // One that will not rest any more pays more for the same.
    const margin = asked ?? order?.margin ?? 0n;
    const need = margin + openFee({ margin, leverage: of }, this.#rules);
    return need - (order?.reserved ?? 0n);
  }

  #reversalNeed({ command: { positionId = 0n }, at }: Asked, now: number): bigint {
    const held = this.#books.positions.get(positionId)?.state;
    if (held === undefined) return this.#reversals.needOf(held, []);
    const margin = this.#least(positionId) ?? held.margin;
    return this.#reversals.needOf({ ...held, margin }, this.#prices.newestBetween(held.symbol, at, now));
  }

  #isLevelWrong({ command, at }: Asked, code: string, now: number): boolean {
    const symbol = this.#symbolOf(command);
    return isLevelWrong(command, code, {
      position: this.#books.positions.get(command.positionId ?? 0n)?.state,
      order: this.#order(command),
      newest: this.#prices.newest(symbol),
      records: this.#prices.newestBetween(symbol, at, now),
      rules: this.#rules,
    });
  }

  /** Only what the storage never takes may be answered as a failure of the server (E12). */
  isRefusedByStorage({ margin, first, second }: SeenCommand): boolean {
    const margins = [margin, first?.margin, second?.margin].filter((each) => each !== undefined);
    return margins.some((each) => this.#isCursed(each));
  }

  /** An amendment that another of the same batch has replaced: the storage has not seen it. */
  isReplaced(command: SeenCommand): boolean {
    return command.type === 'amendOrder' && this.#order(command)?.margin !== command.margin;
  }

  /** A part so small that it comes to nothing. */
  #rounds({ positionId = 0n, portion = 0n }: SeenCommand): boolean {
    const margin = this.#least(positionId);
    return margin === undefined || margin * portion < 10_000n;
  }

  /** The least margin that a position had while the newest batch was decided. */
  #least(positionId: bigint): bigint | undefined {
    const margin = this.#books.positions.get(positionId)?.state.margin;
    const held = this.#held.get(positionId);
    return held === undefined || (margin !== undefined && margin < held) ? margin : held;
  }

  /** A stop limit whose stop was reached, or one that is not open any more. */
  #isActivated(orderId: bigint | null = null): boolean {
    return orderId !== null && this.#books.orders.get(orderId)?.state.activatedAt !== null;
  }

  #openCount(accountId: bigint): number {
    const mine = [...this.#books.positions.values(), ...this.#books.orders.values()];
    return mine.filter(({ state }) => state.accountId === accountId).length;
  }

  /** What was available at least while the newest batch was decided. */
  #lowest(accountId: bigint): bigint {
    return (this.#books.accounts.get(accountId)?.available ?? 0n) - (this.#debits.get(accountId) ?? 0n);
  }

  /** Whether the newest batch carried out in the account of a position what a tick had caused. */
  #hasFired({ positionId = 0n }: SeenCommand): boolean {
    return this.#fired.has(this.#books.everPositions.get(positionId) ?? 0n);
  }
}
