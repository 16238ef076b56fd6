import type { Candle, Provenance, Story } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';

/** What a recording has of a pair; times are opening times in seconds. */
export interface DatasetSeries {
  symbol: string;
  priceDecimals: number;
  first: number;
  last: number;
  /** How many there are between the two, both included. */
  minutes: number;
}

/** A recording that everybody may replay. It never changes. */
export interface DatasetRecord {
  id: string;
  /** Made by the product's own generator; null of what was imported. */
  story: Story | null;
  provenance: Provenance;
  /** Of the files, in alphabetical order. */
  sha256: string[];
  /** In alphabetical order. */
  series: DatasetSeries[];
}

/** The candles of a pair as they come in. */
export interface RecordedPair {
  symbol: string;
  priceDecimals: number;
  /** Ascending, no two of the same minute, at least one. */
  candles: Candle[];
}

/** A recording that is not stored yet. */
export interface NewDataset extends Omit<DatasetRecord, 'series'> {
  pairs: readonly RecordedPair[];
}

export interface DatasetStore {
  /** Those of the product first, then in the order in which they came. */
  list(): Promise<DatasetRecord[]>;
  find(id: string): Promise<DatasetRecord | null>;
  /** Whole or not at all. @param at wall clock, ms @returns false when it is there already */
  add(dataset: NewDataset, at: number): Promise<boolean>;
  /** All of a pair, ascending; none of a pair that the recording doesn't have. */
  read(id: string, symbol: string): Promise<Candle[]>;
}

/** An import that is under way. */
export interface RunningImport {
  symbol: string;
  /** Wall clock, ms. */
  startedAt: number;
  /** That have arrived. */
  bytes: number;
  /** That have been read. */
  rows: number;
}

/** Imports of the other processes of the installation. */
export interface ImportsElsewhere {
  list(): RunningImport[];
  /** How far the one of this process is; null: it is over. */
  tell(running: RunningImport | null): void;
}

/** A personal replay as it is stored. */
export interface ReplaySessionRecord {
  marketId: string;
  userId: bigint;
  datasetId: string;
  /** Of the recording, in the order of the market. */
  symbols: string[];
  /** When it begins in the recording, seconds. */
  startAt: number;
  masked: boolean;
  /** Wall clock, ms. */
  createdAt: number;
  /** Of the market's clock, ms: everything up to there has been played. */
  playhead: number;
  /** Distance of the points of the path through the minute at the playhead, ms: what it stands at depends on it. */
  pathStep: number;
  speed: number;
  ended: boolean;
}

/** Where a session stands. */
export type SessionPlace = Pick<ReplaySessionRecord, 'marketId' | 'playhead' | 'pathStep' | 'speed'>;

/** Since when a process has a replay. */
export interface ReplayTerm {
  /** null where no other process plays. */
  term: bigint | null;
}

export interface ReplaySessionStore {
  /** Newest first, at most `limit`. */
  list(userId: bigint, limit: number): Promise<ReplaySessionRecord[]>;
  find(marketId: string): Promise<ReplaySessionRecord | null>;
  /** @param places those that another process has taken since stay where it has them */
  save(places: readonly (SessionPlace & ReplayTerm)[]): Promise<void>;
}

/** A replay that this process has from now on. */
export interface TakenReplay {
  /** Grows with every change of the process that has it. */
  term: bigint;
  /** The connection to the database on which an earlier one may still write its market; null for none. */
  heldBy: number | null;
}

/** Which process has a replay: the one that was asked for it last. */
export interface ReplayOwners {
  /** @returns null when another process has taken it just now */
  take(marketId: string): Promise<TakenReplay | null>;
  /** @param terms by market @returns those of them that another process has taken since */
  lost(terms: ReadonlyMap<string, bigint>): Promise<string[]>;
  /** Whoever is asked next takes it at once. */
  giveUp(marketId: string, term: bigint): Promise<void>;
  /** Ends a connection, if it still has the lock of the market: its process has not noticed that it lost the replay. */
  fence(marketId: string, heldBy: number): Promise<void>;
}

/** What is to be done about replays where several processes play them. */
export interface ReplayOwnership extends ReplayOwners {
  /** Lets the other processes reach a replay here. Resolves when they can. @returns stops it */
  serve(marketId: string, term: bigint): Promise<() => void>;
}

/** Storage inside a transaction that adds a market. */
export interface ReplayPublisher {
  /** How many sessions of the user have not ended; nobody else of theirs is added meanwhile. */
  unfinished(userId: bigint): Promise<number>;
  hasMarket(id: string): Promise<boolean>;
  /** @param at wall clock, ms @returns false when the id is taken */
  addMarket(market: MarketDefinition, at: number): Promise<boolean>;
  /** Its market has been added. */
  addSession(session: ReplaySessionRecord): Promise<void>;
}
