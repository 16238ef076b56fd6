import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { formatProof, formatVkey, rotationName, type LogDefinition } from '@plecho/proofs';
import { INSTALLATION, liquidatedLong, TestKey } from '@plecho/proofs/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KlineFileError } from '../feeds/replay/index.ts';
import { verifyFile } from './verify.ts';

/** Whoever runs the tests may read everything: this one file nobody may. */
const LOCKED = 'locked.json';
vi.mock(import('node:fs/promises'), async (load) => {
  const real = await load();
  const refusal = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  const open: typeof real.open = (path, ...how) =>
    String(path).endsWith(LOCKED) ? Promise.reject(refusal) : real.open(path, ...how);
  return { ...real, open };
});

const folder = mkdtempSync(join(tmpdir(), 'plecho-verify-'));
const pathOf = (name: string): string => join(folder, name);
const lines: string[] = [];
let proof: string;
let key: string;

async function proofOf(definition?: Partial<LogDefinition>): Promise<string> {
  const { market, trade } = liquidatedLong(definition);
  return formatProof(await market.prove(trade));
}

beforeAll(async () => {
  const { market } = liquidatedLong();
  key = formatVkey(market.log.origin, market.key.publicKey);
  proof = await proofOf();
  writeFileSync(pathOf('proof.json'), proof);
});
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

/** Checks what a file has. @returns the exit code, the last verdict, and the steps that are not ok */
async function verify(content: string | Uint8Array, options: Parameters<typeof verifyFile>[1] = NO_OPTIONS) {
  lines.length = 0;
  writeFileSync(pathOf('given.json'), content);
  const code = await verifyFile([pathOf('given.json')], options);
  const verdict = lines.find((line) => line.startsWith('proof: '));
  return { code, verdict, failed: lines.filter((line) => line.includes('FAILED')).map((line) => line.split(/ +/)[0]) };
}
const NO_OPTIONS = { key: undefined, klines: undefined, dayKey: undefined };

