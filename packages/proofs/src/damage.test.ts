import { Random } from '@plecho/testkit';
import { beforeAll, expect, it } from 'vitest';
import { fromBase64, toBase64, utf8 } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import { decodeFrame } from './frame.ts';
import { checkGrowth } from './growth.ts';
import { formatProof, type TradeProof } from './proof-file.ts';
import { liquidatedLong, TestLog, type TestMarket } from './testing/index.ts';
import { hashesFromTiles, parseTilePath, TILE_WIDTH } from './tiles.ts';
import { inclusionProof, leafHash, rootOf, verifyInclusion } from './tree.ts';
import { checkDefinition, checkFrame, checkSignature } from './verify-log.ts';
import { verifyProof } from './verify.ts';

const TIMES = 1_000;

let market: TestMarket;
let proof: TradeProof;
beforeAll(async () => {
  const made = liquidatedLong();
  market = made.market;
  proof = await market.prove(made.trade);
});

/** The bytes with another one somewhere. */
function flipped(bytes: Uint8Array, random: Random, from = 0, to = bytes.length): Uint8Array {
  const copy = bytes.slice();
  copy[random.int(from, to - 1)]! ^= random.int(1, 255);
  return copy;
}
/** The steps that failed, each with how often. */
function countSteps(files: Iterable<string | Uint8Array>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const file of files) {
    const step = verifyProof(file).steps.find(({ outcome }) => outcome === 'failed')?.step ?? 'none';
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
const times = <T>(make: () => T, count = TIMES): T[] => Array.from({ length: count }, make);

it('T2: one changed byte anywhere in the file of a proof is found 1,000 times of 1,000, and where', () => {
  const random = new Random(6);
  const bytes = utf8(formatProof(proof));
  const counts = countSteps(times(() => flipped(bytes, random)));
  expect(Object.keys(counts).toSorted()).toEqual(['file', 'signature']);
  expect((counts['file'] ?? 0) + (counts['signature'] ?? 0)).toBe(TIMES);
});

it('T2: one changed byte in a frame is found 1,000 times of 1,000, by its hash alone and in a file that is signed anew', () => {
  const random = new Random(7);
  const frame = fromBase64(proof.exit.frame)!;
  const leaf = leafHash(frame);
  const log = checkSignature(proof, {}).value!;
  const definition = checkDefinition(proof, log).value!;
  const entry = checkFrame('entry', proof, log, definition, null).value!;
  for (const other of times(() => flipped(frame, random))) {
    expect(leafHash(other)).not.toEqual(leaf);
    expect(decodeFrame(other)).not.toEqual(decodeFrame(frame));
    const damaged = { ...proof, exit: { ...proof.exit, frame: toBase64(other) } };
    const { step, outcome, code } = checkFrame('exit', damaged, log, definition, entry).result;
    expect([step, outcome, code]).toEqual(['exit', 'failed', 'not_in_log']);
  }
  const signed = times(
    () => formatProof(market.sign({ ...proof, exit: { ...proof.exit, frame: toBase64(flipped(frame, random)) } })),
    100,
  );
  expect(countSteps(signed)).toEqual({ exit: 100 });
});

it('T2: one changed byte in a checkpoint is found 1,000 times of 1,000, also in a file that is signed anew', () => {
  const random = new Random(8);
  const note = market.log.checkpoint();
  const bytes = utf8(note);
  const decoder = new TextDecoder();
  const opened = times(() => openCheckpoint(decoder.decode(flipped(bytes, random)), market.key.publicKey));
  expect(opened.filter((checkpoint) => checkpoint !== null)).toEqual([]);
  const damaged = (): TradeProof => {
    const other = decoder.decode(flipped(bytes, random));
    const replaced = (text: string): string => text.slice(0, -note.length) + other;
    return {
      ...proof,
      market: { ...proof.market, proof: replaced(proof.market.proof) },
      entry: { ...proof.entry, proof: replaced(proof.entry.proof) },
      exit: { ...proof.exit, proof: replaced(proof.exit.proof) },
    };
  };
  expect(countSteps(times(() => formatProof(damaged())))).toEqual({ signature: TIMES });
  expect(countSteps(times(() => formatProof(market.sign(damaged())), 100))).toEqual({ signature: 100 });
});

it('T2: one changed byte in a tile is found 1,000 times of 1,000: no proof that needs it holds, and the log counts as forked', async () => {
  const random = new Random(9);
  const { log } = market;
  const leaves = log.entries.map(leafHash);
  const root = log.root();
  // Whoever saw the log a little shorter needs each of its tiles.
  const kept = { size: log.size - 1n, root: rootOf(leaves.slice(0, -1)) };
  const signed = log.checkpoint();
  for (let n = 0; n < TIMES; n++) {
    const at = random.int(0, leaves.length - 1);
    const read = hashesFromTiles(log.size, (path) => {
      const { width, ...place } = parseTilePath(path)!;
      expect(width).toBeLessThan(TILE_WIDTH);
      return Promise.resolve(flipped(log.tile({ width, ...place }), random, at * 32, (at + 1) * 32));
    });
    const index = (at + random.int(1, leaves.length - 1)) % leaves.length;
    const hashes = await inclusionProof(BigInt(index), log.size, read);
    expect(verifyInclusion(leaves[index]!, BigInt(index), log.size, hashes, root)).toBe(false);
    const fetch = (path: string): Promise<Uint8Array> =>
      Promise.resolve(flipped(log.tile(parseTilePath(path)!), random));
    expect(await checkGrowth(kept, signed, fetch, { origin: log.origin, publicKey: market.key.publicKey })).toBe(
      'forked',
    );
  }
});

it('T2: nothing that a file may consist of makes the verifier throw', () => {
  const random = new Random(10);
  const bytes = utf8(formatProof(proof));
  const files = times(() => {
    const from = random.int(0, bytes.length - 1);
    const cut = Uint8Array.of(...bytes.subarray(0, from), ...bytes.subarray(random.int(0, bytes.length - 1)));
    const noise = Uint8Array.from({ length: random.int(0, 200) }, () => random.int(0, 255));
    return random.pick([cut, noise, Uint8Array.of(...bytes.subarray(0, from), ...noise, ...bytes.subarray(from))]);
  });
  expect(countSteps(files)).toEqual(expect.objectContaining({ file: expect.any(Number) as number }));
});

it('T2: nor does anything that a key has signed', async () => {
  const random = new Random(11);
  const definition = fromBase64(proof.market.definition)!;
  const frame = fromBase64(proof.exit.frame)!;
  const files: string[] = [];
  for (let n = 0; n < 80; n++) {
    const cut = frame.slice(random.int(0, 40));
    const even = new Uint8Array(random.int(0, 70_000)).fill(random.int(0, 255));
    const entry = random.pick([flipped(frame, random), flipped(cut, random), even]);
    // A log that has nothing else, so that every signature and every hash is right.
    const log = new TestLog(market.log.origin, market.key);
    for (const each of [definition, entry]) log.append(each);
    const placed = { frame: toBase64(entry), proof: await log.proof(1n) };
    const owned = { ...proof.market, proof: await log.proof(0n) };
    files.push(formatProof(market.sign({ ...proof, market: owned, entry: placed, exit: placed })));
  }
  const counts = countSteps(files);
  expect(Object.keys(counts).toSorted()).toEqual(['entry', 'price']);
});
