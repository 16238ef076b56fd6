import { exitQuote, isBeyondPeak, isWithinLimit, orderQuote, type MarketRules, type Usdt } from '@plecho/domain';
import type {
  BarredAccount,
  Extremes,
  IdSource,
  MarketSnapshot,
  OrderState,
  PositionState,
  PriceRecord,
} from '../commands/batch.ts';
import { BatchBuilder, type BatchTime } from '../commands/batch-builder.ts';
import { lastFill } from '../commands/close-position.ts';
import type { Outcome } from '../commands/command.ts';
import { decide, type QueuedCommand } from '../commands/decide.ts';
import { peakAt, type Decision, type PriceSource } from '../commands/decision.ts';
import { fire, type Firing } from '../commands/fire-trigger.ts';
import { MarketState } from '../commands/market-state.ts';
import { isLimit } from '../commands/order-terms.ts';
import { quoteOf } from '../commands/quote.ts';
import { reasonAt, type LevelReason } from './close-reason.ts';
import { FundingSweep } from './funding-sweep.ts';
import type { Premiums } from './premiums.ts';
import type { PriceGate } from './price-gate.ts';
import type { PricePath } from './price-path.ts';
import { TriggerIndex } from './trigger-index.ts';

export interface EngineOptions {
  marketId: string;
  rules: MarketRules;
  startBalance: Usdt;
  ids: IdSource;
  prices: PriceSource & Pick<PriceGate, 'lastKnown'>;
  /** Outlives the engine, which is made anew whenever the state is read again. */
  path: PricePath;
  /** The same; absent where there is no funding. */
  premiums?: Premiums;
}

interface Open {
  positions: PositionState[];
  orders: OrderState[];
}

const byId = (a: { id: bigint }, b: { id: bigint }): number => (a.id < b.id ? -1 : 1);

/**
 * The decisions of one market, one after another and without any waiting: what a tick fires, what a
 * command does, what a firing does. It writes nothing; the runner commits what it collected. It has no clock and no
 * randomness of its own: the same ticks and commands lead to the same decisions (rule E9).
 */
export class MarketEngine {
  readonly state: MarketState;
  readonly #options: EngineOptions;
  readonly #index: TriggerIndex;
  readonly #sweep: FundingSweep;

