import { createHash } from 'node:crypto';
import { Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { toHex, utf8 } from './bytes.ts';
import {
  consistencyProof,
  EMPTY_ROOT,
  Frontier,
  inclusionProof,
  leafHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
  type Hash,
  type ReadHashes,
} from './tree.ts';

/** RFC 6962, section 2.1, word by word: MTH, PATH and PROOF of entries. */
const sha256 = (...parts: (Uint8Array | number[])[]): Hash =>
  Uint8Array.from(
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest(),
  );
const split = (n: number): number => 2 ** Math.floor(Math.log2(n - 1));
function mth(d: Uint8Array[]): Hash {
  if (d.length === 0) return sha256();
  if (d.length === 1) return sha256([0], d[0]!);
  const k = split(d.length);
  return sha256([1], mth(d.slice(0, k)), mth(d.slice(k)));
}
function path(m: number, d: Uint8Array[]): Hash[] {
  if (d.length === 1) return [];
  const k = split(d.length);
  return m < k ? [...path(m, d.slice(0, k)), mth(d.slice(k))] : [...path(m - k, d.slice(k)), mth(d.slice(0, k))];
}
function subproof(m: number, d: Uint8Array[], isWhole: boolean): Hash[] {
  if (m === d.length) return isWhole ? [] : [mth(d)];
  const k = split(d.length);
  return m <= k
    ? [...subproof(m, d.slice(0, k), isWhole), mth(d.slice(k))]
    : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))];
}

const MOST = 40;
const entries = Array.from({ length: MOST }, (_, n) => utf8(`entry ${n}`));
const roots = Array.from({ length: MOST + 1 }, (_, size) => mth(entries.slice(0, size)));
const read: ReadHashes = (wanted) =>
  Promise.resolve(
    wanted.map(({ level, index }) => mth(entries.slice(Number(index) * 2 ** level, (Number(index) + 1) * 2 ** level))),
  );

const flipped = (hash: Hash, random: Random): Hash => {
  const bytes = hash.slice();
  bytes[random.int(0, 31)]! ^= 1 << random.int(0, 7);
  return bytes;
};
/** A proof that somebody has touched: one more hash, one less, a bit, two in each other's place. */
function damaged(proof: Hash[], random: Random): Hash[][] {
  const at = random.int(0, Math.max(0, proof.length - 1));
  const damages = [
    [...proof, mth([])],
    [mth([]), ...proof],
  ];
  if (proof.length === 0) return damages;
  damages.push(proof.slice(1), proof.slice(0, -1), proof.with(at, flipped(proof[at]!, random)));
  if (proof.length > 1) damages.push([proof[1]!, proof[0]!, ...proof.slice(2)]);
  return [...damages, proof.with(at, new Uint8Array(31))];
}

describe('a tree', () => {
  it('T2: has the roots that RFC 6962 says, by vectors of Certificate Transparency', () => {
    const hex = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const leaves = hex.map((entry) => leafHash(Buffer.from(entry, 'hex')));
    expect(leaves.map((_, n) => toHex(rootOf(leaves.slice(0, n + 1))))).toEqual([
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]);
    expect(toHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('grows from its frontier alone, wherever that is taken up again', () => {
    let frontier = Frontier.of(0n, []);
    for (const [n, entry] of entries.entries()) {
      expect(frontier.root()).toEqual(roots[n]);
      frontier = Frontier.of(frontier.size, frontier.roots);
      frontier.append(leafHash(entry));
      expect(frontier.size).toBe(BigInt(n + 1));
    }
    expect(frontier.root()).toEqual(roots[MOST]);
  });

  it.each([
    [-1n, []],
    [0n, [EMPTY_ROOT]],
    [3n, [EMPTY_ROOT]],
    [1n, [new Uint8Array(31)]],
  ])('of %s entries has no other frontier', (size, hashes) => {
    expect(() => Frontier.of(size, hashes)).toThrow(RangeError);
  });
});

describe('a proof of inclusion', () => {
  it('T2: is that of RFC 6962 for every entry of every tree, holds, and no damaged one does', async () => {
    const random = new Random(2);
    for (let size = 1; size <= MOST; size++) {
      for (let index = 0; index < size; index++) {
        const proof = await inclusionProof(BigInt(index), BigInt(size), read);
        expect(proof).toEqual(path(index, entries.slice(0, size)));
        const holds = (hashes: Hash[], leaf = leafHash(entries[index]!), at = index, of = size): boolean =>
          verifyInclusion(leaf, BigInt(at), BigInt(of), hashes, roots[size]!);
        expect(holds(proof)).toBe(true);
        expect(damaged(proof, random).filter((each) => holds(each))).toEqual([]);
        expect(holds(proof, leafHash(utf8('another')))).toBe(false);
        for (const other of [index - 1, index + 1, size]) expect(holds(proof, undefined, other)).toBe(false);
      }
    }
  });

  it('is of an entry that is there', async () => {
    for (const [index, size] of [
      [-1n, 3n],
      [3n, 3n],
      [0n, 0n],
    ] as const) {
      await expect(inclusionProof(index, size, read)).rejects.toThrow(RangeError);
      expect(verifyInclusion(EMPTY_ROOT, index, size, [], EMPTY_ROOT)).toBe(false);
    }
  });
});

describe('a proof of consistency', () => {
  it('T1: is that of RFC 6962 for every two trees, holds, and no damaged one does: a log only grows', async () => {
    const random = new Random(3);
    for (let second = 1; second <= MOST; second++) {
      for (let first = 1; first <= second; first++) {
        const proof = await consistencyProof(BigInt(first), BigInt(second), read);
        expect(proof).toEqual(subproof(first, entries.slice(0, second), true));
        const holds = (hashes: Hash[], before = roots[first]!, now = roots[second]!): boolean =>
          verifyConsistency(BigInt(first), before, BigInt(second), now, hashes);
        expect(holds(proof)).toBe(true);
        expect(damaged(proof, random).filter((each) => holds(each))).toEqual([]);
        expect(holds(proof, flipped(roots[first]!, random))).toBe(false);
        expect(holds(proof, undefined, flipped(roots[second]!, random))).toBe(false);
        expect(verifyConsistency(BigInt(second), roots[second]!, BigInt(first), roots[first]!, proof)).toBe(
          first === second,
        );
      }
    }
  });

  it('the empty tree is the beginning of every tree', async () => {
    expect(await consistencyProof(0n, 7n, read)).toEqual([]);
    expect(verifyConsistency(0n, EMPTY_ROOT, 7n, roots[7]!, [])).toBe(true);
    expect(verifyConsistency(0n, roots[1]!, 7n, roots[7]!, [])).toBe(false);
    expect(verifyConsistency(0n, EMPTY_ROOT, 7n, roots[7]!, [roots[7]!])).toBe(false);
    await expect(consistencyProof(8n, 7n, read)).rejects.toThrow(RangeError);
  });

  it('T1: a log that changed one old entry is not the continuation of what it was', async () => {
    const other = entries.with(3, utf8('changed'));
    const readOther: ReadHashes = (wanted) =>
      Promise.resolve(
        wanted.map(({ level, index }) =>
          mth(other.slice(Number(index) * 2 ** level, (Number(index) + 1) * 2 ** level)),
        ),
      );
    const proof = await consistencyProof(10n, 20n, readOther);
    expect(verifyConsistency(10n, roots[10]!, 20n, mth(other.slice(0, 20)), proof)).toBe(false);
  });
});
