import { exitQuote, type MarketRules, type Usdt } from '@plecho/domain';
import type { IdSource, MarketSnapshot, OrderState, PositionState, PriceRecord } from '../commands/batch.ts';
import { BatchBuilder } from '../commands/batch-builder.ts';
import type { Outcome } from '../commands/command.ts';
import { decide, type QueuedCommand } from '../commands/decide.ts';
import type { Decision, PriceSource } from '../commands/decision.ts';
import { fire, type Firing } from '../commands/fire-trigger.ts';
import { MarketState } from '../commands/market-state.ts';
import { quoteOf } from '../commands/quote.ts';
import type { PricePath } from './price-path.ts';
import { TriggerIndex } from './trigger-index.ts';

export interface EngineOptions {
  marketId: string;
  rules: MarketRules;
  startBalance: Usdt;
  ids: IdSource;
  prices: PriceSource;
  /** Outlives the engine, which is made anew whenever the state is read again. */
  path: PricePath;
}

type CloseReason = Extract<Firing, { type: 'close' }>['reason'];

/** Why a position closes at a price; null when nothing is reached. Liquidation comes before its own triggers. */
export function reasonAt(position: PositionState, { price }: PriceRecord): Exclude<CloseReason, 'marketEnd'> | null {
  const { side, liquidationPrice, stopLoss, takeProfit } = position;
  const fallen = (level: bigint | null): boolean => level !== null && price <= level;
  const risen = (level: bigint | null): boolean => level !== null && price >= level;
  const [lost, won] = side === 'long' ? [fallen, risen] : [risen, fallen];
  if (lost(liquidationPrice)) return 'liquidation';
  if (lost(stopLoss)) return 'stopLoss';
  return won(takeProfit) ? 'takeProfit' : null;
}

const byId = (a: { id: bigint }, b: { id: bigint }): number => (a.id < b.id ? -1 : 1);

/**
 * The decisions of one market, one after another and without any waiting: what a tick fires, what a
 * command does, what a firing does. It writes nothing; the runner commits what it collected.
 */
export class MarketEngine {
  readonly state: MarketState;
  readonly #options: EngineOptions;
  readonly #index = new TriggerIndex();

  constructor(snapshot: MarketSnapshot, options: EngineOptions) {
    this.#options = options;
    this.state = new MarketState(snapshot, options.startBalance, this.#index);
  }

  /** @param at wall clock, ms */
  begin(at: number): BatchBuilder {
    return new BatchBuilder(this.#options.marketId, this.#options.ids, at);
  }

  /**
   * What a valid price fires, in the order in which it is to be carried out: closes, then fills of
   * orders, each by id. From here on nobody else can touch these positions and orders (rule E2).
   */
  tick(record: PriceRecord): Firing[] {
    const { path, rules } = this.#options;
    path.add(record);
    if (!this.#index.has(record.symbol)) return [];
    const sell = quoteOf(record, 'sell', rules);
    const buy = quoteOf(record, 'buy', rules);
    const reached = this.#index.takeReached(sell, buy);
    if (reached.length === 0) return [];
    const positions: PositionState[] = [];
    const orders: OrderState[] = [];
    const { taken } = this.state;
    for (const id of reached) {
      if (taken.has(id)) continue;
      taken.add(id);
      const position = this.state.positions.get(id);
      const order = this.state.orders.get(id);
      if (position !== undefined) positions.push(position);
      else if (order !== undefined) orders.push(order);
    }
    const firings: Firing[] = [];
    for (const position of positions.sort(byId)) {
      // Its other levels.
      this.#index.removePosition(position);
      const exit = position.side === 'long' ? sell : buy;
      const reason = reasonAt(position, exit);
      if (reason === null) throw new Error(`position ${position.id} was reached by no level`);
      const extremes = path.extremes(position, exit);
      firings.push({ type: 'close', positionId: position.id, reason, record: exit, extremes });
    }
    for (const order of orders.sort(byId)) {
      firings.push({ type: 'fill', orderId: order.id, record: order.side === 'long' ? buy : sell });
    }
    return firings;
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
    const { positions, orders, taken } = this.state;
    const cancelled: Firing[] = [...orders.values()]
      .filter((order) => isMeant(order) && !taken.has(order.id))
      .sort(byId)
      .map((order) => ({ type: 'cancel', orderId: order.id }));
    const closed: Firing[] = [...positions.values()]
      .filter((position) => isMeant(position) && !taken.has(position.id))
      .sort(byId)
      .map((position) => {
        const record = this.#lastKnown(position);
        const extremes = this.#options.path.extremes(position, record);
        return { type: 'close', positionId: position.id, reason: 'marketEnd', record, extremes };
      });
    const firings = [...cancelled, ...closed];
    this.retake(firings);
    return firings;
  }

  /**
   * Takes what earlier firings had taken, after the state was loaded again.
   * @returns the firings that still have something to do.
   */
  retake(firings: Firing[]): Firing[] {
    const { positions, orders, taken } = this.state;
    return firings.filter((firing) => {
      const position = firing.type === 'close' ? positions.get(firing.positionId) : undefined;
      const order = firing.type === 'close' ? undefined : orders.get(firing.orderId);
      if (position !== undefined) this.#index.removePosition(position);
      if (order !== undefined) this.#index.removeOrder(order);
      const subject = position ?? order;
      if (subject !== undefined) taken.add(subject.id);
      return subject !== undefined;
    });
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

  /** A symbol without a valid price since the start of the server has the position's own entry as its last one. */
  #lastKnown(position: PositionState): PriceRecord {
    const { prices, rules } = this.#options;
    const record = prices.lastRecord(position.symbol);
    return record === null ? position.entryRecord : quoteOf(record, exitQuote(position.side), rules);
  }
}