  constructor(snapshot: MarketSnapshot, options: EngineOptions) {
    this.#options = options;
    this.#index = new TriggerIndex(options.path);
    this.state = new MarketState(snapshot, options.startBalance, this.#index);
    this.#sweep = new FundingSweep(this.state);
  }

  /** Tells the trailing stops of the best prices since they were set: more is known of the time before this process. */
  recall(): void {
    for (const position of this.state.positions.values()) {
      if (position.trailing !== null) this.#index.recall(position, position.trailing);
    }
    for (const order of this.state.orders.values()) {
      if (order.callback !== null) this.#index.recall(order, order.callback);
    }
  }

  begin(time: BatchTime): BatchBuilder {
    const { marketId, ids, rules, startBalance } = this.#options;
    const { classRules } = rules;
    const terms = classRules === null ? null : { rules: classRules, startBalance };
    return new BatchBuilder(marketId, ids, time, terms);
  }

  /**
   * What a valid price fires, in the order in which it is to be carried out: rounds of funding, orders whose time is over,
   * closes, then what orders do, each by id. From here on nobody else can touch these positions and orders (rule E2).
   */
  tick(record: PriceRecord): Firing[] {
    const { path, premiums } = this.#options;
    path.add(record);
    const rounds = premiums?.decide(record);
    if (rounds === undefined || rounds.length === 0) return this.#fireTriggers(record);
    // What is open at the price owes the rounds that it decides, also what it closes.
    for (const round of rounds) this.state.rounds.add(round);
    return [...rounds.map((round): Firing => ({ type: 'round', round })), ...this.#fireTriggers(record)];
  }

  /** Some of the positions that owe funding, found in a bounded step; asked for when the last ones were carried out. */
  sweep(): Firing[] {
    return this.#sweep.next().map((positionId) => ({ type: 'fund', positionId }));
  }

  /** Whether some positions may still owe funding. */
  get isSweeping(): boolean {
    return !this.state.rounds.isEmpty;
  }

  #fireTriggers(record: PriceRecord): Firing[] {
    const { rules } = this.#options;
    const expired = this.expire(record.time);
    if (!this.#index.has(record.symbol)) return expired;
    const sell = quoteOf(record, 'sell', rules);
    const buy = quoteOf(record, 'buy', rules);
    const reached = this.#index.takeReached(sell, buy);
    if (reached.length === 0) return expired;
    const positions = new Map<bigint, PositionState>();
    const orders = new Map<bigint, OrderState>();
    for (const id of reached) {
      if (this.state.taken.has(id)) continue;
      const position = this.state.positions.get(id);
      const order = this.state.orders.get(id);
      if (position !== undefined) positions.set(id, position);
      else if (order !== undefined) orders.set(id, order);
    }
    const closes = [...positions.values()]
      .sort(byId)
      .map((position) => this.#close(position, position.side === 'long' ? sell : buy));
    const ofOrders = [...orders.values()].sort(byId).map((order) => this.#reach(order, sell, buy));
    return [...expired, ...closes, ...ofOrders];
  }

  /**
   * Ends the orders whose time is over, at a time of the market's own clock, ms.
   * @returns what is to be carried out
   */
  expire(now: number): Firing[] {
    if (!this.#index.mayExpire) return [];
    const { orders, taken } = this.state;
    const expired = this.#index.takeExpired(now).flatMap((id) => orders.get(id) ?? []);
    return expired.sort(byId).flatMap((order): Firing[] => {
      if (taken.has(order.id)) return [];
      this.#takeWithPartner(order);
      return [{ type: 'expire', orderId: order.id }];
    });
  }

  /** Takes an order that ends without a fill, and the other of its pair, which ends with it. */
  #takeWithPartner(order: OrderState): void {
    for (const each of [order, this.state.partner(order)]) {
      if (each === null || this.state.taken.has(each.id)) continue;
      this.state.taken.add(each.id);
      this.#index.removeOrder(each);
    }
  }

  /** Whether there are orders that end at a time. */
  get mayExpire(): boolean {
    return this.#index.mayExpire;
  }

  /** Takes a position that a price has reached. */
  #close(position: PositionState, exit: PriceRecord): Firing {
    const now = { ...position, trailing: this.state.trailingOf(position) };
    const reason = reasonAt(now, exit);
    if (reason === null) throw new Error(`position ${position.id} was reached by no level`);
    return this.#take(now, reason, exit, this.#options.path.extremes(position, exit));
  }

  /** @param position its trailing stop with the peak at the exit */
  #take(position: PositionState, reason: LevelReason, record: PriceRecord, extremes: Extremes | null): Firing {
    this.state.taken.add(position.id);
    // Its other levels.
    this.#index.removePosition(position);
    return { type: 'close', positionId: position.id, reason, record, extremes, trailing: position.trailing };
  }

  /**
   * A position that was opened at the price which an order had waited for, and written later.
   * @param passed the prices after that one which were compared with what was open meanwhile
   * @returns what the first of them that reaches one of its levels fires (rule E5), or else the end of the market, if that
   * has closed everything meanwhile
   */
  catchUp(id: bigint, passed: readonly PriceRecord[]): Firing[] {
    const position = this.state.positions.get(id);
    if (position === undefined || this.state.taken.has(id)) return [];
    const met = this.#meet(position, passed);
    if (met !== null) return [met];
    return this.state.ended ? this.#endOf({ positions: [position], orders: [] }) : [];
  }

  #meet(position: PositionState, passed: readonly PriceRecord[]): Firing | null {
    const { path, rules } = this.#options;
    const quote = exitQuote(position.side);
    let { trailing } = position;
    for (const [n, record] of passed.entries()) {
      const exit = quoteOf(record, quote, rules);
      if (trailing !== null && isBeyondPeak(quote, trailing.peak.price, exit.price)) {
        trailing = { ...trailing, peak: peakAt(exit) };
      }
      const now = { ...position, trailing };
      const reason = reasonAt(now, exit);
      if (reason !== null) return this.#take(now, reason, exit, path.extremesUntil(now, exit, passed.slice(0, n + 1)));
    }
    return null;
  }

  /** Takes an order that a price has reached, unless it is a stop limit that waits on for its limit. */
  #reach(order: OrderState, sell: PriceRecord, buy: PriceRecord): Firing {
    const { taken, activating, positions } = this.state;
    const quote = orderQuote(order);
    const [record, exit] = quote === 'buy' ? [buy, sell] : [sell, buy];
    const { id: orderId, limitPrice } = order;
    const isWaiting = order.kind === 'stopLimit' && !isLimit(order) && !activating.has(orderId);
    if (isWaiting && limitPrice !== null && !isWithinLimit(quote, limitPrice, record.price)) {
      activating.add(orderId);
      this.#index.activate(order);
      return { type: 'activate', orderId, record };
    }
    taken.add(orderId);
    this.#index.removeOrder(order);
    if (order.reduces === null) return { type: 'fill', orderId, record, exit };
    const position = positions.get(order.reduces);
    if (position === undefined) throw new Error(`order ${orderId} has nothing to reduce`);
    const extremes = this.#options.path.extremes(position, record);
    return { type: 'reduce', orderId, record, extremes, trailing: this.state.trailingOf(position) };
  }

