import { concatBytes, equalBytes, sha256 } from './bytes.ts';

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array;
export const HASH_BYTES = 32;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry (RFC 6962, section 2.1). */
export const leafHash = (entry: Uint8Array): Hash => sha256(concatBytes(LEAF, entry));
/** The hash above two hashes. */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(concatBytes(NODE, left, right));
/** The root of a tree without entries. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

/** Of roots of perfect subtrees that lie side by side, from left to right: the root of the tree over all of them. */
function rootOfSubtrees(roots: readonly Hash[]): Hash {
  return roots.length === 0 ? EMPTY_ROOT : roots.reduceRight((right, left) => nodeHash(left, right));
}

/** Of a count, how many perfect subtrees it takes: the ones among its binary digits. */
const onesOf = (size: bigint): number => size.toString(2).replaceAll('0', '').length;

/** What of a tree has to be kept so that it can grow: the roots of its perfect subtrees. */
export class Frontier {
  #size: bigint;
  readonly #roots: Hash[];

  private constructor(size: bigint, roots: Hash[]) {
    this.#size = size;
    this.#roots = roots;
  }

  /**
   * @param size how many entries there are
   * @param roots of the perfect subtrees, from left to right: largest first
   * @throws RangeError when a tree of this size does not have so many
   */
  static of(size: bigint, roots: readonly Hash[]): Frontier {
    if (size < 0n || onesOf(size) !== roots.length) throw new RangeError(`a tree of ${size} has other subtrees`);
    if (roots.some(({ length }) => length !== HASH_BYTES)) throw new RangeError('a hash has 32 bytes');
    return new Frontier(size, [...roots]);
  }

  get size(): bigint {
    return this.#size;
  }

  get roots(): readonly Hash[] {
    return [...this.#roots];
  }

  append(leaf: Hash): void {
    let right = leaf;
    for (let rest = this.#size; (rest & 1n) === 1n; rest >>= 1n) {
      const left = this.#roots.pop();
      if (left === undefined) throw new Error('a frontier lacks a root');
      right = nodeHash(left, right);
    }
    this.#roots.push(right);
    this.#size += 1n;
  }

  root(): Hash {
    return rootOfSubtrees(this.#roots);
  }
}

/** The root of a whole tree. */
export function rootOf(leaves: readonly Hash[]): Hash {
  const frontier = Frontier.of(0n, []);
  for (const leaf of leaves) frontier.append(leaf);
  return frontier.root();
}

/** A perfect subtree: of level 0 are the leaves; one of level l is over entries index × 2^l to (index + 1) × 2^l. */
export interface Subtree {
  level: number;
  index: bigint;
}

/** Reads the roots of perfect subtrees, in the order in which they were asked for. */
export type ReadHashes = (wanted: readonly Subtree[]) => Promise<Hash[]>;

/** Entries of a tree; where it begins is a multiple of the size of its largest perfect subtree. */
interface Range {
  from: bigint;
  to: bigint;
}

const bitsOf = (count: bigint): number => count.toString(2).length;

/** Where a tree over a range, at least two entries, divides: RFC 6962's k, the largest power of two below its size. */
const middleOf = ({ from, to }: Range): bigint => from + (1n << BigInt(bitsOf(to - from - 1n) - 1));

function perfectSubtrees({ from, to }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = from; at < to;) {
    const level = bitsOf(to - at) - 1;
    subtrees.push({ level, index: at >> BigInt(level) });
    at += 1n << BigInt(level);
  }
  return subtrees;
}

/** The roots of the trees over some ranges, read in one go. */
async function rootsOf(ranges: Range[], read: ReadHashes): Promise<Hash[]> {
  const parts = ranges.map(perfectSubtrees);
  const hashes = await read(parts.flat());
  let at = 0;
  return parts.map(({ length }) => rootOfSubtrees(hashes.slice(at, (at += length))));
}

/**
 * What shows that an entry is in a tree: from the sibling of its leaf upward (RFC 6962, section 2.1.1).
 * @throws RangeError when the tree has no such entry
 */
export async function inclusionProof(index: bigint, size: bigint, read: ReadHashes): Promise<Hash[]> {
  if (index < 0n || index >= size) throw new RangeError(`a tree of ${size} has no entry ${index}`);
  const siblings: Range[] = [];
  let tree: Range = { from: 0n, to: size };
  while (tree.to - tree.from > 1n) {
    const middle = middleOf(tree);
    const [left, right] = [
      { from: tree.from, to: middle },
      { from: middle, to: tree.to },
    ];
    siblings.push(index < middle ? right : left);
    tree = index < middle ? left : right;
  }
  return rootsOf(siblings.reverse(), read);
}

/**
 * What shows that a tree begins with all of a smaller one (RFC 6962, section 2.1.2). Nothing when the smaller one is
 * empty or the same.
 * @throws RangeError when the first is not the smaller one
 */
export async function consistencyProof(first: bigint, second: bigint, read: ReadHashes): Promise<Hash[]> {
  if (first < 0n || first > second) throw new RangeError(`a tree of ${second} does not begin with one of ${first}`);
  if (first === 0n) return [];
  const others: Range[] = [];
  let tree: Range = { from: 0n, to: second };
  while (first < tree.to) {
    const middle = middleOf(tree);
    const [left, right] = [
      { from: tree.from, to: middle },
      { from: middle, to: tree.to },
    ];
    others.push(first <= middle ? right : left);
    tree = first <= middle ? left : right;
  }
  // The smaller tree is a perfect part on the left of the larger one: whoever checks has its root already.
  if (tree.from > 0n) others.push(tree);
  return rootsOf(others.reverse(), read);
}

const areHashes = (hashes: readonly Hash[]): boolean => hashes.every(({ length }) => length === HASH_BYTES);

/** Whether a proof shows that the tree with this root and size has the leaf at the index (RFC 9162, section 2.1.3.2). */
export function verifyInclusion(leaf: Hash, index: bigint, size: bigint, proof: readonly Hash[], root: Hash): boolean {
  if (index < 0n || index >= size || !areHashes([leaf, ...proof, root])) return false;
  let [node, last, hash] = [index, size - 1n, leaf];
  for (const sibling of proof) {
    if (last === 0n) return false;
    if ((node & 1n) === 1n || node === last) {
      hash = nodeHash(sibling, hash);
      while ((node & 1n) === 0n && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && equalBytes(hash, root);
}

/** Whether a proof shows that the second tree begins with all of the first (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(
  first: bigint,
  firstRoot: Hash,
  second: bigint,
  secondRoot: Hash,
  proof: readonly Hash[],
): boolean {
  if (first < 0n || first > second || !areHashes([firstRoot, ...proof, secondRoot])) return false;
  if (first === 0n) return proof.length === 0 && equalBytes(firstRoot, EMPTY_ROOT);
  if (first === second) return proof.length === 0 && equalBytes(firstRoot, secondRoot);
  const isPerfect = (first & (first - 1n)) === 0n;
  const [start, ...rest] = isPerfect ? [firstRoot, ...proof] : proof;
  if (start === undefined) return false;
  let [node, last] = [first - 1n, second - 1n];
  while ((node & 1n) === 1n) [node, last] = [node >> 1n, last >> 1n];
  let [before, now] = [start, start];
  for (const sibling of rest) {
    if (last === 0n) return false;
    if ((node & 1n) === 1n || node === last) {
      [before, now] = [nodeHash(sibling, before), nodeHash(sibling, now)];
      while ((node & 1n) === 0n && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else {
      now = nodeHash(now, sibling);
    }
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && equalBytes(before, firstRoot) && equalBytes(now, secondRoot);
}
