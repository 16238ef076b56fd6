import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ONE_PRICE, ONE_USDT, type CloseReason } from '@plecho/domain';
import { formatProof, formatVkey, verifyProof, type ProvenTrade, type TradeProof } from '@plecho/proofs';
import { DEFINITION, liquidatedLong, TestKey, TestMarket } from '@plecho/proofs/testing';
import { Random } from '@plecho/testkit';
import { verify } from './verify-proof.mjs';

const SPREADS = { spreads: new Map([['BTCUSDT', 1_000n]]) };
const FEES = { rules: { ...DEFINITION.rules, takerFee: 500n } };

let market: TestMarket;
let proof: TradeProof;
let file: string;
beforeAll(async () => {
  const made = liquidatedLong();
  market = made.market;
  proof = await market.prove(made.trade);
  file = formatProof(proof);
});

const program = fileURLToPath(new URL('verify-proof.mjs', import.meta.url));

it('T2: the verifier of one file has less than 150 lines, and nothing of this project or of anybody else in it', () => {
  const source = readFileSync(program, 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThan(150);
  expect([...source.matchAll(/\bfrom '([^']+)'/g)].map(([, name]) => name)).toEqual([
    ...['node:assert/strict', 'node:crypto', 'node:fs'],
  ]);
  expect(source).not.toMatch(/\bimport\(|\brequire\(/);
});

function holds(text: string, key?: string): boolean {
  try {
    verify(text, key);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['as it is', {}],
  ['with a spread', SPREADS],
  ['with a spread that is not public', { spreads: null }],
  ['with a fee', FEES],
])('T2: the verifier of one file accepts the proof of a trade %s', async (_, definition) => {
  const made = liquidatedLong(definition);
  const text = formatProof(await made.market.prove({ ...made.trade, fee: '5' }));
  const right = formatProof(await made.market.prove(made.trade));
  // With a fee the opening takes 0.05 % of 1,000, which the maker of trades leaves out.
  const withFee = { ...made.trade, fee: (Number(made.trade.fee) + 0.5).toFixed(6).replace(/0+$/, '') };
  const own = definition === FEES ? formatProof(await made.market.prove(withFee)) : right;
  expect([holds(own), verifyProof(own).ok]).toEqual([true, true]);
  expect([holds(text), verifyProof(text).ok]).toEqual([false, false]);
});

it('T2: it reads every key, also one whose Base 64 has a plus sign or a slash', async () => {
  const keys = Array.from({ length: 12 }, (_, n) => new TestKey(`key ${n}`));
  const lines = keys.map(({ publicKey }) => formatVkey(DEFINITION.origin, publicKey));
  expect([lines.some((line) => line.split('+').length > 3), lines.some((line) => /\+\S*\/[^+]*$/.test(line))]).toEqual([
    true,
    true,
  ]);
  for (const key of keys) {
    const made = liquidatedLong({}, key);
    const text = formatProof(await made.market.prove(made.trade));
    expect([holds(text), verifyProof(text).ok]).toEqual([true, true]);
  }
});

it('T2: it refuses whatever was changed on the way, as ours does', () => {
  const random = new Random(11);
  const bytes = Buffer.from(file);
  for (let n = 0; n < 300; n++) {
    const other = Buffer.from(bytes);
    other[random.int(0, other.length - 1)]! ^= random.int(1, 255);
    expect([holds(other.toString()), verifyProof(other).ok]).toEqual([false, false]);
  }
});

/** Another value of a field: a number that is a little different, or another word. */
function changed(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return value + random.int(1, 3);
  if (typeof value === 'string' && /\d$/.test(value))
    return value.slice(0, -1) + String((Number(value.at(-1)) + random.int(1, 9)) % 10);
  if (value === 'long') return 'short';
  return value === 'liquidation' ? 'user' : value;
}

it('T2: it says of what a lying server has signed what ours says', () => {
  const random = new Random(12);
  const fields = (
    ['type', 'symbol', 'entryPrice', 'exitPrice', 'amount', 'leverage', 'size', 'fee', 'pnl'] as const
  ).concat(['pnlPercent', 'insurance', 'reason', 'liquidationPrice', 'rest'] as never, ['bestPrice', 'id'] as never);
  const said = { true: 0, false: 0 };
  for (let n = 0; n < 200; n++) {
    const name: keyof ProvenTrade = random.any(fields)!;
    const trade = { ...proof.trade, [name]: changed(proof.trade[name], random) };
    const text = formatProof(market.sign({ ...proof, trade }));
    const isHeld = holds(text);
    expect([name, isHeld]).toEqual([name, verifyProof(text).ok]);
    said[`${isHeld}`]++;
  }
  expect(said.true).toBeGreaterThan(0);
  expect(said.false).toBeGreaterThan(100);
});

it.each<[string, number[], CloseReason, boolean]>([
  ['a liquidation', [100, 90], 'liquidation', true],
  ['a liquidation before its time', [100, 99], 'liquidation', false],
  ['a close by hand', [100, 99], 'user', true],
  ['a close by hand after a liquidation', [100, 90], 'user', false],
  ['a liquidation that comes too late', [100, 90, 89], 'liquidation', false],
])('T2: it looks at when a position has to be liquidated: %s', async (_, prices, reason, isRight) => {
  const made = new TestMarket();
  const start = DEFINITION.market.startAt * 1000;
  const records = prices.map((price, n) => made.tick('BTCUSDT', BigInt(price) * ONE_PRICE, start + n * 100));
  made.closeFrame(start + 500);
  const [entry, exit] = [records[0]!, records.at(-1)!];
  const trade = made.trade({ side: 'long', margin: ONE_USDT, leverage: 10, reason, entry, exit });
  const text = formatProof(await made.prove(trade));
  expect([holds(text), verifyProof(text).ok]).toEqual([isRight, isRight]);
});

it('T2: it says that entries are not where a lying server says', async () => {
  const older = await market.log.proof(0n, 20n);
  const lies: Partial<TradeProof>[] = [
    { entry: proof.exit, exit: proof.entry },
    { exit: proof.entry },
    { entry: { ...proof.entry, frame: proof.exit.frame } },
    { market: { ...proof.market, proof: older } },
    { market: { ...proof.market, id: 'other', definition: proof.entry.frame, proof: proof.entry.proof } },
    { exit: { ...proof.exit, proof: proof.exit.proof.replace('index ', 'index 1') } },
    { exit: { ...proof.exit, proof: proof.exit.proof.replace(/\n[^\n]+=\n/, '\n') } },
  ];
  for (const lie of lies) {
    const text = formatProof(market.sign({ ...proof, ...lie }));
    expect([holds(text), verifyProof(text).ok]).toEqual([false, false]);
  }
});

it('is a command that says what it found, and believes the key that it is given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'proof.json');
  writeFileSync(path, file);
  const run = (...args: string[]): unknown[] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    return [status, stdout + stderr];
  };
  const other = formatVkey(DEFINITION.origin, new TestKey('other').publicKey);
  expect(run(path)).toEqual([0, 'The proof holds.\n']);
  expect(run(path, '--key', proof.key)).toEqual([0, 'The proof holds.\n']);
  expect(run(path, '--key', other)).toEqual([1, 'The proof does not hold: another form\n']);
  writeFileSync(path, file.replace('"pnl": "-95', '"pnl": "-5'));
  expect(run(path)).toEqual([1, 'The proof does not hold: another file\n']);
});
