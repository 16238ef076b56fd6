import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  consistencyProof,
  formatProof,
  formatVkey,
  hashesFromTiles,
  inclusionProof,
  parseTilePath,
} from '@plecho/proofs';
import { DEFINITION, liquidatedLong, TestKey, TestLog } from '@plecho/proofs/testing';
import { Random } from '@plecho/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFolder, findProgram, GO, GO_MOD } from '../lib/debian.mjs';
import { root } from '../lib/paths.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const ENTRIES = 530;
const DAMAGES = 200;
/** Go is fetched, unpacked and run for the first time, beside everything else that a first run of the tests does. */
const PREPARATION_MS = 300_000;

let folder: string;
let program: string;
beforeAll(async () => {
  const go = await findProgram(GO);
  const mod = await findFolder(GO_MOD);
  folder = mkdtempSync(join(tmpdir(), 'plecho-go-'));
  program = join(folder, 'verifier');
  // Nothing is fetched and no module is looked for: the package of Debian is all that there is besides Go itself.
  const env = {
    ...{ ...process.env, ...go.env },
    ...{ GO111MODULE: 'off', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '', CGO_ENABLED: '0' },
    ...{ GOPATH: join(mod, '../../../..'), GOCACHE: join(root, 'node_modules/.cache/plecho/go-build') },
  };
  const built = spawnSync(go.path, ['build', '-o', program, 'main.go'], { cwd: here, env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`go build: ${built.error?.message ?? built.stderr}`);
}, PREPARATION_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Kind = 'checkpoints' | 'files' | 'inclusions' | 'consistencies' | 'tiles';

/** What Go says of each of them: "" where it accepts. */
function ask(questions: { Key?: string } & Partial<Record<Kind, unknown[]>>): Record<Kind, string[]> {
  const { status, stdout, stderr } = spawnSync(program, {
    ...{ input: JSON.stringify(questions), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<Kind, string[]>;
}

const key = new TestKey('go');
const log = new TestLog(DEFINITION.origin, key);
for (let n = 0; n < ENTRIES; n++) log.append(Buffer.from(`entry ${n}`));
const vkey = formatVkey(log.origin, key.publicKey);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const tiles = new Map<string, Uint8Array>();
const read = hashesFromTiles(log.size, (path) => {
  const tile = tiles.get(path) ?? log.tile(parseTilePath(path)!);
  tiles.set(path, tile);
  return Promise.resolve(tile);
});
const ROOT = log.root();

const inclusion = async (
  index: number,
): Promise<{ Size: number; Index: number; Root: string; Entry: string; Proof: string[] }> => ({
  ...{ Size: ENTRIES, Index: index, Root: base64(ROOT), Entry: base64(log.entries[index]!) },
  Proof: (await inclusionProof(BigInt(index), log.size, read)).map(base64),
});
const consistency = async (
  first: number,
): Promise<{ First: number; Second: number; FirstRoot: string; SecondRoot: string; Proof: string[] }> => ({
  ...{ First: first, Second: ENTRIES, FirstRoot: base64(log.root(BigInt(first))), SecondRoot: base64(ROOT) },
  Proof: (await consistencyProof(BigInt(first), log.size, read)).map(base64),
});
const ALL = [0, 1, 2, 17, 254, 255, 256, 257, 511, 512, 528, 529];

function flipped(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  copy[random.int(0, copy.length - 1)]! ^= 1 << random.int(0, 7);
  return copy;
}
const accepted = (said: string[]): number => said.filter((each) => each === '').length;

describe("Go's verifier of its own log of modules", () => {
  it('T2: accepts our checkpoints, and none with a changed byte', () => {
    const random = new Random(13);
    const sizes = [1n, 255n, 256n, 257n, 530n];
    expect(ask({ Key: vkey, checkpoints: sizes.map((size) => log.checkpoint(size)) }).checkpoints).toEqual(
      sizes.map(() => ''),
    );
    const bytes = Buffer.from(log.checkpoint());
    const damaged = Array.from({ length: DAMAGES }, () => Buffer.from(flipped(bytes, random)).toString());
    expect(accepted(ask({ Key: vkey, checkpoints: damaged }).checkpoints)).toBe(0);
    expect(
      accepted(
        ask({ Key: formatVkey(log.origin, new TestKey('x').publicKey), checkpoints: [log.checkpoint()] }).checkpoints,
      ),
    ).toBe(0);
  });

  it('T2: accepts our proofs of inclusion, and no damaged one', async () => {
    const random = new Random(14);
    const inclusions = await Promise.all(ALL.map(inclusion));
    expect(ask({ inclusions }).inclusions).toEqual(ALL.map(() => ''));
    const damaged = Array.from({ length: DAMAGES }, () => {
      const one = random.any(inclusions)!;
      const at = random.int(0, one.Proof.length - 1);
      return random.pick([
        { ...one, Proof: one.Proof.with(at, base64(flipped(Buffer.from(one.Proof[at]!, 'base64'), random))) },
        { ...one, Proof: one.Proof.toSpliced(at, 1) },
        { ...one, Proof: [...one.Proof, base64(ROOT)] },
        { ...one, Index: (one.Index + random.int(1, ENTRIES - 1)) % ENTRIES },
        { ...one, Entry: base64(flipped(Buffer.from(one.Entry, 'base64'), random)) },
      ]);
    });
    expect(accepted(ask({ inclusions: damaged }).inclusions)).toBe(0);
  });

  it('T1: accepts our proofs that a log only grew, and no damaged one', async () => {
    const random = new Random(15);
    const consistencies = await Promise.all(ALL.slice(1).map(consistency));
    expect(ask({ consistencies }).consistencies).toEqual(consistencies.map(() => ''));
    const other = new TestLog(log.origin, key);
    for (const [n, entry] of log.entries.entries()) other.append(n === 5 ? Buffer.from('changed') : entry);
    const damaged = Array.from({ length: DAMAGES }, () => {
      const one = random.any(consistencies)!;
      const at = random.int(0, one.Proof.length - 1);
      return random.pick([
        { ...one, Proof: one.Proof.with(at, base64(flipped(Buffer.from(one.Proof[at]!, 'base64'), random))) },
        { ...one, Proof: [...one.Proof, base64(ROOT)] },
        { ...one, FirstRoot: base64(flipped(Buffer.from(one.FirstRoot, 'base64'), random)) },
      ]);
    });
    const forked = await Promise.all(
      consistencies.map(async (one) => ({
        ...{ ...one, SecondRoot: base64(other.root()) },
        Proof: (await other.consistency(BigInt(one.First))).map(base64),
      })),
    );
    const afterTheChange = forked.filter(({ First }) => First > 5);
    expect(accepted(ask({ consistencies: [...damaged, ...afterTheChange] }).consistencies)).toBe(0);
  });

  it('T2: makes the same proofs from our tiles, at the same paths, and believes no damaged tile', async () => {
    const random = new Random(16);
    const [Inclusions, Consistencies] = [
      await Promise.all(ALL.map(inclusion)),
      await Promise.all(ALL.slice(1).map(consistency)),
    ];
    const Tiles = (all: Iterable<[string, Uint8Array]>): object =>
      Object.fromEntries([...all].map(([path, bytes]) => [path, base64(bytes)]));
    const whole = { Size: ENTRIES, Root: base64(ROOT), Inclusions, Consistencies };
    const damaged = Array.from({ length: DAMAGES }, () => {
      const path = random.any([...tiles.keys()])!;
      return { ...whole, Tiles: Tiles([...tiles, [path, flipped(tiles.get(path)!, random)]]) };
    });
    const said = ask({ tiles: [{ ...whole, Tiles: Tiles(tiles) }, ...damaged] }).tiles;
    expect(said[0]).toBe('');
    expect(accepted(said)).toBe(1);
  });

  it('T2: accepts the file of a proof, its signature and its three entries, and none that was changed', async () => {
    const random = new Random(17);
    const { market, trade } = liquidatedLong();
    const proof = await market.prove(trade);
    const file = formatProof(proof);
    const lies = [
      { ...proof, exit: proof.entry, entry: { ...proof.entry, frame: proof.exit.frame } },
      { ...proof, market: { ...proof.market, definition: proof.entry.frame } },
    ].map((lie) => formatProof(market.sign(lie)));
    const bytes = Buffer.from(file);
    const damaged = Array.from({ length: DAMAGES }, () => Buffer.from(flipped(bytes, random)).toString());
    const said = ask({ files: [file, ...lies, ...damaged] }).files;
    expect(said[0]).toBe('');
    expect(accepted(said)).toBe(1);
  });
});
