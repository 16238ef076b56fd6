import type { ClassRules, ClassWord, Exposure, Persona, Ppm, Usdt } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';

/** A class and what its market says of it. Times are wall clock, ms. */
export interface ClassRecord {
  id: bigint;
  word: ClassWord;
  number: number;
  code: string;
  marketId: string;
  createdAt: number;
  /** When an operator ended it; null while nobody has. */
  endedAt: number | null;
  /** How many people are in it now. */
  members: number;
  rules: ClassRules;
  startBalance: Usdt;
  /** Of its market. */
  label: string;
  /** Its market is over: by its operator, its days or its prices. */
  isOver: boolean;
}

/** Of a class, whose accounts closed a trade: also those of people who have left. */
export interface LossCount {
  accounts: number;
  losing: number;
}

/** How somebody who ever joined does. Amounts are net of fees and funding, by closed trades. */
export interface MemberRecord {
  userId: bigint;
  /** null: a guest's. */
  phone: string | null;
  persona: Persona | null;
  joinedAt: number;
  leftAt: number | null;
  /** null before an account was opened in the market. */
  account: MemberAccount | null;
}

export interface MemberAccount {
  id: bigint;
  /** Everything it holds, open positions at their margin. */
  total: Usdt;
  /** The attempt: a season of the account. */
  season: number;
  /** Of the attempt. */
  result: Usdt;
  /** The newest day (UTC, from 1970) on which something was realised, and what: also by an attempt that ended on it. */
  day: number;
  dayResult: Usdt;
  /** The largest fall of the attempt from a peak, in parts of the peak. */
  drawdown: Ppm;
  /** Closed in the attempt. */
  trades: number;
  /** In all attempts. */
  liquidations: number;
  /** Newest opening or closing, by the market's own clock, ms; null before the first. */
  lastTradeAt: number | null;
  /** By the market's own clock, ms; null before. */
  passedAt: number | null;
  endedAt: number | null;
}

/** An open position, as far as its worth depends on it. */
export interface HeldExposure extends Exposure {
  accountId: bigint;
  symbol: string;
}

/** The closed trades of a class that had the same leverage. */
export interface LeverageRecord {
  leverage: number;
  trades: number;
  losing: number;
  liquidations: number;
  result: Usdt;
}

/** What somebody is to a class. */
export type Belonging = 'member' | 'left' | 'operator' | 'stranger';

export interface ClassStore {
  /** The newest first. */
  list(): Promise<ClassRecord[]>;
  /** Those that somebody is in, the one joined last first. */
  of(userId: bigint): Promise<(ClassRecord & { joinedAt: number })[]>;
  byId(id: bigint): Promise<ClassRecord | null>;
  /** With whether `userId` is in it, in one look. */
  byCode(code: string, userId: bigint): Promise<(ClassRecord & { isMember: boolean }) | null>;
  /** The class that a market, its own or one of its drills, is of; null of every other market. */
  classOf(marketId: string): Promise<bigint | null>;
  /** `left`: they are not in it any more, and have an account in the market; `operator`: one who is not blocked, and is and was not in it. */
  belonging(classId: bigint, marketId: string, userId: bigint): Promise<Belonging>;
  /** Joins or comes back; said twice it does no harm. @param at wall clock, ms */
  join(classId: bigint, userId: bigint, at: number): Promise<void>;
  leave(classId: bigint, userId: bigint, at: number): Promise<void>;
  /** Everybody who ever joined. @param startBalance of its market */
  members(found: Pick<ClassRecord, 'id' | 'marketId'>, startBalance: Usdt): Promise<MemberRecord[]>;
  openPositions(marketId: string): Promise<HeldExposure[]>;
  byLeverage(marketId: string): Promise<LeverageRecord[]>;
  losses(marketId: string): Promise<LossCount>;
  /** With its market; said twice it does no harm. @param at wall clock, ms */
  end(id: bigint, at: number): Promise<void>;
}

/** A class that is made. */
export interface NewClassRecord {
  id: bigint;
  word: ClassWord;
  number: number;
  code: string;
  marketId: string;
  madeBy: bigint;
  /** Wall clock, ms. */
  createdAt: number;
}

/** Storage inside the transaction that makes a class. */
export interface ClassPublisher {
  /** Adds the market of the class, of any kind that a class can have. @param at wall clock, ms */
  addMarket(definition: MarketDefinition, lastKey: Uint8Array | null, at: number): Promise<void>;
  /** @returns false when the name or the code is taken */
  addClass(made: NewClassRecord): Promise<boolean>;
}
