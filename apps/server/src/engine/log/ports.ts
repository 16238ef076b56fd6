import type { Hash } from '@plecho/proofs';
import type { PriceRecord } from '../../commands/batch.ts';

/** Where the log of a market ends. */
export interface LogHead {
  /** Entries. */
  size: bigint;
  /** Roots of the perfect subtrees, from left to right. */
  frontier: Hash[];
  /** Number of the newest price that is logged; 0 if none. */
  lastSeq: bigint;
  /** Market time of the newest price, ms; null if there is none. */
  lastTime: number | null;
  /** The newest signed checkpoint; null before the first. */
  checkpoint: string | null;
  /** The newest entry that says what the market is. */
  definition: Uint8Array;
}

/** One entry. One without prices, a definition, has a `firstSeq` one above its `lastSeq`, which is that of the entry before. */
export interface LogEntry {
  hash: Hash;
  data: Uint8Array;
  firstSeq: bigint;
  lastSeq: bigint;
}

/** What is added in one step, whole or not at all. */
export interface LogAppend {
  /** In which it was found out how the log stands: nothing is added in a later one. */
  term: bigint;
  /** Entries that have to be there before: another writer's are not gone over. */
  expectedSize: bigint;
  /** None when only a checkpoint is added. */
  entries: readonly LogEntry[];
  /** As it is afterwards. */
  frontier: readonly Hash[];
  lastTime: number | null;
  /** A signed one of the size after this step. */
  checkpoint: string | null;
}

/** The storage of one market's log, on the connection that writes the market: whoever has its lock writes both. */
export interface LogStore {
  /** Of the owner that writes here, as its lock was taken last: each who takes the market has one more. */
  readonly term: bigint;
  /** null: nothing is logged. */
  load(): Promise<LogHead | null>;
  /** Prices that fills used, of numbers above `after`, ascending, at most `limit`. */
  stored(after: bigint, limit: number): Promise<PriceRecord[]>;
  /**
   * Rejects with IntegrityError when it is refused, and otherwise when it is not known to be done: then the log has
   * to be loaded again.
   */
  append(append: LogAppend): Promise<void>;
  /** Packs 256 entries that are not packed yet. @returns false when there are not so many */
  pack(): Promise<boolean>;
  /**
   * Drops what is old, of one bundle, and keeps what fills used.
   * @param inUse numbers of prices that may be used yet
   * @returns false when nothing is old
   */
  prune(inUse: readonly bigint[]): Promise<boolean>;
}

/** Signs the checkpoints of logs. */
export interface LogSigner {
  /** The name of a market's log: the origin of its checkpoints and the name of the key that signs them. */
  name(marketId: string): string;
  readonly publicKey: Uint8Array;
  /** @returns a signed note */
  sign(text: string, name: string): string;
}

/** Size and root of a log as its newest checkpoint says them. */
export interface LogTip {
  size: bigint;
  root: Hash;
}

/** How the log of a running market keeps up. */
export interface LogStats {
  /** Entries. */
  size: bigint;
  /** Since when the oldest price that is not logged waits, ms; 0 when none does. */
  lagMs: number;
  /** How long ago entries were added, and a checkpoint; null: not since the start. */
  appendedMs: number | null;
  checkpointMs: number | null;
}
