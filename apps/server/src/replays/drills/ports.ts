import type { CloseReason, MarketRules, Persona, Side, Usdt } from '@plecho/domain';
import type { PriceRecord } from '../../commands/batch.ts';
import type { ReplayPublisher } from '../ports.ts';
import type { DrillChange, DrillPlay } from './drill.ts';

/** A drill as it is stored. */
export interface DrillRecord extends DrillPlay {
  marketId: string;
  classId: bigint;
  /** What invites into the class. */
  classCode: string;
  datasetId: string;
  /** Of the recording, in the order of the market. */
  symbols: string[];
  /** When it begins in the recording, seconds. */
  startAt: number;
  /** Of the recording, from there on. */
  minutes: number;
  masked: boolean;
  /** Wall clock, ms. */
  createdAt: number;
  /** When it was read, by the clock of the database, ms: clocks of processes differ, and people count down together. */
  readAt: number;
  /** Of the market's clock, ms: everything up to there has been played. */
  playhead: number;
  /** Distance of the points of the path through the minute at the playhead, ms. */
  pathStep: number;
  /** Somebody has asked for its end. */
  ending: boolean;
  ended: boolean;
  /** How many people have an account in it. */
  members: number;
}

export type NewDrillRecord = Omit<
  DrillRecord,
  'classCode' | 'readAt' | 'state' | 'playsAt' | 'version' | 'ending' | 'ended' | 'members'
>;

/** Where a drill stands. */
export interface DrillPlace extends Pick<DrillRecord, 'marketId' | 'playhead' | 'pathStep'> {
  /** Of the owner of its market who says so. */
  term: bigint;
}

/** A class, as its drills need it. */
export interface DrilledClass {
  id: bigint;
  rules: MarketRules;
  startBalance: Usdt;
  ended: boolean;
}

/** Somebody who took part. */
export interface DrillPerson {
  userId: bigint;
  accountId: bigint;
  /** null: not chosen yet. */
  persona: Persona | null;
}

/** A part of a position that was closed in it. */
export interface DrillTrade {
  accountId: bigint;
  /** Of the account: each begins with the start balance. */
  season: number;
  symbol: string;
  side: Side;
  leverage: number;
  margin: Usdt;
  /** After fees and funding. */
  net: Usdt;
  /** The first of its fills. */
  entry: PriceRecord;
  exit: PriceRecord;
  reason: CloseReason;
}

/** What somebody is to the class of a drill; `operator`: one who is not blocked, and not in it. */
export type DrillBelonging = 'member' | 'operator' | 'stranger';

export interface DrillStore {
  find(marketId: string): Promise<DrillRecord | null>;
  /** Those that are there. */
  some(marketIds: readonly string[]): Promise<DrillRecord[]>;
  /** Newest first. */
  ofClass(classId: bigint, limit: number): Promise<DrillRecord[]>;
  /** null when there is no class with this code. */
  classOf(code: string): Promise<DrilledClass | null>;
  /** null when there is no such drill. */
  belonging(marketId: string, userId: bigint): Promise<DrillBelonging | null>;
  /** Whether somebody is a member of a class. */
  isOfClass(classId: bigint, userId: bigint): Promise<boolean>;
  /**
   * Makes of a drill what `decide` says, one after another; nothing when it is null.
   * @param now wall clock, ms, of the word that its market is to end
   * @returns it as it stands then; null when there is no such drill. Rejects with what `decide` throws.
   */
  change(
    marketId: string,
    now: number,
    decide: (drill: DrillRecord) => DrillChange | null,
  ): Promise<DrillRecord | null>;
  /** A playhead only goes forward. */
  save(places: readonly DrillPlace[]): Promise<void>;
  /** In the order in which they came. */
  people(marketId: string): Promise<DrillPerson[]>;
  /** In the order in which they were closed. */
  trades(marketId: string): Promise<DrillTrade[]>;
}

/** Storage inside a transaction that adds the market of a drill. */
export interface DrillPublisher extends ReplayPublisher {
  /** Its market has been added. */
  addDrill(drill: NewDrillRecord): Promise<void>;
}
