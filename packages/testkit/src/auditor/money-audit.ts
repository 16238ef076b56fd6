import { plain, type Books } from './books.ts';
import { coinsWorth, sameRecord } from './formulas.ts';
import type { LedgerModel } from './ledger-model.ts';
import type {
  SeenAccount,
  SeenBatch,
  SeenCommand,
  SeenEffect,
  SeenRecord,
  SeenRules,
  SeenSeason,
  SeenSettlement,
  SeenTransfer,
  SeenWithdrawal,
} from './observations.ts';
import type { PriceModel } from './price-model.ts';

type Report = (rule: string, message: string) => void;

/** Transfers that are results of trading; every other one must have a fact of its own behind it. */
const TRADING = new Set([
  'add',
  'funding',
  'open',
  'close',
  'liquidate',
  'orderPlace',
  'orderAmend',
  'orderCancel',
  'orderFill',
]);

const ENDS_OF_WITHDRAWALS = new Set(['withdrawPaid', 'cardPayout', 'withdrawRefund']);

/** Section 12 of the specification, in units of the coin. */
export const WITHDRAWAL_MINIMUMS: Readonly<Record<string, bigint>> = {
  USDT: 10_000_000n,
  BTC: 10_000n,
  ETH: 1_000_000n,
};

/** A leg of a transfer in one line of text. */
const leg = (accountId: bigint | null, book: string, amount: bigint): string =>
  `${accountId ?? 'market'}:${book}:${amount}`;

function movement(kind: string, subjectId: bigint, legs: string[]): string {
  return `${kind} of ${subjectId} ${legs.sort().join(' ')}`;
}

interface Moment {
  seq: bigint;
  now: number;
}

/**
 * Keeps its own account of practice money: what was asked for, how each operation ended, what each
 * season brought. Every transfer that isn't trading must be the one that a written fact needs.
 */
export class MoneyAudit {
  readonly #books: Books;
  readonly #ledger: LedgerModel;
  readonly #prices: PriceModel;
  readonly #rules: SeenRules;
  readonly #startBalance: bigint;
  readonly #report: Report;
  /** Every way in which each operation was asked to end. */
  readonly #effects = new Map<bigint, { accountId: bigint; effect: SeenEffect }[]>();
  /** Result of trading in the season that lasts, from the entries. */
  readonly #realised = new Map<bigint, bigint>();
  readonly #seasons = new Map<bigint, { number: number; startedAt: number | null }>();
  /** Committed and acknowledged adjustments and fresh starts, by kind and account. */
  readonly #done = new Map<string, number>();
  readonly #acknowledged = new Map<string, number>();

  constructor(
    books: Books,
    ledger: LedgerModel,
    prices: PriceModel,
    options: { rules: SeenRules; startBalance: bigint },
    report: Report,
  ) {
    this.#books = books;
    this.#ledger = ledger;
    this.#prices = prices;
    this.#rules = options.rules;
    this.#startBalance = options.startBalance;
    this.#report = report;
  }

  asked({ type, operationId, accountId, effect }: SeenCommand): void {
    if (type !== 'settleOperation' || operationId === undefined || accountId === undefined || effect === undefined)
      return;
    const known = this.#effects.get(operationId) ?? [];
    known.push({ accountId, effect });
    this.#effects.set(operationId, known);
  }

  /** Books the transfers of a batch one after another, with the ends of seasons between them. */
  book(batch: SeenBatch, each: (transfer: SeenTransfer) => void): void {
    const ends = batch.seasons.toSorted((a, b) => (a.endedId < b.endedId ? -1 : 1));
    for (const transfer of batch.transfers) {
      while (ends[0] !== undefined && ends[0].endedId < transfer.id) this.#endSeason(ends.shift() as SeenSeason);
      each(transfer);
      if (!TRADING.has(transfer.kind)) continue;
      for (const { ref, amount } of transfer.legs) {
        if (ref.accountId === null) continue;
        this.#realised.set(ref.accountId, (this.#realised.get(ref.accountId) ?? 0n) + amount);
      }
    }
    for (const season of ends) this.#endSeason(season);
  }

