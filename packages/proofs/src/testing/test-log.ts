import { concatBytes } from '../bytes.ts';
import { checkpointText } from '../checkpoint.ts';
import { encodeBundle, TILE_WIDTH, type Tile } from '../tiles.ts';
import { formatTlogProof } from '../tlog-proof.ts';
import { consistencyProof, inclusionProof, leafHash, rootOf, type Hash, type ReadHashes } from '../tree.ts';
import type { TestKey } from './test-key.ts';

/** A log in memory, with everything that a server serves of one. */
export class TestLog {
  readonly origin: string;
  readonly entries: Uint8Array[] = [];
  readonly #key: TestKey;

  constructor(origin: string, key: TestKey) {
    this.origin = origin;
    this.#key = key;
  }

  get size(): bigint {
    return BigInt(this.entries.length);
  }

  /** @returns its index */
  append(entry: Uint8Array): bigint {
    this.entries.push(entry);
    return this.size - 1n;
  }

  /** Made from the entries themselves, each time. */
  readonly read: ReadHashes = (wanted) =>
    Promise.resolve(
      wanted.map(({ level, index }) => this.#rootOf(index << BigInt(level), (index + 1n) << BigInt(level))),
    );

  root(size = this.size): Hash {
    return this.#rootOf(0n, size);
  }

  /** A signed checkpoint. */
  checkpoint(size = this.size, key = this.#key): string {
    return key.note(checkpointText({ origin: this.origin, size, root: this.root(size) }), this.origin);
  }

  inclusion(index: bigint, size = this.size): Promise<Hash[]> {
    return inclusionProof(index, size, this.read);
  }

  consistency(first: bigint, second = this.size): Promise<Hash[]> {
    return consistencyProof(first, second, this.read);
  }

  /** A tlog-proof. */
  async proof(index: bigint, size = this.size, key = this.#key): Promise<string> {
    return formatTlogProof({
      index,
      hashes: await this.inclusion(index, size),
      checkpoint: this.checkpoint(size, key),
    });
  }

  tile({ level, n, width }: Tile): Uint8Array {
    const first = n * BigInt(TILE_WIDTH);
    const places = Array.from({ length: width }, (_, at) => first + BigInt(at));
    if (level === 'entries') return encodeBundle(this.entries.slice(Number(first), Number(first) + width));
    const span = BigInt(TILE_WIDTH) ** BigInt(level);
    return concatBytes(...places.map((place) => this.#rootOf(place * span, (place + 1n) * span)));
  }

  #rootOf(from: bigint, to: bigint): Hash {
    if (to > this.size) throw new RangeError(`the log has no entry ${to - 1n}`);
    return rootOf(this.entries.slice(Number(from), Number(to)).map(leafHash));
  }
}
