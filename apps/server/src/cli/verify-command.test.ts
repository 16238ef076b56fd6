import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProof } from '@plecho/proofs';
import { liquidatedLong } from '@plecho/proofs/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlecho, type CommandAnswer } from '../../test/support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'plecho-verify-'));
const pathOf = (name: string): string => join(folder, name);
let proof: string;

beforeAll(async () => {
  const { market, trade } = liquidatedLong();
  proof = formatProof(await market.prove(trade));
  writeFileSync(pathOf('proof.json'), proof);
});
afterAll(() => rmSync(folder, { recursive: true }));

const verify = (path: string, input = ''): Promise<CommandAnswer> =>
  runPlecho('postgres://nobody@127.0.0.1:1/nothing', '/nonexistent', ['verify', path], input);

describe('verify, as a command', () => {
  it('C3 T2 prints each step with its numbers, without a database and without a server', async () => {
    const { code, out, err } = await verify(pathOf('proof.json'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const steps = out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2).join(' '));
    expect(steps.slice(0, 9)).toEqual([
      ...['file ok', 'signature ok', 'definition ok', 'entry ok', 'exit ok', 'price ok', 'rule ok', 'result ok'],
      'proof: ok',
    ]);
    expect(out).toContain('compare it with that of the installation');
    const damaged = proof.replace('"leverage": 10', '"leverage": 9');
    writeFileSync(pathOf('damaged.json'), damaged);
    const refused = await verify(pathOf('damaged.json'));
    expect(refused).toMatchObject({ code: 1, err: '', out: expect.stringContaining('proof: not ok (signature)') });
  });

  it('C3 T2 reads what comes in through a socket, and as much of it as comes', async () => {
    const answers: [input: string, code: number, verdict: string][] = [
      [proof, 0, 'proof: ok'],
      [proof.slice(0, proof.length / 2), 1, 'proof: not ok (file)'],
    ];
    for (const [input, code, verdict] of answers) {
      expect(await verify('-', input)).toEqual({ code, err: '', out: expect.stringContaining(`${verdict}\n`) });
    }
  });
});
