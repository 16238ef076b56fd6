import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProof, formatVkey, type LogDefinition } from '@plecho/proofs';
import { liquidatedLong, TestKey } from '@plecho/proofs/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runPlecho } from '../../test/support/command-line.ts';
import { verifyFile } from './verify.ts';

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
  it('C3 T2 prints each step with its numbers, without a database and without a server', async () => {
    vi.restoreAllMocks();
    const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
    const { code, out, err } = await runPlecho(nowhere, '/nonexistent', ['verify', pathOf('proof.json')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const steps = out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2).join(' '));
    expect(steps.slice(0, 9)).toEqual([
      ...['file ok', 'signature ok', 'definition ok', 'entry ok', 'exit ok', 'price ok', 'rule ok', 'result ok'],
      'proof: ok',
    ]);
    expect(out).toContain('compare it with that of the installation');
    const damaged = proof.replace('"leverage": 10', '"leverage": 9');
    writeFileSync(pathOf('damaged.json'), damaged);
    const refused = await runPlecho(nowhere, '/nonexistent', ['verify', pathOf('damaged.json')]);
    expect(refused).toMatchObject({ code: 1, err: '', out: expect.stringContaining('proof: not ok (signature)') });
  });

  it('C3 trusts the given key alone', async () => {
    expect(await verify(proof, { ...NO_OPTIONS, key })).toMatchObject({ code: 0, verdict: 'proof: ok' });
    expect(lines.join('\n')).not.toContain('compare it with');
    const other = formatVkey('plecho.log/other', new TestKey('other').publicKey);
    expect(await verify(proof, { ...NO_OPTIONS, key: other })).toEqual({
      ...{ code: 1, verdict: 'proof: not ok (signature)', failed: ['signature'] },
    });
    await expect(verify(proof, { ...NO_OPTIONS, key: `${key}x` })).rejects.toThrow('--key must be a key');
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
    await expect(verifyFile([folder], NO_OPTIONS)).rejects.toThrow(/: it is a directory$/);
    await expect(verifyFile([pathOf('missing.json')], NO_OPTIONS)).rejects.toThrow(/: there is no such file$/);
    await expect(verifyFile([], NO_OPTIONS)).rejects.toThrow('verify takes one FILE');
    await expect(verifyFile(['a', 'b'], NO_OPTIONS)).rejects.toThrow('verify takes one FILE');
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

  it('C3 compares with klines, where prices are published by somebody else', async () => {
    const klines = pathOf('BTCUSDT-1m-2026-11.csv');
    const row = (minute: number): string => {
      const time = 1_795_003_600_000 - (1_795_003_600_000 % 60_000) + minute * 60_000;
      return `${time},60000,60000,50000,55000,10,${time + 59_999},95,3,5,47,0`;
    };
    writeFileSync(klines, `${[row(0), row(1)].join('\n')}\n`);
    const synthetic = await verify(proof, { ...NO_OPTIONS, klines });
    expect(synthetic).toMatchObject({ code: 1, verdict: 'proof: not ok (candles)' });
    const exchange = await proofOf({
      market: { id: 'main', kind: 'exchange', label: 'Binance', startAt: 1_795_003_600 },
    });
    const { code } = await verify(exchange, { ...NO_OPTIONS, klines });
    expect([code, lines.some((line) => /^candles +ok/.test(line))]).toEqual([0, true]);
    await expect(verify(exchange, { ...NO_OPTIONS, klines: pathOf('missing.csv') })).rejects.toThrow('missing.csv');
  });
});