  /** Checks the facts of a batch, and that nothing but them moved money. */
  run(batch: SeenBatch, moment: Moment): void {
    const written = new Set(batch.priceRecords.map(plain));
    const expected = batch.newAccounts.flatMap(({ id }) => this.#grant(id));
    for (const withdrawal of batch.withdrawals) expected.push(this.#withdrawal(withdrawal, written, moment));
    for (const settlement of batch.settlements) expected.push(...this.#settlement(settlement, batch, written, moment));
    for (const { accountId, endBalance } of batch.seasons) {
      if (endBalance > 0n) {
        const legs = [leg(accountId, 'available', -endBalance), leg(null, 'issuance', endBalance)];
        expected.push(movement('seasonEnd', accountId, legs));
      }
      expected.push(...this.#grant(accountId));
    }
    expected.push(...this.#log(batch));
    const actual = batch.transfers.filter(({ kind }) => !TRADING.has(kind)).map(asMovement);
    if (plain(expected.sort()) !== plain(actual.sort())) {
      this.#report('P1', `money moved: ${plain(actual)}, must be ${plain(expected)}`);
    }
  }

  /** The account as the batch leaves it. */
  account({ id, locked, realisedPnl, season, seasonStartedAt }: SeenAccount): void {
    let underWay = 0n;
    for (const withdrawal of this.#books.withdrawals.values()) {
      if (withdrawal.accountId === id && !this.#books.settled.has(withdrawal.id)) underWay += withdrawal.value;
    }
    if (underWay !== locked) this.#report('E1', `locked of account ${id}: ${locked}, under way ${underWay}`);
    const realised = this.#realised.get(id) ?? 0n;
    if (realised !== realisedPnl) this.#report('L9', `account ${id} realised ${realisedPnl}, its entries ${realised}`);
    const known = this.#seasons.get(id) ?? { number: 1, startedAt: null };
    if (season !== known.number) this.#report('P3', `account ${id} is in season ${season}, not ${known.number}`);
    if (known.startedAt !== null && known.startedAt !== seasonStartedAt) {
      this.#report('P3', `season ${season} of account ${id} began at ${seasonStartedAt}, not ${known.startedAt}`);
    }
    this.#seasons.set(id, { number: known.number, startedAt: seasonStartedAt });
  }

  /** What was acknowledged to somebody must be there (rule L7). */
  acknowledged({ type, accountId = 0n, operationId = 0n, effect }: SeenCommand): void {
    if (type === 'settleOperation') {
      const settled = this.#books.settled.get(operationId);
      if (settled === undefined || settled.failure !== (effect?.failure ?? null)) {
        this.#report('L7', `acknowledged and not there: ${effect?.kind} of operation ${operationId}`);
      }
      return;
    }
    const kind = type === 'startSeason' ? 'seasonStarted' : 'adjusted';
    const count = this.#count(this.#acknowledged, kind, accountId);
    if (count > (this.#done.get(`${kind} ${accountId}`) ?? 0)) {
      this.#report('L7', `acknowledged and not there: ${kind} number ${count} of account ${accountId}`);
    }
  }

  #grant(accountId: bigint): string[] {
    const amount = this.#startBalance;
    return amount === 0n
      ? []
      : [movement('grant', accountId, [leg(null, 'issuance', -amount), leg(accountId, 'available', amount)])];
  }

  #withdrawal(withdrawal: SeenWithdrawal, written: ReadonlySet<string>, moment: Moment): string {
    const { id, accountId, userId, asset, amount, fee, network, card, value, record } = withdrawal;
    const about = `withdrawal ${id}`;
    if (this.#books.withdrawals.has(id)) this.#report('P2', `${about} was written twice`);
    if (amount < (WITHDRAWAL_MINIMUMS[asset] ?? 0n)) this.#report('P2', `${about} is below the minimum`);
    if ((card === null) === (network === null)) this.#report('P2', `${about} goes to ${card} and ${network}`);
    if (card !== null && asset !== 'USDT') this.#report('P2', `${about} pays ${asset} to a card`);
    if (card === null ? fee <= 0n || fee >= amount : fee !== 0n) this.#report('P2', `${about} has a fee of ${fee}`);
    const owner = this.#books.accounts.get(accountId)?.userId;
    if (owner !== undefined && owner !== userId) this.#report('P2', `${about} is of user ${userId}, not ${owner}`);
    this.#checkRecord(about, asset, record, written, moment);
    const must = coinsWorth(asset, amount, record?.price ?? 0n).ceil();
    if (value !== must) this.#report('L8', `${about} locked ${value}, must be ${must}`);
    this.#books.withdrawals.set(id, withdrawal);
    return movement('withdraw', id, [leg(accountId, 'available', -must), leg(accountId, 'locked', must)]);
  }

  #settlement(settlement: SeenSettlement, batch: SeenBatch, written: ReadonlySet<string>, moment: Moment): string[] {
    const { operationId, failure, transferId, record } = settlement;
    const about = `operation ${operationId}`;
    if (this.#books.settled.has(operationId)) this.#report('P1', `${about} was settled twice`);
    this.#books.settled.set(operationId, settlement);
    const asked = (this.#effects.get(operationId) ?? []).find(({ effect }) => this.#fits(effect, settlement));
    if (asked === undefined) {
      this.#report('P1', `${about} ended as nobody has asked: ${plain(settlement)}`);
      return [];
    }
    const { accountId, effect } = asked;
    if (effect.kind === 'deposit') this.#checkRecord(about, effect.asset ?? '', record, written, moment);
    else if (record !== null) this.#report('P1', `${about} has a price`);
    const withdrawal = this.#books.withdrawals.get(operationId);
    if (
      ENDS_OF_WITHDRAWALS.has(effect.kind) &&
      (withdrawal?.accountId !== accountId || withdrawal.value !== effect.value)
    ) {
      this.#report('P1', `${about} gives or takes what was not locked`);
    }
    if (effect.kind === 'failure') {
      if (transferId !== null) this.#report('P1', `${about} failed and moved money`);
      return [];
    }
    const transfer = batch.transfers.find(({ id }) => id === transferId);
    if (transfer?.kind !== effect.kind || transfer.subjectId !== operationId) {
      this.#report(
        'P1',
        `${about} names the transfer ${transferId}, which is ${transfer?.kind} of ${transfer?.subjectId}`,
      );
    }
    const amount = effect.value ?? settlement.value ?? 0n;
    const [from, to]: [[bigint | null, string], [bigint | null, string]] = {
      deposit: [
        [null, 'network'],
        [accountId, 'available'],
      ],
      card: [
        [null, 'issuance'],
        [accountId, 'available'],
      ],
      withdrawPaid: [
        [accountId, 'locked'],
        [null, 'network'],
      ],
      cardPayout: [
        [accountId, 'locked'],
        [null, 'issuance'],
      ],
      withdrawRefund: [
        [accountId, 'locked'],
        [accountId, 'available'],
      ],
    }[effect.kind] as [[bigint | null, string], [bigint | null, string]];
    if (failure !== null && settlement.value !== null) this.#report('P1', `${about} failed with a value`);
    return [movement(effect.kind, operationId, [leg(...from, -amount), leg(...to, amount)])];
  }

  /** Whether a settlement is what an effect must come to. */
  #fits(effect: SeenEffect, { failure, value, record }: SeenSettlement): boolean {
    if (effect.failure !== undefined) return failure === effect.failure && value === null;
    if (failure !== null) return false;
    if (effect.kind !== 'deposit') return value === (effect.value ?? effect.amount);
    return value === coinsWorth(effect.asset ?? '', effect.amount ?? 0n, record?.price ?? 0n).floor();
  }

  #checkRecord(
    about: string,
    asset: string,
    record: SeenRecord | null,
    written: ReadonlySet<string>,
    { seq, now }: Moment,
  ): void {
    if (asset === 'USDT') {
      if (record !== null) this.#report('E4', `${about} of USDT has a price`);
      return;
    }
    const newest = this.#prices.newestUpTo(`${asset}USDT`, seq);
    if (!sameRecord(record, newest)) this.#report('E4', `${about} was not reckoned at the newest price`);
    if (record === null) return;
    if (now - record.time > this.#rules.staleAfterMs) this.#report('E4', `${about} was reckoned at a stale price`);
    if (!written.has(plain(record))) this.#report('E4', `${about} used a price that is not recorded`);
  }

  #endSeason({ accountId, number, startedAt, endedAt, endedId, endBalance, realisedPnl }: SeenSeason): void {
    const about = `season ${number} of account ${accountId}`;
    const known = this.#seasons.get(accountId) ?? { number: 1, startedAt: null };
    if (number !== known.number) this.#report('P3', `${about} ended, not ${known.number}`);
    if (known.startedAt !== null && known.startedAt !== startedAt) this.#report('P3', `${about} began at ${startedAt}`);
    const realised = this.#realised.get(accountId) ?? 0n;
    if (realised !== realisedPnl) this.#report('L9', `${about} realised ${realisedPnl}, its entries ${realised}`);
    const left = this.#ledger.balance(accountId, 'available');
    if (left !== endBalance) this.#report('P3', `${about} ended with ${endBalance}, available were ${left}`);
    for (const book of ['margin', 'orders']) {
      const open = this.#ledger.balance(accountId, book);
      if (open !== 0n) this.#report('P3', `${about} ended with ${open} in ${book}`);
    }
    for (const id of this.#books.positions.keys()) {
      const position = this.#books.positions.get(id)?.state;
      if (position?.accountId === accountId && id < endedId && position.margin > 0n) {
        this.#report('P3', `position ${id} outlived ${about}`);
      }
    }
    this.#realised.set(accountId, 0n);
    this.#seasons.set(accountId, { number: known.number + 1, startedAt: endedAt });
  }

  /** Every adjustment, and nothing else, is told to the person; so is every fresh start. */
  #log({ log, seasons, transfers, accounts, newAccounts }: SeenBatch): string[] {
    const byUser = new Map([...newAccounts, ...accounts].map(({ id, userId }) => [userId, id]));
    const expected: string[] = [];
    const started: bigint[] = [];
    for (const { userId, kind, amount = 0n, transferId } of log) {
      const accountId = byUser.get(userId);
      if (accountId === undefined) {
        this.#report('C4', `the log of user ${userId} tells of what did not happen`);
        continue;
      }
      this.#count(this.#done, kind, accountId);
      if (kind === 'seasonStarted') started.push(accountId);
      if (kind !== 'adjusted') continue;
      const transfer = transfers.find(({ id }) => id === transferId);
      if (transfer?.kind !== 'adjustment') this.#report('C4', `the log names the transfer ${transferId}`);
      const legs = [leg(null, 'issuance', -amount), leg(accountId, 'available', amount)];
      expected.push(movement('adjustment', accountId, legs));
    }
    if (plain(started) !== plain(seasons.map(({ accountId }) => accountId))) {
      this.#report('C4', `seasons ended: ${plain(seasons)}, told: ${plain(started)}`);
    }
    return expected;
  }

  #count(counts: Map<string, number>, kind: string, accountId: bigint): number {
    const key = `${kind} ${accountId}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  }
}

function asMovement({ kind, subjectId, legs }: SeenTransfer): string {
  return movement(
    kind,
    subjectId,
    legs.map(({ ref, amount }) => leg(ref.accountId, ref.book, amount)),
  );
}
