import type { Hash, ReadHashes } from '@plecho/proofs';

/** A log as far as it is stored. */
export interface StoredLog {
  /** Number of entries. */
  size: bigint;
  /** Of the newest price record in it. */
  lastSeq: bigint;
  /** The newest, a signed note; null before the first. */
  checkpoint: string | null;
  /** Number of entries that it covers. */
  checkpointSize: bigint;
}

/** A log as it was when it was opened. Of what is not in it it answers null. */
export interface OpenLog extends StoredLog {
  entry(index: bigint): Promise<Uint8Array | 'dropped' | null>;
  /** Index of the frame that has the price record of a number. */
  indexOf(seq: bigint): Promise<bigint | null>;
  /** Of the first `size` entries. @throws RangeError when there are fewer */
  hashes(size: bigint): ReadHashes;
  /** The first `width` hashes of a tile. */
  tile(level: number, n: bigint, width: number): Promise<Hash[] | null>;
  /** The first `width` entries of a bundle, each after its length in two bytes. */
  entryBundle(n: bigint, width: number): Promise<Uint8Array | 'dropped' | null>;
}

/** Read side of the storage for the markets' logs. */
export interface LogReader {
  /** null when the market has none. */
  open(marketId: string): Promise<OpenLog | null>;
}

/** One of the keys of the logs. */
export interface PublicLogKey {
  /** Ed25519. */
  publicKey: Uint8Array;
  /** Wall clock, ms. */
  madeAt: number;
  /** Signed note by the key before it and by itself; null of the first. */
  rotation: string | null;
}

/** The keys of an installation's logs. */
export interface LogKeys {
  readonly installation: string;
  /** Newest first. */
  readonly all: readonly PublicLogKey[];
  /** Of a market's log: its origin, and what its key is called in notes. */
  name(marketId: string): string;
  /** @returns a note signed by the newest key */
  sign(text: string, name: string): string;
  /**
   * Reads them again: somebody may have made a new one. What is stored is signed anew by it.
   * @param only `keys`: nothing is signed
   */
  refresh(only?: 'keys'): Promise<void>;
}
