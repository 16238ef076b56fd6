import { describe, expect, it } from 'vitest';
import { utf8 } from './bytes.ts';
import { DEFINITION, TestKey, TestLog } from './testing/index.ts';
import {
  decodeBundle,
  encodeBundle,
  hashesFromTiles,
  MAX_ENTRY_BYTES,
  parseTilePath,
  tileOf,
  tilePath,
} from './tiles.ts';
import { consistencyProof, inclusionProof, leafHash, verifyConsistency, verifyInclusion } from './tree.ts';

describe('the place of a tile', () => {
  it.each([
    [0, 0n, 256, 'tile/0/000'],
    [0, 67n, 256, 'tile/0/067'],
    [1, 1_234_067n, 256, 'tile/1/x001/x234/067'],
    [0, 1_000n, 256, 'tile/0/x001/000'],
    [63, 5n, 1, 'tile/63/005.p/1'],
    [2, 273n, 112, 'tile/2/273.p/112'],
    ['entries', 12_345n, 255, 'tile/entries/x012/345.p/255'],
  ] as const)('of level %s, %s of width %s, is %s', (level, n, width, path) => {
    expect(tilePath(level, n, width)).toBe(path);
    expect(parseTilePath(path)).toEqual({ level, n, width });
  });

  it.each([
    ...['', 'tile', 'tile/0', '0/000', '/tile/0/000', 'tile/0/000/', 'tile/00/000', 'tile/64/000', 'tile/-1/000'],
    ...['tile/0/0', 'tile/0/0000', 'tile/0/x000/000', 'tile/0/x001', 'tile/0/001/002', 'tile/0/x01/002', 'tile/0/00a'],
    ...['tile/0/000.p/0', 'tile/0/000.p/256', 'tile/0/000.p/999', 'tile/0/000.p/01', 'tile/0/000.p/', 'tile/0/000.p'],
    ...[
      'tile/data/000',
      'tile/entries/..',
      'tile/0/000?',
      `tile/0/${'x001/'.repeat(9)}000`,
      'tile/0/٠٠٠',
      'tile/0/000\n',
    ],
  ])('«%s» is none', (path) => expect(parseTilePath(path)).toBeNull());

  it('is as wide as the specification says of a tree of 70,000', () => {
    const widths = (level: number, n: bigint): number => tileOf({ level: level * 8, index: n * 256n }, 70_000n).width;
    expect([widths(0, 272n), widths(0, 273n), widths(1, 0n), widths(1, 1n), widths(2, 0n)]).toEqual([
      256, 112, 256, 17, 1,
    ]);
    expect(tileOf({ level: 8, index: 0n }, 256n)).toEqual({ level: 1, n: 0n, width: 1 });
  });
});

it('T2: proofs can be made of tiles alone, each read once', async () => {
  const log = new TestLog(DEFINITION.origin, new TestKey('tiles'));
  for (let n = 0; n < 530; n++) log.append(utf8(`entry ${n}`));
  const paths: string[] = [];
  const read = hashesFromTiles(log.size, (path) => {
    paths.push(path);
    return Promise.resolve(log.tile(parseTilePath(path)!));
  });
  for (const index of [0n, 1n, 255n, 256n, 511n, 512n, 529n]) {
    paths.length = 0;
    const proof = await inclusionProof(index, log.size, read);
    expect(verifyInclusion(leafHash(log.entries[Number(index)]!), index, log.size, proof, log.root())).toBe(true);
    expect(new Set(paths).size).toBe(paths.length);
  }
  for (const first of [1n, 255n, 256n, 300n, 512n, 529n]) {
    const proof = await consistencyProof(first, log.size, read);
    expect(verifyConsistency(first, log.root(first), log.size, log.root(), proof)).toBe(true);
  }
});

it('a tile that is too short gives no hash', async () => {
  const read = hashesFromTiles(3n, () => Promise.resolve(new Uint8Array(64)));
  await expect(read([{ level: 0, index: 2n }])).rejects.toThrow('tile/0/000.p/3 is too short');
});

describe('a bundle of entries', () => {
  it('says the length of each in two bytes', () => {
    const entries = [utf8('a'), new Uint8Array(), utf8('bcd'), new Uint8Array(MAX_ENTRY_BYTES).fill(7)];
    const bytes = encodeBundle(entries);
    expect([...bytes.subarray(0, 8)]).toEqual([0, 1, 97, 0, 0, 0, 3, 98]);
    expect(decodeBundle(bytes)).toEqual(entries);
    expect(decodeBundle(new Uint8Array())).toEqual([]);
  });

  it('has no longer one, and does not end within one', () => {
    expect(() => encodeBundle([new Uint8Array(MAX_ENTRY_BYTES + 1)])).toThrow(RangeError);
    for (const wrong of [[0], [0, 1], [0, 2, 97]]) expect(decodeBundle(Uint8Array.from(wrong))).toBeNull();
  });
});
