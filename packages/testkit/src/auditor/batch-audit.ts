import { plain, type Books } from './books.ts';
import {
  expectedClose,
  levelsInPlace,
  liquidationLevel,
  liquidationOfOrder,
  openFee,
  sameRecord,
  stopHasTurn,
} from './formulas.ts';
import type { LedgerModel } from './ledger-model.ts';
import type { MoneyAudit } from './money-audit.ts';
import type {
  SeenAccount,
  SeenBatch,
  SeenOrder,
  SeenPosition,
  SeenRecord,
  SeenRules,
  SeenTrade,
} from './observations.ts';
import type { PriceModel } from './price-model.ts';
import { entryAt, exitAt } from './quotes.ts';

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

  constructor(
    books: Books,
    ledger: LedgerModel,
    prices: PriceModel,
    money: MoneyAudit,
    options: Options,
    report: Report,
  ) {
    this.#money = money;
    this.#books = books;
    this.#ledger = ledger;
    this.#prices = prices;
    this.#options = options;
    this.#report = report;
  }

  run(batch: SeenBatch, stamp: Stamp): void {
    const written = new Set(batch.priceRecords.map(plain));
    const used = [...batch.openedPositions.map((p) => p.entryRecord), ...batch.trades.map((t) => t.exitRecord)];
    for (const record of used) {
      if (!written.has(plain(record))) this.#report('E4', `a fill used a price that is not recorded: ${plain(record)}`);
    }
    const fills = this.#endOrders(batch, stamp);
    const opened = [...batch.openedPositions, ...this.#fleeting(batch)];
    for (const position of opened) this.#open(position, fills, stamp);
    for (const fill of fills) this.#report('E2', `order ${fill.order.id} was filled without a position`);
    for (const order of batch.placedOrders) this.#place(order, stamp);
    const shrunk = new Set<bigint>();
    for (const trade of batch.trades) {
      this.#close(trade, stamp);
      shrunk.add(trade.positionId);
    }
    for (const position of batch.changedPositions) this.#change(position, shrunk.has(position.id), stamp);
    this.#bookTransfers(batch);
    this.#money.run(batch, stamp);
    this.#marketBooks(batch, opened);
    const fleeting = opened.slice(batch.openedPositions.length).map(({ id }) => id);
    this.#removeClosed([...fleeting, ...batch.closedPositions], shrunk);
    for (const account of batch.newAccounts) this.#account(account, 1n);
    for (const account of batch.accounts) {
      this.#account(account, (this.#books.accounts.get(account.id)?.version ?? 0n) + 1n);
    }
    this.#ledger.check();
  }

  #endOrders(batch: SeenBatch, stamp: Stamp): { order: SeenOrder; record: SeenRecord }[] {
    const fills: { order: SeenOrder; record: SeenRecord }[] = [];
    for (const ended of batch.endedOrders) {
      const order = this.#books.orders.get(ended.id);
      this.#books.orders.delete(ended.id);
      if (order === undefined) this.#report('E2', `order ${ended.id} ended and was not open`);
      else if (ended.status === 'filled' && order.due === null)
        this.#report('E2', `order ${ended.id} filled untouched`);
      else if (ended.status === 'filled' && order.due !== null) fills.push({ order: ended, record: order.due.record });
      else if (order.due !== null) this.#report('E8', `order ${ended.id} was crossed and then cancelled`);
      else if (stamp.ended && ended.status !== 'cancelled') this.#report('E2', `order ${ended.id} outlived its market`);
    }
    return fills;
  }

  /** Positions that were opened and, by a fresh start, closed in the same batch: only their trades tell of them. */
  #fleeting({ openedPositions, trades }: SeenBatch): SeenPosition[] {
    const isNew = ({ positionId }: SeenTrade): boolean =>
      !this.#books.everPositions.has(positionId) && !openedPositions.some(({ id }) => id === positionId);
    return trades.filter(isNew).map((trade) => {
      const { positionId: id, accountId, symbol, side, margin, leverage, entryPrice, liquidationPrice } = trade;
      const { takeProfit, stopLoss, openedAt, entryRecord } = trade;
      const state = {
        id,
        accountId,
        symbol,
        side,
        margin,
        leverage,
        entryPrice,
        liquidationPrice,
        takeProfit,
        stopLoss,
      };
      const fee = openFee(trade, this.#options.rules);
      return { ...state, notional: margin * BigInt(leverage), openFee: fee, openedAt, entryRecord };
    });
  }

  #open(position: SeenPosition, fills: { order: SeenOrder; record: SeenRecord }[], stamp: Stamp): void {
    const { id, entryRecord, symbol, openedAt } = position;
    if (this.#books.everPositions.has(id)) this.#report('E2', `position ${id} was opened twice`);
    const fill = fills.findIndex(
      ({ order, record }) =>
        sameRecord(record, entryRecord) &&
        order.accountId === position.accountId &&
        order.side === position.side &&
        order.margin === position.margin &&
        order.leverage === position.leverage &&
        order.takeProfit === position.takeProfit &&
        order.stopLoss === position.stopLoss,
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
    }
    this.#checkFillTime(openedAt, entryRecord);
    if (position.entryPrice !== entryRecord.price) this.#report('E10', `position ${id} has a price of its own`);
    if (position.notional !== position.margin * BigInt(position.leverage)) this.#report('E1', `notional of ${id}`);
    if (position.liquidationPrice !== liquidationLevel(position, this.#options.rules)) {
      this.#report('E5', `liquidation price of position ${id} is ${position.liquidationPrice}`);
    }
    if (position.openFee !== openFee(position, this.#options.rules)) this.#report('L8', `opening fee of ${id}`);
    this.#books.positions.set(id, { state: position, due: null, ledgerChange: 0n, claimed: 0n });
    this.#books.everPositions.set(id, position.accountId);
  }

  #place(order: SeenOrder, stamp: Stamp): void {
    if (this.#books.everOrders.has(order.id)) this.#report('E2', `order ${order.id} was placed twice`);
    if (stamp.ended) this.#report('E2', `order ${order.id} was placed after the end of its market`);
    if (order.reserved !== order.margin + openFee(order, this.#options.rules)) {
      this.#report('E1', `order ${order.id} reserves ${order.reserved}`);
    }
    if (!levelsInPlace(order.side, order.limitPrice, order.takeProfit, order.stopLoss)) {
      this.#report('E2', `order ${order.id} has triggers on the wrong side`);
    }
    const newest = this.#prices.newestUpTo(order.symbol, stamp.seq);
    const { rules } = this.#options;
    const entry = newest === null ? null : entryAt(newest, order.side, rules);
    const liquidation = entry === null ? null : liquidationOfOrder(order, entry.price, rules);
    if (!stopHasTurn(order.side, order.stopLoss, liquidation)) {
      this.#report('E2', `order ${order.id} has a stop loss beyond its liquidation`);
    }
    if (order.status === 'open') this.#books.orders.set(order.id, { state: order, due: null });
    this.#books.everOrders.set(order.id, order.accountId);
  }

  #close(trade: SeenTrade, stamp: Stamp): void {
    const known = this.#books.positions.get(trade.positionId);
    if (known === undefined) {
      this.#report('E2', `trade ${trade.id} closes position ${trade.positionId}, which is not open`);
      return;
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
    this.#checkExtremes(trade, state);
    this.#closeFees.set(trade.id, must.closeFee);
    known.claimed += trade.pnl - trade.fee;
    const margin = state.margin - trade.margin;
    known.state = { ...state, margin, notional: margin * BigInt(state.leverage), openFee: state.openFee - feeShare };
    this.#books.everTrades.set(trade.id, trade.positionId);
  }

  /** Every price from entry to exit counts; of what was before this process nothing is claimed to be known tick by tick. */
  #checkExtremes({ id, extremes, exitRecord }: SeenTrade, { side, symbol, entryRecord }: SeenPosition): void {
    const lived = this.#prices
      .between(symbol, entryRecord.seq, exitRecord.seq)
      .map((price) => exitAt({ ...entryRecord, price }, side, this.#options.rules).price);
    const isKnown = this.#prices.bySeq(symbol, entryRecord.seq) !== null;
    if (extremes === null && !isKnown) return;
    const prices = [entryRecord.price, exitRecord.price, ...lived];
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

  #change(position: SeenPosition, shrunk: boolean, stamp: Stamp): void {
    const known = this.#books.positions.get(position.id);
    if (known === undefined) {
      this.#report('E2', `position ${position.id} changed and is not open`);
      return;
    }
    const { state, due } = known;
    if (due !== null) this.#report('E2', `position ${position.id} changed after ${due.reason} had taken it`);
    const { takeProfit, stopLoss } = position;
    if (plain({ ...position, takeProfit: state.takeProfit, stopLoss: state.stopLoss }) !== plain(state)) {
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
  }

  #bookTransfers(batch: SeenBatch): void {
    this.#money.book(batch, (transfer) => {
      this.#ledger.apply(transfer);
      const positionId = this.#books.everTrades.get(transfer.subjectId) ?? transfer.subjectId;
      const position = this.#books.positions.get(positionId);
      if (position === undefined) return;
      for (const { ref, amount } of transfer.legs) if (ref.accountId !== null) position.ledgerChange += amount;
    });
  }

  /** What users lost and paid by trading is what the market's own books gained, book by book. */
  #marketBooks({ transfers, trades }: SeenBatch, opened: readonly SeenPosition[]): void {
    const must = { clearing: 0n, fees: 0n, insurance: 0n };
    for (const position of opened) must.fees += position.openFee;
    for (const trade of trades) {
      must.clearing += trade.insurance - trade.pnl;
      must.insurance -= trade.insurance;
      must.fees += this.#closeFees.get(trade.id) ?? 0n;
    }
    for (const book of ['clearing', 'fees', 'insurance'] as const) {
      const legs = transfers
        .flatMap((transfer) => transfer.legs)
        .filter(({ ref }) => ref.accountId === null && ref.book === book);
      const gained = legs.reduce((sum, { amount }) => sum + amount, 0n);
      if (gained !== must[book]) this.#report('E6', `the ${book} book gained ${gained}, must be ${must[book]}`);
    }
  }

  #removeClosed(closed: readonly bigint[], shrunk: ReadonlySet<bigint>): void {
    for (const id of closed) {
      const position = this.#books.positions.get(id);
      this.#books.positions.delete(id);
      if (position === undefined) {
        this.#report('E2', `position ${id} closed and was not open`);
        continue;
      }
      if (position.state.margin !== 0n) this.#report('E3', `position ${id} closed with ${position.state.margin} left`);
      if (position.ledgerChange !== position.claimed) {
        this.#report('E7', `position ${id}: PnL − fees ${position.claimed}, ledger ${position.ledgerChange}`);
      }
    }
    for (const id of shrunk) {
      if (this.#books.positions.get(id)?.state.margin === 0n) this.#report('E3', `position ${id} is open and empty`);
    }
  }

  #account(account: SeenAccount, version: bigint): void {
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
    accounts.set(id, account);
  }

  #checkFillTime(at: number, record: SeenRecord): void {
    const age = at - record.time;
    if (age < 0 || age > this.#options.rules.staleAfterMs) this.#report('E4', `a fill at a price ${age} ms old`);
  }
}
