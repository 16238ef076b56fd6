import { ratio, type Rational } from '../rational.ts';
import type { Report } from './audit-parts.ts';
import { plain } from './books.ts';
import { sameRecord } from './formulas.ts';
import type {
  SeenBatch,
  SeenFundingPayment,
  SeenFundingRound,
  SeenPosition,
  SeenRecord,
  SeenRules,
} from './observations.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Value at the round's price times its rate, from who pays to who receives: exact. */
function exactDue({ side, entryPrice, margin, leverage }: SeenPosition, { rate, record }: SeenFundingRound): Rational {
  const value = ratio(margin)
    .times(ratio(BigInt(leverage)))
    .times(ratio(record.price, entryPrice))
    .floor();
  return ratio(side === 'long' ? -value : value).times(ratio(rate, 1_000_000n));
}

/** Keeps every minute's last price, decides every interval again, and makes sure that everybody pays it once. */
export class FundingAudit {
  readonly #rules: SeenRules;
  readonly #report: Report;
  /** Of this process, by symbol: the price of every minute that had one. */
  #closes = new Map<string, Map<number, bigint>>();
  /** The newest hour that each pair has passed in this process. */
  #passed = new Map<string, number>();
  /** Decided and not written yet. */
  #expected = new Map<string, SeenFundingRound>();
  readonly #written = new Map<string, SeenFundingRound>();

  constructor(rules: SeenRules, report: Report) {
    this.#rules = rules;
    this.#report = report;
  }

  /** Nothing but what is written is left. */
  restarted(): void {
    this.#closes = new Map();
    this.#passed = new Map();
    this.#expected = new Map();
  }

  /** A valid price has come: its minute counts, whether trading stands still or not. */
  heard({ symbol, time, price }: SeenRecord): void {
    const closes = this.#closes.get(symbol) ?? new Map<number, bigint>();
    this.#closes.set(symbol, closes);
    closes.set(time - (((time % MINUTE) + MINUTE) % MINUTE), price);
    if (!this.#passed.has(symbol)) this.#passed.set(symbol, this.#hourOf(time));
  }

  /** What is open meets a price that was heard. */
  tick(record: SeenRecord): void {
    const { funding } = this.#rules;
    if (funding === null) return;
    const { symbol, time, price } = record;
    const interval = funding.intervalHours * HOUR;
    const hour = this.#hourOf(time);
    const closes = this.#closes.get(symbol) ?? [];
    const from = this.#passed.get(symbol) ?? hour;
    for (let at = from + interval; at <= hour; at += interval) {
      const within = [...closes].filter(([minute]) => minute >= at - interval && minute < at).map(([, close]) => close);
      if (within.length === 0) continue;
      const sum = within.reduce((total, close) => total + close, 0n);
      const average = ratio(sum, BigInt(within.length)).floor();
      const premium = ratio((price - average) * 1_000_000n, average).floor();
      const rate = premium > funding.cap ? funding.cap : premium < -funding.cap ? -funding.cap : premium;
      const round = { symbol, at, record, average, minutes: within.length, rate };
      if (!this.#written.has(`${symbol} ${at}`)) this.#expected.set(`${symbol} ${at}`, round);
    }
    this.#passed.set(symbol, hour);
  }

  #hourOf(time: number): number {
    const interval = (this.#rules.funding?.intervalHours ?? 1) * HOUR;
    return time - (((time % interval) + interval) % interval);
  }

  committed({ fundingRounds }: SeenBatch): void {
    for (const round of fundingRounds) {
      const key = `${round.symbol} ${round.at}`;
      const known = this.#written.get(key) ?? this.#expected.get(key);
      if (plain(known) !== plain(round)) this.#report('E14', `funding ${plain(round)}, must be ${plain(known)}`);
      this.#expected.delete(key);
      this.#written.set(key, round);
    }
  }

  /** Rounds that a position has not paid, ascending. @param until number of the newest price that may have decided one; null: any */
  owedBy({ symbol, fundedAt, entryRecord }: SeenPosition, until: bigint | null = null): SeenFundingRound[] {
    return [...this.#written.values()]
      .filter((round) => round.symbol === symbol && round.rate !== 0n)
      .filter(({ record }) => until === null || record.seq <= until)
      .filter(({ at }) => at > fundedAt && at > entryRecord.time)
      .sort((a, b) => a.at - b.at);
  }

  /** The position as it is when it has paid everything that it owes by then, and what it paid. @param until as of {@link owedBy} */
  pay(position: SeenPosition, payments: SeenFundingPayment[], until: bigint | null): SeenPosition {
    let funded = position;
    for (const round of this.owedBy(position, until)) {
      const due = exactDue(position, round).floor();
      const place = payments.findIndex((paid) => paid.positionId === position.id && paid.round.at === round.at);
      const [paid] = place < 0 ? [] : payments.splice(place, 1);
      const { amount = 0n, waived = 0n } = paid ?? {};
      const about = `position ${position.id} at ${round.at}`;
      if (amount - waived !== due) this.#report('E14', `${about} paid ${amount} and ${waived} were waived of ${due}`);
      if (waived < 0n || (waived > 0n && amount > 0n)) this.#report('E15', `${about}: ${waived} waived of ${due}`);
      if (paid !== undefined && !sameRecord(paid.round.record, round.record))
        this.#report('E14', `${about} at another price`);
      funded = { ...funded, funding: funded.funding + amount, fundedAt: round.at };
    }
    return funded;
  }

  /** Nothing is in flight any more. */
  quiet(positions: Iterable<SeenPosition>): void {
    for (const round of this.#expected.values()) this.#report('E14', `no funding ${plain(round)}`);
    for (const position of positions) {
      const owed = this.owedBy(position);
      if (owed.length > 0) this.#report('E16', `position ${position.id} has not paid ${plain(owed)}`);
    }
  }
}
