import { checkFillTime, type AuditParts, type Report, type Stamp } from './audit-parts.ts';
import { plain, type AuditedPosition, type Books } from './books.ts';
import {
  keepsFirstStop,
  levelsInPlace,
  levelsOf,
  liquidationLevel,
  mustLiquidate,
  openFee,
  sameRecord,
  stopHasTurn,
} from './formulas.ts';
import type { SeenBatch, SeenPosition, SeenRules, SeenTrade, SeenTrailing } from './observations.ts';
import type { Filled } from './order-audit.ts';
import type { PriceModel } from './price-model.ts';
import { entryAt, exitAt } from './quotes.ts';
import { bestSince, recordOf } from './trailing-peaks.ts';

/** Checks what is opened and changed, and carries it into the books. */
export class PositionAudit {
  readonly #parts: AuditParts;
  readonly #books: Books;
  readonly #prices: PriceModel;
  readonly #rules: SeenRules;
  readonly #report: Report;

  constructor(parts: AuditParts) {
    this.#parts = parts;
    this.#books = parts.books;
    this.#prices = parts.prices;
    this.#rules = parts.rules;
    this.#report = parts.report;
  }

  /** Positions that were opened and, by a fresh start, closed in the same batch: only their trades tell of them. */
  fleeting({ openedPositions, trades }: SeenBatch): SeenPosition[] {
    const isNew = ({ positionId }: SeenTrade): boolean =>
      !this.#books.everPositions.has(positionId) && !openedPositions.some(({ id }) => id === positionId);
    return trades.filter(isNew).map((trade) => {
      const { positionId: id, accountId, symbol, side, margin, leverage, entryPrice, liquidationPrice } = trade;
      const { takeProfit, stopLoss, initialStopLoss, trailing, openedAt, entryRecord } = trade;
      const state = {
        ...{ id, accountId, symbol, side, margin, leverage, entryPrice },
        ...{ liquidationPrice, takeProfit, stopLoss, initialStopLoss, trailing },
      };
      const fee = openFee(trade, this.#rules);
      const { maker, added } = trade;
      return {
        ...{ ...state, notional: margin * BigInt(leverage), openFee: fee, maker, openedAt, entryRecord },
        ...{ added, funding: 0n, fundedAt: 0 },
      };
    });
  }

  open(position: SeenPosition, fills: Filled[], stamp: Stamp): void {
    const { id, entryRecord, symbol, openedAt } = position;
    if (this.#books.everPositions.has(id)) this.#report('E2', `position ${id} was opened twice`);
    if (position.initialStopLoss !== position.stopLoss)
      this.#report('E3', `position ${id} begins with another first stop loss`);
    const fill = fills.findIndex(
      ({ order, record }) =>
        sameRecord(record, entryRecord) &&
        order.accountId === position.accountId &&
        order.side === position.side &&
        order.margin === position.margin &&
        order.leverage === position.leverage &&
        order.maker === position.maker &&
        order.takeProfit === position.takeProfit &&
        order.stopLoss === position.stopLoss &&
        order.trailing?.unit === position.trailing?.unit &&
        order.trailing?.value === position.trailing?.value,
    );
    if (fill >= 0) {
      const [filled] = fills.splice(fill, 1);
      if (filled !== undefined && openedAt < filled.order.createdAt) {
        this.#report('E11', `order ${filled.order.id} was filled before it was placed`);
      }
    } else {
      const newest = this.#prices.newestUpTo(symbol, stamp.seq);
      const rules = this.#rules;
      const entry = newest === null ? null : entryAt(newest, position.side, rules);
      if (!sameRecord(entry, entryRecord)) this.#report('E4', `position ${id} did not use the newest price`);
      if (stamp.now - entryRecord.time > rules.staleAfterMs) {
        this.#report('E4', `position ${id} was opened at a stale price`);
      }
      const exit = newest === null ? entryRecord : exitAt(newest, position.side, rules);
      if (!levelsInPlace(position.side, exit.price, position.takeProfit, position.stopLoss)) {
        this.#report('E2', `position ${id} was opened with triggers on the wrong side`);
      }
      if (mustLiquidate(position, exit.price, rules))
        this.#report('E5', `position ${id} was opened at its liquidation`);
      if (!stopHasTurn(position.side, position.stopLoss, position.liquidationPrice)) {
        this.#report('E2', `position ${id} was opened with a stop loss beyond its liquidation`);
      }
      if (stamp.isOver) this.#report('E2', `position ${id} was opened after the end of its market`);
      if (position.maker) this.#report('E13', `position ${id} took its price and paid the maker fee`);
    }
    if (position.added.length > 0 || position.funding !== 0n) this.#report('E13', `position ${id} is not new`);
    checkFillTime(this.#parts, openedAt, entryRecord);
    if (position.entryPrice !== entryRecord.price) this.#report('E10', `position ${id} has a price of its own`);
    if (position.notional !== position.margin * BigInt(position.leverage)) this.#report('E1', `notional of ${id}`);
    if (position.liquidationPrice !== liquidationLevel(position, this.#rules)) {
      this.#report('E5', `liquidation price of position ${id} is ${position.liquidationPrice}`);
    }
    if (position.openFee !== openFee(position, this.#rules)) this.#report('L8', `opening fee of ${id}`);
    const base = this.#prices.bySeq(symbol, entryRecord.seq);
    const start = base === null ? null : exitAt(base, position.side, this.#rules);
    if (position.trailing !== null && !sameRecord(start, recordOf(symbol, position.trailing))) {
      this.#report('E2', `the trailing stop of position ${id} does not start at its opening`);
    }
    const best = bestSince(this.#parts, position, stamp.seq);
    this.#books.positions.set(id, { state: position, due: null, best, ledgerChange: 0n, claimed: 0n });
    this.#books.everPositions.set(id, position.accountId);
  }

  change(position: SeenPosition, shrunk: boolean, stamp: Stamp): void {
    const known = this.#books.positions.get(position.id);
    if (known === undefined) return this.#report('E2', `position ${position.id} changed and is not open`);
    const { state, due } = known;
    const before = state;
    const isTouched = plain({ ...position, trailing: null }) !== plain({ ...state, trailing: null });
    if (due !== null && isTouched) {
      this.#report('E2', `position ${position.id} changed after ${due.reason} had taken it`);
    }
    const { takeProfit, stopLoss, trailing } = position;
    if (!keepsFirstStop(state, position)) this.#report('E3', `position ${position.id} has another first stop loss`);
    if (plain({ ...position, ...levelsOf(state) }) !== plain(state)) {
      this.#report('E3', `position ${position.id} became ${plain(position)} from ${plain(state)}`);
    }
    const moved = takeProfit !== state.takeProfit || stopLoss !== state.stopLoss;
    const price = this.#prices.newestUpTo(position.symbol, stamp.seq);
    const newest = price === null ? null : exitAt(price, position.side, this.#rules);
    if (
      moved &&
      !shrunk &&
      (takeProfit !== null || stopLoss !== null) &&
      (newest === null || !levelsInPlace(position.side, newest.price, takeProfit, stopLoss))
    ) {
      this.#report('E2', `triggers of position ${position.id} were set on the wrong side`);
    }
    if (stopLoss !== state.stopLoss && !stopHasTurn(position.side, stopLoss, position.liquidationPrice)) {
      this.#report('E2', `the stop loss of position ${position.id} was set beyond its liquidation`);
    }
    known.state = position;
    // What a price has taken follows no later one.
    const upTo = known.due?.record.seq ?? stamp.seq;
    this.#follow(known, trailing, before, upTo, stamp);
  }

  /** A trailing stop that stays goes on from the best price so far; another one starts at the newest price. */
  #follow(
    known: AuditedPosition,
    trailing: SeenTrailing | null,
    before: SeenPosition,
    upTo: bigint,
    stamp: Stamp,
  ): void {
    const { id, symbol, side } = before;
    const isSame = trailing?.unit === before.trailing?.unit && trailing?.value === before.trailing?.value;
    const newest = this.#prices.newestUpTo(symbol, stamp.seq);
    const start = newest === null ? null : exitAt(newest, side, this.#rules);
    if (trailing !== null && !isSame && !sameRecord(start, recordOf(symbol, trailing))) {
      this.#report('E2', `the trailing stop of position ${id} does not start at the newest price`);
    }
    const seen = isSame && trailing !== null ? bestSince(this.#parts, before, upTo) : null;
    if (isSame && trailing !== null && seen?.price !== trailing.peak.price) {
      this.#report('E8', `the trailing stop of position ${id} went from ${plain(seen)} to ${plain(trailing.peak)}`);
    }
    known.best = bestSince(this.#parts, known.state, stamp.seq);
  }
}