describe('verify', () => {
  it('C3 trusts the given key alone', async () => {
    expect(await verify(proof, { ...NO_OPTIONS, key })).toMatchObject({ code: 0, verdict: 'proof: ok' });
    expect(lines.join('\n')).not.toContain('compare it with');
    const other = formatVkey('plecho.log/other', new TestKey('other').publicKey);
    expect(await verify(proof, { ...NO_OPTIONS, key: other })).toEqual({
      ...{ code: 1, verdict: 'proof: not ok (signature)', failed: ['signature'] },
    });
    await expect(verify(proof, { ...NO_OPTIONS, key: `${key}x` })).rejects.toThrow('--key must be a key');
  });

  it('C3 believes the key of an installation for the logs of that alone', async () => {
    const { publicKey } = liquidatedLong().market.key;
    const installation = formatVkey(rotationName(INSTALLATION), publicKey);
    expect(await verify(proof, { ...NO_OPTIONS, key: installation })).toMatchObject({ code: 0, failed: [] });
    // The same key and the same market, in a log that nobody else is shown.
    const forked = await proofOf({ origin: `${rotationName(INSTALLATION.replace('3', '4'))}/main` });
    expect(await verify(forked)).toMatchObject({ code: 0 });
    for (const trusted of [installation, key]) {
      expect(await verify(forked, { ...NO_OPTIONS, key: trusted })).toMatchObject({ code: 1, failed: ['signature'] });
      expect(lines.find((line) => line.startsWith('signature'))).toContain('other_log');
    }
  });

  it.each([
    ['binary rubbish', Uint8Array.from({ length: 5_000 }, (_, n) => (n * 7919) & 255)],
    ['nothing', ''],
    ['JSON of something else', '{"format":"plecho-proof@2"}\n'],
    ['deep nesting', '['.repeat(500_000)],
    ['__proto__', '{"__proto__":{"format":"plecho-proof@1"}}\n'],
    ['a little over 1 MB', new Uint8Array(1024 * 1024 + 1).fill(0x20)],
  ])('C3 T2 %s is no proof, and nothing worse', async (_name, content) => {
    expect(await verify(content)).toEqual({ code: 1, verdict: 'proof: not ok (file)', failed: ['file'] });
  });

  it('C3 T2 takes a file in one form only', async () => {
    const [first = '', ...rest] = proof.split('\n');
    const twice = [first, rest[0], ...rest].join('\n');
    const forms = [twice, `\ufeff${proof}`, proof.replaceAll('\n', '\r\n'), `${proof} `, proof.slice(0, -1)];
    for (const form of [...forms, JSON.stringify(JSON.parse(proof)), proof.replace('"id"', '"id" ')]) {
      expect(await verify(form)).toMatchObject({ code: 1, failed: ['file'] });
    }
  });

  it('reads no more than it has to of 100 MB, or of what has no end', async () => {
    const large = pathOf('large.json');
    writeFileSync(large, Buffer.alloc(100_000_000, 0x20));
    for (const path of [large, '/dev/zero']) expect(await verifyFile([path], NO_OPTIONS)).toBe(1);
    expect(lines.filter((line) => line.startsWith('proof: '))).toEqual([
      'proof: not ok (file)',
      'proof: not ok (file)',
    ]);
    expect(lines.filter((line) => line.includes('too_large'))).toHaveLength(2);
  });

  it('says in one line what can’t be read', async () => {
    await expect(verifyFile([pathOf(LOCKED)], NO_OPTIONS)).rejects.toThrow(/: it may not be read$/);
    await expect(verifyFile([folder], NO_OPTIONS)).rejects.toThrow(/: it is a directory$/);
    await expect(verifyFile([pathOf('missing.json')], NO_OPTIONS)).rejects.toThrow(/: there is no such file$/);
    await expect(verifyFile([], NO_OPTIONS)).rejects.toThrow('verify takes one FILE');
    await expect(verifyFile(['a', 'b'], NO_OPTIONS)).rejects.toThrow('verify takes one FILE');
  });

  it('C3 T2 reads what comes in, and a pipe; what ends too early is no proof', async () => {
    const half = proof.slice(0, proof.length / 2);
    for (const [input, code] of [
      [proof, 0],
      [half, 1],
      ['', 1],
    ] as const) {
      vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(input)]) as typeof process.stdin);
      expect(await verifyFile(['-'], NO_OPTIONS)).toBe(code);
    }
    lines.length = 0;
    execFileSync('mkfifo', [pathOf('pipe.json')]);
    const [code] = await Promise.all([
      verifyFile([pathOf('pipe.json')], NO_OPTIONS),
      writeFile(pathOf('pipe.json'), half),
    ]);
    expect([code, lines.find((line) => line.startsWith('file'))]).toEqual([1, 'file        FAILED      not_json']);
  });

  it('lets nothing of a file reach the terminal as it is', async () => {
    const evil = proof.replace('Синтетический рынок', 'Рынок\\u001b[2J\\u202e');
    await verify(evil);
    // oxlint-disable-next-line no-control-regex
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('M4 makes prices anew from the key of their day', async () => {
    const dayKey = 'ab'.repeat(32);
    expect(await verify(proof, { ...NO_OPTIONS, dayKey })).toMatchObject({
      ...{ code: 1, verdict: 'proof: not ok (recomputed)', failed: ['recomputed'] },
    });
    await expect(verify(proof, { ...NO_OPTIONS, dayKey: 'ab' })).rejects.toThrow('--day-key must be');
  });

  describe('with klines, where prices are published by somebody else', () => {
    const row = (minute: number, minutes = 1): string => {
      const time = 1_795_003_600_000 - (1_795_003_600_000 % 60_000) + minute * 60_000;
      return `${time},60000,60000,50000,55000,10,${time + minutes * 60_000 - 1},95,3,5,47,0`;
    };
    const whole = `${row(0)}\n${row(1)}\n`;
    const exchange = (): Promise<string> =>
      proofOf({ market: { id: 'main', kind: 'exchange', label: 'Binance', startAt: 1_795_003_600 } });

    it('C3 compares with them', async () => {
      const klines = pathOf('BTCUSDT-1m-2026-11.csv');
      writeFileSync(klines, whole);
      const synthetic = await verify(proof, { ...NO_OPTIONS, klines });
      expect(synthetic).toMatchObject({ code: 1, verdict: 'proof: not ok (candles)' });
      const { code } = await verify(await exchange(), { ...NO_OPTIONS, klines });
      expect([code, lines.some((line) => /^candles +ok/.test(line))]).toEqual([0, true]);
    });

    it.each([
      ['of another pair', 'ETHUSDT-1m-a.csv', whole, 'other_symbol symbol=BTCUSDT'],
      ['with a hole at the fill', 'BTCUSDT-1m-b.csv', `${row(-2)}\n${row(2)}\n`, 'no_such_minute fill=entry'],
    ])('C3 klines %s prove nothing', async (_, name, content, problem) => {
      writeFileSync(pathOf(name), content);
      const { code, verdict } = await verify(await exchange(), { ...NO_OPTIONS, klines: pathOf(name) });
      expect([code, verdict]).toEqual([1, 'proof: not ok (candles)']);
      expect(lines.find((line) => line.startsWith('candles'))).toContain(`not checked ${problem}`);
    });

    it.each([
      ['no file', 'BTCUSDT-1m-c.csv', null, 'the file can’t be opened: ENOENT'],
      ['another interval, as the name says', 'BTCUSDT-5m-d.csv', whole, 'is not named like SYMBOLUSDT-1m-DATE.csv'],
      ['another interval, as the rows say', 'BTCUSDT-1m-e.csv', `${row(0, 5)}\n`, 'the file has no usable row'],
      ['nothing', 'BTCUSDT-1m-f.csv', '', 'the file has no usable row'],
      ['a pair that nobody knows', 'NOSUCHUSDT-1m-g.csv', whole, 'NOSUCHUSDT is none of the pairs'],
    ])('says in one line that what was given is %s', async (_, name, content, problem) => {
      if (content !== null) writeFileSync(pathOf(name), content);
      const message = new RegExp(`^${name}: [^\n]*${problem.replace('’', "'")}[^\n]*$`);
      await expect(verify(await exchange(), { ...NO_OPTIONS, klines: pathOf(name) })).rejects.toThrow(message);
    });

    it('says in one line that what was given is a folder, or a pipe', async () => {
      mkdirSync(pathOf('BTCUSDT-1m-h.csv'));
      execFileSync('mkfifo', [pathOf('BTCUSDT-1m-i.csv')]);
      for (const name of ['BTCUSDT-1m-h.csv', 'BTCUSDT-1m-i.csv']) {
        const given = verify(await exchange(), { ...NO_OPTIONS, klines: pathOf(name) });
        await expect(given).rejects.toThrow(new KlineFileError(`${name}: it is not a regular file`));
      }
    });
  });
});
