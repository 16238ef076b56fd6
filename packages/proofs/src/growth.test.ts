import { describe, expect, it } from 'vitest';
import { utf8 } from './bytes.ts';
import { checkGrowth, type Growth, type KeptCheckpoint } from './growth.ts';
import { TestKey, TestLog } from './testing/index.ts';
import { parseTilePath } from './tiles.ts';

const ORIGIN = 'plecho.log/3f0a7c52-9d1e-4b86-a2f4-5c7d8e9fa0b1/main';
const KEY = new TestKey('growth');

function logOf(entries: readonly string[]): TestLog {
  const log = new TestLog(ORIGIN, KEY);
  for (const entry of entries) log.append(utf8(entry));
  return log;
}

const entriesOf = (count: number, story = 'entry'): string[] =>
  Array.from({ length: count }, (_, index) => `${story} ${index}`);
const keep = (log: TestLog): KeptCheckpoint => ({ size: log.size, root: log.root() });

/** As a page asks a server that has a log. */
const growthIn = (
  log: TestLog,
  kept: KeptCheckpoint,
  signed = log.checkpoint(),
  fetched: string[] = [],
): Promise<Growth> =>
  checkGrowth(
    kept,
    signed,
    (path) => {
      fetched.push(path);
      const tile = parseTilePath(path);
      return tile === null ? Promise.reject(new Error(`no tile: ${path}`)) : Promise.resolve(log.tile(tile));
    },
    { origin: ORIGIN, publicKey: KEY.publicKey },
  );

describe('what became of a log since somebody looked', () => {
  it('T1 is told of every size to every size', async () => {
    const sizes = [0, 1, 3, 255, 256, 257, 600];
    const logs = sizes.map((size) => logOf(entriesOf(size)));
    for (const before of logs) {
      for (const now of logs) {
        const said = now.size < before.size ? 'shrank' : now.size === before.size ? 'same' : 'grew';
        expect(await growthIn(now, keep(before)), `${before.size} to ${now.size}`).toBe(said);
      }
    }
  });

  it('T1 a changed entry is a fork, wherever it is and however the log went on', async () => {
    for (const size of [1, 2, 5, 256, 300]) {
      const honest = entriesOf(size);
      for (const at of new Set([0, size >> 1, size - 1])) {
        for (const more of [0, 1, 300]) {
          const lying = logOf([...honest.with(at, 'a lie'), ...entriesOf(more, 'later')]);
          expect(await growthIn(lying, keep(logOf(honest))), `entry ${at} of ${size}, ${more} more`).toBe('forked');
        }
      }
    }
  });

  it('T1 tiles that do not lead to the signed root are a fork as well', async () => {
    const [before, now, other] = [logOf(entriesOf(300)), logOf(entriesOf(700)), logOf(entriesOf(700, 'other'))];
    expect(await growthIn(other, keep(before), now.checkpoint())).toBe('forked');
  });

  it('T1 the signature of the trusted key is needed, for this log and these numbers', async () => {
    const log = logOf(entriesOf(10));
    const other = new TestLog(`${ORIGIN}-2`, KEY);
    for (const entry of log.entries) other.append(entry);
    const forged = [
      log.checkpoint(10n, new TestKey('somebody else')),
      other.checkpoint(),
      log.checkpoint().replace('\n10\n', '\n11\n'),
      'no note',
      '',
    ];
    for (const signed of forged) expect(await growthIn(log, keep(logOf(entriesOf(5))), signed)).toBe('badSignature');
  });

  it('nothing is said when tiles can’t be had, or what comes is none', async () => {
    const [kept, log] = [keep(logOf(entriesOf(5))), logOf(entriesOf(300))];
    const trust = { origin: ORIGIN, publicKey: KEY.publicKey };
    const ask = (answer: () => Promise<Uint8Array>): Promise<Growth> =>
      checkGrowth(kept, log.checkpoint(), answer, trust);
    await expect(ask(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    await expect(ask(() => Promise.resolve(utf8('<!doctype html>')))).rejects.toThrow('too short');
  });

  it('takes a few tiles of a large log, each once', async () => {
    const fetched: string[] = [];
    const [before, now] = [logOf(entriesOf(9_900)), logOf(entriesOf(10_300))];
    expect(await growthIn(now, keep(before), now.checkpoint(), fetched)).toBe('grew');
    expect(new Set(fetched).size).toBe(fetched.length);
    expect(fetched.length).toBeLessThan(6);
  });
});
