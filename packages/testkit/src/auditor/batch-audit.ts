import { plain, type AuditedPosition, type Best, type Books } from './books.ts';
import { ratio } from '../rational.ts';
import type { FundingAudit } from './funding-audit.ts';
import { GrowthAudit, inOrder } from './growth-audit.ts';
import {
  expectedClose,
  levelsInPlace,
  liquidationLevel,
  openFee,
  sameRecord,
  stopHasTurn,
  trailingStopAt,
  keepsFirstStop,
  levelsOf,
} from './formulas.ts';
import type { ClassAudit } from './class-audit.ts';
import { removeClosed } from './closed-positions.ts';
import type { LedgerModel } from './ledger-model.ts';
import { checkMarketBooks } from './market-books.ts';
import type { MoneyAudit } from './money-audit.ts';
import type {
  SeenAccount,
  SeenBatch,
  SeenFundingPayment,
  SeenPosition,
  SeenRecord,
  SeenRules,
  SeenTrade,
  SeenTrailing,
} from './observations.ts';
import { better } from './evaluation.ts';
import { OrderAudit, type Filled } from './order-audit.ts';
import type { PriceModel } from './price-model.ts';
import { entryAt, exitAt } from './quotes.ts';

/** The record that a trailing stop is measured from; null where a candle alone knows it. */
function recordOf(symbol: string, { peak: { seq, price, time } }: SeenTrailing): SeenRecord | null {
  return seq === null ? null : { seq, symbol, price, time };
}

function peakOf({ symbol, trailing }: { symbol: string; trailing: SeenTrailing | null }): SeenRecord[] {
  const record = trailing === null ? null : recordOf(symbol, trailing);
  return record === null ? [] : [record];
}

export type Report = (rule: string, message: string) => void;

/** When a batch was decided. */
export interface Stamp {
  seq: bigint;
  now: number;
  ended: boolean;
}

interface Options {
  rules: SeenRules;
}

/** Checks one committed batch against the books and carries it into them. */
export class BatchAudit {
  readonly #books: Books;
  readonly #ledger: LedgerModel;
  readonly #prices: PriceModel;
  readonly #money: MoneyAudit;
  readonly #options: Options;
  readonly #report: Report;
  /** Closing or liquidation fee of each trade of the batch. */
  readonly #closeFees = new Map<bigint, bigint>();
  readonly #orders: OrderAudit;
  /** Reduce-only orders that were filled in the batch. */
  #reductions: ReadonlyMap<bigint, Filled> = new Map();
  readonly #funding: FundingAudit;
  readonly #classes: ClassAudit;
  /** Opening fees of what was added in the batch. */
  #addedFees = 0n;

  constructor(
    books: Books,
    ledger: LedgerModel,
    prices: PriceModel,
    money: MoneyAudit,
    funding: FundingAudit,
    classes: ClassAudit,
    options: Options,
    report: Report,
  ) {
    this.#funding = funding;
    this.#classes = classes;
    this.#money = money;
    this.#books = books;
    this.#ledger = ledger;
    this.#prices = prices;
    this.#options = options;
    this.#report = report;
    this.#orders = new OrderAudit(books, prices, options.rules, report);
  }