  /** Closes everything that nothing has taken yet, at the newest prices; open orders are cancelled. */
  end(): Firing[] {
    this.state.ended = true;
    return this.#end(() => true);
  }

  /** The same with one pair alone. */
  endPair(symbol: string): Firing[] {
    return this.#end((item) => item.symbol === symbol);
  }

  #end(isMeant: (item: { symbol: string }) => boolean): Firing[] {
    return this.#endOf({
      positions: [...this.state.positions.values()].filter(isMeant).sort(byId),
      orders: [...this.state.orders.values()].filter(isMeant).sort(byId),
    });
  }

  #endOf(open: Open): Firing[] {
    return this.#windUp(open, 'marketEnd', (position) => this.#lastKnown(position));
  }

  /**
   * Closes and cancels what accounts have open whose attempt has ended, unless something has taken it already (rule E17).
   * What has no price that was fresh at the end, and still is, waits for the next one.
   * @param now market time, ms
   */
  endAttempts(now: number): Firing[] {
    const { state } = this;
    return [...state.overdue].flatMap((accountId) => {
      const endedAt = state.account(accountId)?.attempt?.endedAt ?? null;
      const open = state.openOf(accountId);
      // Nothing opens any more, so that an account that has nothing left never has; or it has begun anew.
      if (endedAt === null || open.positions.length + open.orders.length === 0) state.overdue.delete(accountId);
      if (endedAt === null) return [];
      return this.#windUp(open, 'attemptEnd', (position) => this.#freshSince(position, Math.max(endedAt, now)));
    });
  }

  /**
   * Cancels the entry orders of those who, as the storage has it, may not open positions any more: before any price comes to
   * them that the market was not there to hear the news before.
   */
  bar(barred: readonly BarredAccount[]): Firing[] {
    const { state } = this;
    const firings = barred.flatMap(({ accountId, reason }) =>
      state
        .openOf(accountId)
        .orders.filter((order) => order.reduces === null && !this.#isTaken(order))
        .map(({ id: orderId }, n): Firing => ({ type: 'cancel', orderId, told: n === 0 ? reason : null })),
    );
    this.retake(firings);
    return firings;
  }

  /** Whether something is about to end an order: it was taken, or the other of its pair. */
  #isTaken(order: OrderState): boolean {
    const { taken } = this.state;
    const partner = this.state.partner(order);
    return taken.has(order.id) || (partner !== null && taken.has(partner.id));
  }

  /** Takes what nothing has taken yet, and a price for each position: one that liquidates it does so here too (rule E5). */
  #windUp(
    { positions, orders }: Open,
    reason: 'attemptEnd' | 'marketEnd',
    exitOf: (position: PositionState) => PriceRecord | null,
  ): Firing[] {
    const { taken } = this.state;
    const cancelled: Firing[] = orders
      .filter(({ id }) => !taken.has(id))
      .map((order) => ({ type: 'cancel', orderId: order.id, told: null }));
    const closed = positions.flatMap((position): Firing[] => {
      const record = taken.has(position.id) ? null : exitOf(position);
      if (record === null) return [];
      const why = reasonAt(position, record) === 'liquidation' ? 'liquidation' : reason;
      const extremes = this.#options.path.extremes(position, record);
      const trailing = this.state.trailingOf(position);
      return [{ type: 'close', positionId: position.id, reason: why, record, extremes, trailing }];
    });
    const firings = [...cancelled, ...closed];
    this.retake(firings);
    return firings;
  }

  /**
   * Takes what earlier firings had taken, after the state was loaded again; rounds of funding are owed again.
   * @returns the firings that still have something to do.
   */
  retake(firings: Firing[]): Firing[] {
    return firings.filter((firing) => {
      switch (firing.type) {
        case 'fund':
          return false;
        case 'round':
          this.state.rounds.add(firing.round);
          return true;
        case 'close':
          return this.#retakePosition(firing);
        case 'fill':
        case 'reduce':
        case 'activate':
        case 'expire':
        case 'cancel':
          return this.#retakeOrder(firing);
        default:
          return firing satisfies never;
      }
    });
  }

  #retakePosition({ positionId }: Extract<Firing, { type: 'close' }>): boolean {
    const position = this.state.positions.get(positionId);
    if (position === undefined) return false;
    this.#index.removePosition(position);
    this.state.taken.add(positionId);
    return true;
  }

  #retakeOrder({ type, orderId }: Extract<Firing, { orderId: bigint }>): boolean {
    const order = this.state.orders.get(orderId);
    if (order === undefined) return false;
    if (type === 'expire') {
      this.#takeWithPartner(order);
      return true;
    }
    if (type !== 'activate') {
      this.#index.removeOrder(order);
      this.state.taken.add(orderId);
      return true;
    }
    if (isLimit(order)) return false;
    this.#index.activate(order);
    this.state.activating.add(orderId);
    return true;
  }

  decide(batch: BatchBuilder, command: QueuedCommand, now: number): Outcome {
    return decide(this.#decision(batch, now), command);
  }

  fire(batch: BatchBuilder, firing: Firing, now: number): void {
    fire(this.#decision(batch, now), firing);
  }

  #decision(batch: BatchBuilder, now: number): Decision {
    const { rules, prices, path } = this.#options;
    return { state: this.state, batch, rules, prices, path, now };
  }

  /** The newest price of what closes a position, if it was not stale at `moment`; null otherwise. */
  #freshSince({ symbol, side }: PositionState, moment: number): PriceRecord | null {
    const { prices, rules } = this.#options;
    const record = prices.lastRecord(symbol);
    if (record === null || moment - record.time > rules.staleAfterMs) return null;
    return quoteOf(record, exitQuote(side), rules);
  }

  /** What the position was last filled at, where a symbol has no valid price since the start and no later candle. */
  #lastKnown(position: PositionState): PriceRecord {
    const { prices, rules } = this.#options;
    const record = prices.lastKnown(position.symbol);
    const filled = lastFill(position);
    return record === null || record.time < filled.time ? filled : quoteOf(record, exitQuote(position.side), rules);
  }
}
