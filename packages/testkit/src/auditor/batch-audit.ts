import { checkFillTime, type AuditParts, type Report, type Stamp } from './audit-parts.ts';
import { plain, type AuditedPosition, type Books } from './books.ts';
import type { ClassAudit } from './class-audit.ts';
import { CloseAudit } from './close-audit.ts';
import { removeClosed } from './closed-positions.ts';
import type { EntryBarAudit } from './entry-bar-audit.ts';
import type { FundingAudit } from './funding-audit.ts';
import { GrowthAudit, inOrder, toldNext } from './growth-audit.ts';
import type { LedgerModel } from './ledger-model.ts';
import { checkMarketBooks } from './market-books.ts';
import type { MoneyAudit } from './money-audit.ts';
import type { SeenAccount, SeenBatch, SeenCommand, SeenFundingPayment } from './observations.ts';
import { OrderAudit } from './order-audit.ts';
import { PositionAudit } from './position-audit.ts';
import { peakOf } from './trailing-peaks.ts';

/** What the check of a batch works with. */
export interface BatchParts extends AuditParts {
  ledger: LedgerModel;
  money: MoneyAudit;
  funding: FundingAudit;
  classes: ClassAudit;
  bars: EntryBarAudit;
  /** Commands of an account that have no answer yet. */
  waiting(accountId: bigint): readonly SeenCommand[];
}

/** Checks one committed batch against the books and carries it into them. */
export class BatchAudit {
  readonly #parts: BatchParts;
  readonly #books: Books;
  readonly #ledger: LedgerModel;
  readonly #money: MoneyAudit;
  readonly #report: Report;
  readonly #orders: OrderAudit;
  readonly #positions: PositionAudit;
  readonly #closes: CloseAudit;
  readonly #classes: ClassAudit;
  /** Opening fees of what was added in the batch. */
  #addedFees = 0n;

  constructor(parts: BatchParts) {
    const { books, prices, ledger, money, classes, rules, report } = parts;
    this.#parts = parts;
    this.#books = books;
    this.#ledger = ledger;
    this.#money = money;
    this.#classes = classes;
    this.#report = report;
    this.#orders = new OrderAudit(books, prices, rules, report);
    this.#positions = new PositionAudit(parts);
    this.#closes = new CloseAudit(parts, this.#orders, classes);
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
    this.#orders.changes(batch.changedOrders, stamp);
    const { fills, reductions, refused, cancels } = this.#orders.end(batch, stamp);
    const opened = [...batch.openedPositions, ...this.#positions.fleeting(batch)];
    for (const position of opened) this.#positions.open(position, fills, stamp);
    for (const fill of fills) this.#report('E2', `order ${fill.order.id} was filled without a position`);
    for (const order of batch.placedOrders) {
      this.#classes.placed(order);
      this.#orders.place(order, batch.placedOrders, stamp);
    }
    const shrunk = new Set<bigint>();
    const payments = [...batch.fundingPayments];
    const steps = inOrder(batch);
    for (const [n, { addition, trade }] of steps.entries()) {
      const known = this.#books.positions.get(addition?.positionId ?? trade?.positionId ?? 0n);
      const filledAt = addition?.entry.record ?? trade?.exitRecord;
      if (known !== undefined) this.#payFunding(known, payments, filledAt?.seq ?? null);
      if (addition !== undefined) {
        const next = toldNext(addition.positionId, steps.slice(n + 1), batch);
        this.#add(addition, next, stamp);
      }
      if (trade === undefined) continue;
      this.#closes.close(trade, reductions, stamp);
      shrunk.add(trade.positionId);
    }
    for (const { id, fundedAt } of batch.changedPositions) {
      const known = this.#books.positions.get(id);
      if (known !== undefined && fundedAt > known.state.fundedAt) this.#payFunding(known, payments, null);
    }
    for (const paid of payments)
      this.#report('E16', `position ${paid.positionId} paid ${plain(paid)} and owed nothing`);
    for (const { orderId } of batch.trades) if (orderId !== null) reductions.delete(orderId);
    for (const id of reductions.keys()) this.#report('E2', `order ${id} was filled without a trade`);
    for (const position of batch.changedPositions) this.#positions.change(position, shrunk.has(position.id), stamp);
    this.#classes.begin(batch, stamp);
    this.#bookTransfers(batch, stamp);
    this.#classes.told(batch, refused);
    this.#parts.bars.run(batch, cancels, {
      stamp,
      waiting: (id) => this.#parts.waiting(id),
      isOver: (id) => this.#classes.isOver(id),
    });
    this.#money.run(batch, stamp);
    checkMarketBooks(batch, opened, this.#addedFees, this.#closes.fees, this.#report);
    const fleeting = opened.slice(batch.openedPositions.length).map(({ id }) => id);
    removeClosed(this.#books, [...fleeting, ...batch.closedPositions], shrunk, this.#report);
    for (const account of batch.newAccounts) this.#account(account, 1n, stamp);
    for (const account of batch.accounts) {
      this.#account(account, (this.#books.accounts.get(account.id)?.version ?? 0n) + 1n, stamp);
    }
    this.#ledger.check();
  }

  /** What a position owes is paid before anything else happens to it, and nothing that was decided after what happens. */
  #payFunding(known: AuditedPosition, payments: SeenFundingPayment[], until: bigint | null): void {
    const { funding } = known.state;
    known.state = this.#parts.funding.pay(known.state, payments, until);
    known.claimed += known.state.funding - funding;
  }

  #add(addition: SeenBatch['additions'][number], next: ReturnType<typeof toldNext>, stamp: Stamp): void {
    const known = this.#books.positions.get(addition.positionId);
    const growth = new GrowthAudit(this.#parts.prices, this.#parts.rules, this.#report);
    const grown = growth.add(known, addition, next, stamp);
    if (known === undefined || grown === null) return;
    checkFillTime(this.#parts, addition.entry.addedAt, addition.entry.record);
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
}