  run(batch: SeenBatch, stamp: Stamp): void {
    const written = new Set(batch.priceRecords.map(plain));
    const peaks = [...batch.openedPositions, ...batch.changedPositions, ...batch.trades].flatMap(peakOf);
    const used = [
      ...batch.openedPositions.map((p) => p.entryRecord),
      ...batch.trades.map((t) => t.exitRecord),
      ...batch.additions.map(({ entry }) => entry.record),
      ...batch.fundingRounds.map(({ record }) => record),
      ...peaks,
    ];
    for (const record of used) {
      if (!written.has(plain(record))) this.#report('E4', `a fill used a price that is not recorded: ${plain(record)}`);
    }
    for (const order of batch.changedOrders) this.#orders.change(order, stamp);
    const { fills, reductions, refused } = this.#orders.end(batch, stamp);
    this.#reductions = reductions;
    const opened = [...batch.openedPositions, ...this.#fleeting(batch)];
    for (const position of opened) this.#open(position, fills, stamp);
    for (const fill of fills) this.#report('E2', `order ${fill.order.id} was filled without a position`);
    for (const order of batch.placedOrders) {
      this.#classes.placed(order);
      this.#orders.place(order, batch.placedOrders, stamp);
    }
    const shrunk = new Set<bigint>();
    const payments = [...batch.fundingPayments];
    for (const { addition, trade } of inOrder(batch)) {
      const known = this.#books.positions.get(addition?.positionId ?? trade?.positionId ?? 0n);
      if (known !== undefined) this.#settle(known, payments);
      if (addition !== undefined) this.#add(addition, stamp);
      if (trade === undefined) continue;
      this.#close(trade, stamp);
      shrunk.add(trade.positionId);
    }
    for (const { id, fundedAt } of batch.changedPositions) {
      const known = this.#books.positions.get(id);
      if (known !== undefined && fundedAt > known.state.fundedAt) this.#settle(known, payments);
    }
    for (const paid of payments)
      this.#report('E16', `position ${paid.positionId} paid ${plain(paid)} and owed nothing`);
    for (const { orderId } of batch.trades) if (orderId !== null) reductions.delete(orderId);
    for (const id of reductions.keys()) this.#report('E2', `order ${id} was filled without a trade`);
    for (const position of batch.changedPositions) this.#change(position, shrunk.has(position.id), stamp);
    this.#classes.begin(batch, stamp);
    this.#bookTransfers(batch, stamp);
    this.#classes.told(batch, refused);
    this.#money.run(batch, stamp);
    checkMarketBooks(batch, opened, this.#addedFees, this.#closeFees, this.#report);
    const fleeting = opened.slice(batch.openedPositions.length).map(({ id }) => id);
    removeClosed(this.#books, [...fleeting, ...batch.closedPositions], shrunk, this.#report);
    for (const account of batch.newAccounts) this.#account(account, 1n, stamp);
    for (const account of batch.accounts) {
      this.#account(account, (this.#books.accounts.get(account.id)?.version ?? 0n) + 1n, stamp);
    }
    this.#ledger.check();
  }

  /** Positions that were opened and, by a fresh start, closed in the same batch: only their trades tell of them. */
  #fleeting({ openedPositions, trades }: SeenBatch): SeenPosition[] {
    const isNew = ({ positionId }: SeenTrade): boolean =>
      !this.#books.everPositions.has(positionId) && !openedPositions.some(({ id }) => id === positionId);
    return trades.filter(isNew).map((trade) => {
      const { positionId: id, accountId, symbol, side, margin, leverage, entryPrice, liquidationPrice } = trade;
      const { takeProfit, stopLoss, initialStopLoss, trailing, openedAt, entryRecord } = trade;
      const state = {
        ...{ id, accountId, symbol, side, margin, leverage, entryPrice },
        ...{ liquidationPrice, takeProfit, stopLoss, initialStopLoss, trailing },
      };
      const fee = openFee(trade, this.#options.rules);
      const { maker, added } = trade;
      return {
        ...{ ...state, notional: margin * BigInt(leverage), openFee: fee, maker, openedAt, entryRecord },
        ...{ added, funding: 0n, fundedAt: 0 },
      };
    });
  }

  #open(position: SeenPosition, fills: Filled[], stamp: Stamp): void {
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
      const { rules } = this.#options;
      const entry = newest === null ? null : entryAt(newest, position.side, rules);
      if (!sameRecord(entry, entryRecord)) this.#report('E4', `position ${id} did not use the newest price`);
      if (stamp.now - entryRecord.time > rules.staleAfterMs) {
        this.#report('E4', `position ${id} was opened at a stale price`);
      }
      const exit = newest === null ? entryRecord : exitAt(newest, position.side, rules);
      if (!levelsInPlace(position.side, exit.price, position.takeProfit, position.stopLoss)) {
        this.#report('E2', `position ${id} was opened with triggers on the wrong side`);
      }
      if (!stopHasTurn(position.side, position.stopLoss, position.liquidationPrice)) {
        this.#report('E2', `position ${id} was opened with a stop loss beyond its liquidation`);
      }
      if (stamp.ended) this.#report('E2', `position ${id} was opened after the end of its market`);
      if (position.maker) this.#report('E13', `position ${id} took its price and paid the maker fee`);
    }
    if (position.added.length > 0 || position.funding !== 0n) this.#report('E13', `position ${id} is not new`);
    this.#checkFillTime(openedAt, entryRecord);
    if (position.entryPrice !== entryRecord.price) this.#report('E10', `position ${id} has a price of its own`);
    if (position.notional !== position.margin * BigInt(position.leverage)) this.#report('E1', `notional of ${id}`);
    if (position.liquidationPrice !== liquidationLevel(position, this.#options.rules)) {
      this.#report('E5', `liquidation price of position ${id} is ${position.liquidationPrice}`);
    }
    if (position.openFee !== openFee(position, this.#options.rules)) this.#report('L8', `opening fee of ${id}`);
    const base = this.#prices.bySeq(symbol, entryRecord.seq);
    const start = base === null ? null : exitAt(base, position.side, this.#options.rules);
    if (position.trailing !== null && !sameRecord(start, recordOf(symbol, position.trailing))) {
      this.#report('E2', `the trailing stop of position ${id} does not start at its opening`);
    }
    const best = this.#bestSince(position, stamp.seq);
    this.#books.positions.set(id, { state: position, due: null, best, ledgerChange: 0n, claimed: 0n });
    this.#books.everPositions.set(id, position.accountId);
  }

  #close(trade: SeenTrade, stamp: Stamp): void {
    const known = this.#books.positions.get(trade.positionId);
    if (known === undefined) {
      return this.#report('E2', `trade ${trade.id} closes position ${trade.positionId}, which is not open`);
    }
    const { state, due } = known;
    if (this.#books.everTrades.has(trade.id)) this.#report('E2', `trade ${trade.id} was written twice`);
    if (trade.margin > state.margin || trade.margin <= 0n) this.#report('E3', `trade ${trade.id} of ${trade.margin}`);
    this.#checkCause(trade, state, due, stamp);
    /** A market that ends closes at the last valid price, however old. */
    if (trade.reason !== 'marketEnd') this.#checkFillTime(trade.closedAt, trade.exitRecord);
    if (trade.openedAt !== state.openedAt) this.#report('E11', `trade ${trade.id} has an opening of its own`);
    if (trade.exitPrice !== trade.exitRecord.price) this.#report('E10', `trade ${trade.id} has a price of its own`);

    const must = expectedClose({ ...state, margin: trade.margin }, trade.exitPrice, trade.reason, this.#options.rules);
    const feeShare = trade.fee - must.closeFee;
    const last = trade.margin === state.margin;
    if (trade.pnl !== must.pnl) this.#report('E7', `trade ${trade.id}: PnL ${trade.pnl}, must be ${must.pnl}`);
    if (trade.pnl < -trade.margin) this.#report('E6', `trade ${trade.id} loses more than its margin`);
    if (trade.insurance !== must.insurance) this.#report('E6', `trade ${trade.id}: insurance ${trade.insurance}`);
    if (feeShare < 0n || feeShare > state.openFee || (last && feeShare !== state.openFee)) {
      this.#report('E7', `trade ${trade.id}: share of the opening fee is ${feeShare} of ${state.openFee}`);
    }
    if (plain([trade.added, trade.maker]) !== plain([state.added, state.maker])) {
      this.#report('E13', `trade ${trade.id} has entries of its own`);
    }
    const funding = ratio(state.funding * trade.margin, state.margin).floor();
    if (trade.funding !== funding)
      this.#report('E14', `trade ${trade.id}: funding ${trade.funding}, must be ${funding}`);
    const lastAt = state.added.at(-1)?.addedAt ?? state.openedAt;
    if (trade.closedAt < lastAt) this.#report('E11', `trade ${trade.id} closed before something was added`);
    this.#checkExtremes(trade, state);
    this.#checkTrailing(trade, known);
    this.#closeFees.set(trade.id, must.closeFee);
    known.claimed += trade.pnl - trade.fee;
    const margin = state.margin - trade.margin;
    known.state = {
      ...{ ...state, margin, notional: margin * BigInt(state.leverage), openFee: state.openFee - feeShare },
      funding: state.funding - funding,
    };
    this.#books.everTrades.set(trade.id, trade.positionId);
  }

  /** The best quote that a position's trailing stop has seen since it was set, as far as this process knows. */
  #bestSince({ symbol, side, trailing }: SeenPosition, upTo: bigint): Best | null {
    if (trailing === null) return null;
    const lived = this.#prices.since(symbol, trailing.peak.seq ?? 0n, upTo);
    return lived.reduce<Best | null>(
      (best, record) => better(best, exitAt(record, side, this.#options.rules), side === 'short'),
      trailing.peak,
    );
  }

  /** What a trade says of its trailing stop: the best price from when it was set to the close. */
  #checkTrailing({ id, trailing, exitRecord, reason, side }: SeenTrade, { state }: AuditedPosition): void {
    const isSame = trailing?.unit === state.trailing?.unit && trailing?.value === state.trailing?.value;
    // Set, or removed, by a command right before the close.
    const isNew = reason === 'user' && !isSame;
    const { unit, value } = (isNew ? trailing : state.trailing) ?? {};
    const { seq, price, time } = exitRecord;
    const peak = isNew ? { seq, price, time } : this.#bestSince(state, seq);
    const must = unit === undefined ? null : { unit, value, peak };
    if (plain(trailing) !== plain(must))
      this.#report('E8', `trade ${id}: trailing stop ${plain(trailing)}, must be ${plain(must)}`);
    if (reason !== 'trailingStop' || trailing === null) return;
    const level = trailingStopAt(side === 'short', trailing.peak.price, trailing);
    if (side === 'long' ? exitRecord.price > level : exitRecord.price < level) {
      this.#report('E2', `trade ${id} was closed by a trailing stop that was not reached`);
    }
  }

  /** Every price from entry to exit counts; of what was before this process nothing is claimed to be known tick by tick. */
  #checkExtremes({ id, extremes, exitRecord }: SeenTrade, { side, symbol, entryRecord, added }: SeenPosition): void {
    const lived = this.#prices
      .between(symbol, entryRecord.seq, exitRecord.seq)
      .map((price) => exitAt({ ...entryRecord, price }, side, this.#options.rules).price);
    const isKnown = this.#prices.bySeq(symbol, entryRecord.seq) !== null;
    if (extremes === null && !isKnown) return;
    const prices = [entryRecord.price, ...added.map(({ record }) => record.price), exitRecord.price, ...lived];
    const highest = prices.reduce((a, b) => (b > a ? b : a));
    const lowest = prices.reduce((a, b) => (b < a ? b : a));
    const [best, worst] = side === 'long' ? [highest, lowest] : [lowest, highest];
    const path = isKnown ? 'ticks' : 'candles';
    if (plain(extremes) !== plain({ best, worst, path })) {
      this.#report('E7', `trade ${id}: extremes ${plain(extremes)}, must be ${plain({ best, worst, path })}`);
    }
  }

  #checkCause(
    trade: SeenTrade,
    state: SeenPosition,
    due: { record: SeenRecord; reason: string } | null,
    stamp: Stamp,
  ): void {
    const about = `position ${state.id} closed by ${trade.reason}`;
    if (trade.orderId !== null || trade.reason === 'order') {
      const filled = this.#reductions.get(trade.orderId ?? 0n);
      if (filled === undefined || trade.reason !== 'order' || filled.order.reduces !== state.id) {
        return this.#report('E2', `${about}, and not by an order that fired`);
      }
      if (due !== null && filled.record.seq >= due.record.seq) this.#report('E2', `${about}, must be ${due.reason}`);
      return this.#orders.reduction(filled, trade.margin, state.margin, trade.exitRecord);
    }
    if (trade.reason === 'attemptEnd') return this.#checkEnd(trade, state, due);
    if (due !== null) {
      if (trade.reason !== due.reason) this.#report('E2', `${about}, must be ${due.reason}`);
      if (!sameRecord(trade.exitRecord, due.record))
        this.#report('E8', `${about} at another price than the one that crossed`);
      if (trade.margin !== state.margin) this.#report('E2', `${about} in part`);
      return;
    }
    const price = this.#prices.newestUpTo(state.symbol, stamp.seq);
    const newest = price === null ? null : exitAt(price, state.side, this.#options.rules);
    if (trade.reason === 'user') {
      if (!sameRecord(trade.exitRecord, newest)) this.#report('E4', `${about} not at the newest price`);
      if (stamp.now - trade.exitRecord.time > this.#options.rules.staleAfterMs)
        this.#report('E4', `${about} at a stale price`);
      return;
    }
    if (trade.reason !== 'marketEnd' || !stamp.ended) {
      this.#report('E5', `${about}, which nothing has caused`);
    } else if (!sameRecord(trade.exitRecord, newest ?? state.entryRecord)) {
      this.#report('E4', `${about} not at the last price`);
    }
  }

  /** The end of an attempt takes a position at once: only what a price has done before that goes before it. */
  #checkEnd(trade: SeenTrade, { id, symbol, side }: SeenPosition, due: AuditedPosition['due']): void {
    const { exitRecord } = trade;
    const problem = this.#classes.problemOfEnd(trade, (of, seq) => this.#prices.newestUpTo(of, seq));
    if (problem !== null) this.#report('E17', `position ${id} closed by the end of an attempt ${problem}`);
    if (due !== null && due.record.seq <= exitRecord.seq) this.#report('E2', `position ${id}, must be ${due.reason}`);
    const base = this.#prices.bySeq(symbol, exitRecord.seq);
    if (base !== null && !sameRecord(exitAt(base, side, this.#options.rules), exitRecord))
      this.#report('E4', `position ${id} closed by the end of an attempt at no price`);
  }

  #change(position: SeenPosition, shrunk: boolean, stamp: Stamp): void {
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
    const newest = price === null ? null : exitAt(price, position.side, this.#options.rules);
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
    this.#follow(known, trailing, before, stamp);
  }

  /** A trailing stop that stays goes on from the best price so far; another one starts at the newest price. */
  #follow(known: AuditedPosition, trailing: SeenTrailing | null, before: SeenPosition, stamp: Stamp): void {
    const { id, symbol, side } = before;
    const isSame = trailing?.unit === before.trailing?.unit && trailing?.value === before.trailing?.value;
    const newest = this.#prices.newestUpTo(symbol, stamp.seq);
    const start = newest === null ? null : exitAt(newest, side, this.#options.rules);
    if (trailing !== null && !isSame && !sameRecord(start, recordOf(symbol, trailing))) {
      this.#report('E2', `the trailing stop of position ${id} does not start at the newest price`);
    }
    const seen = isSame && trailing !== null ? this.#bestSince(before, trailing.peak.seq ?? 0n) : null;
    if (isSame && trailing !== null && seen?.price !== trailing.peak.price) {
      this.#report('E8', `the trailing stop of position ${id} went from ${plain(seen)} to ${plain(trailing.peak)}`);
    }
    known.best = this.#bestSince(known.state, stamp.seq);
  }

  /** What a position owes is paid before anything else happens to it. */
  #settle(known: AuditedPosition, payments: SeenFundingPayment[]): void {
    const { funding } = known.state;
    known.state = this.#funding.settle(known.state, payments);
    known.claimed += known.state.funding - funding;
  }

  #add(addition: SeenBatch['additions'][number], stamp: Stamp): void {
    const known = this.#books.positions.get(addition.positionId);
    const grown = new GrowthAudit(this.#prices, this.#options.rules, this.#report).add(known, addition, stamp);
    if (known === undefined || grown === null) return;
    this.#checkFillTime(addition.entry.addedAt, addition.entry.record);
    this.#addedFees += grown.openFee - known.state.openFee;
    known.state = grown;
  }

  #bookTransfers(batch: SeenBatch, stamp: Stamp): void {
    const payments = new Map(batch.fundingPayments.map((paid) => [paid.id, paid]));
    this.#money.book(batch, (transfer) => {
      const paid = payments.get(transfer.id);
      if (transfer.kind === 'funding' && paid === undefined) this.#report('E14', `transfer ${transfer.id} pays nobody`);
      if (
        paid !== undefined &&
        paid.waived > 0n &&
        this.#ledger.balance(paid.accountId, 'available') !== -paid.amount
      ) {
        this.#report('E15', `position ${paid.positionId} paid ${paid.amount}, and more was available`);
      }
      this.#classes.book(transfer, stamp);
      this.#ledger.apply(transfer);
      const positionId = this.#books.everTrades.get(transfer.subjectId) ?? transfer.subjectId;
      const position = this.#books.positions.get(positionId);
      if (position === undefined) return;
      for (const { ref, amount } of transfer.legs) if (ref.accountId !== null) position.ledgerChange += amount;
    });
  }

  #account(account: SeenAccount, version: bigint, stamp: Stamp): void {
    const { id } = account;
    const { positions, orders, accounts } = this.#books;
    if (account.version !== version) this.#report('E2', `account ${id} has version ${account.version}, not ${version}`);
    for (const book of ['available', 'orders', 'margin', 'locked'] as const) {
      const balance = this.#ledger.balance(id, book);
      if (balance !== account[book])
        this.#report('L2', `${book} of account ${id}: ${account[book]}, entries ${balance}`);
    }
    const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
    const margins = sum([...positions.values()].filter((p) => p.state.accountId === id).map((p) => p.state.margin));
    if (margins !== account.margin)
      this.#report('E1', `margin of account ${id}: ${account.margin}, positions ${margins}`);
    const reserved = sum([...orders.values()].filter((o) => o.state.accountId === id).map((o) => o.state.reserved));
    if (reserved !== account.orders)
      this.#report('E1', `orders of account ${id}: ${account.orders}, reserved ${reserved}`);
    this.#money.account(account);
    this.#classes.account(account, stamp);
    accounts.set(id, account);
  }

  #checkFillTime(at: number, record: SeenRecord): void {
    const age = at - record.time;
    if (age < 0 || age > this.#options.rules.staleAfterMs) this.#report('E4', `a fill at a price ${age} ms old`);
  }
}
