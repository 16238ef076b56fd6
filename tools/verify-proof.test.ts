import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ONE_PRICE, ONE_USDT, type CloseReason } from '@plecho/domain';
import {
  formatProof,
  formatVkey,
  rotationName,
  verifyProof,
  type LogDefinition,
  type ProvenTrade,
  type TradeProof,
} from '@plecho/proofs';
import { DEFINITION, INSTALLATION, liquidatedLong, TestKey, TestMarket } from '@plecho/proofs/testing';
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

/** A position that rose from 100 to 105 in two seconds, as a server tells of it. */
async function told(fields: Partial<ProvenTrade>, leverage = 2): Promise<string[]> {
  const made = new TestMarket();
  const start = DEFINITION.market.startAt * 1000;
  const [entry, exit] = [100, 105].map((price, n) => {
    const record = made.tick('BTCUSDT', BigInt(price) * ONE_PRICE, start + n * 2_000);
    made.closeFrame(start + n * 2_000 + 500);
    return record;
  });
  const side = fields.type ?? 'long';
  const right = made.trade({ side, margin: ONE_USDT, leverage, reason: 'user', entry: entry!, exit: exit! });
  const text = formatProof(await made.prove({ ...right, ...fields }));
  const failed = verifyProof(text).steps.find(({ outcome }) => outcome === 'failed');
  return [failed?.code ?? 'none', holds(text) ? 'holds' : 'refused'];
}

const { startAt: OPENED } = DEFINITION.market;
const CLOSED = OPENED + 2;
const trailing = (unit: 'percent' | 'price', value: string, price: string) => ({
  ...{ unit, value },
  peak: { seq: null, price, time: OPENED * 1000 },
});
it.each<[string, string, Partial<ProvenTrade>, number?]>([
  ['a take profit', 'none', { reason: 'takeProfit', takeProfit: '105' }],
  ['a take profit without a level', 'no_level', { reason: 'takeProfit', stopLoss: '105' }],
  ['a take profit that was not reached', 'level_not_reached', { reason: 'takeProfit', takeProfit: '105.00000001' }],
  ['a take profit of a short', 'level_not_reached', { reason: 'takeProfit', takeProfit: '104', type: 'short' }],
  ['a stop loss', 'none', { reason: 'stopLoss', stopLoss: '105' }],
  ['a stop loss without a level', 'no_level', { reason: 'stopLoss', takeProfit: '105' }],
  ['a stop loss that was not reached', 'level_not_reached', { reason: 'stopLoss', stopLoss: '104.99999999' }],
  ['a stop loss of a short', 'none', { reason: 'stopLoss', stopLoss: '105', type: 'short' }],
  ['a trailing stop', 'none', { reason: 'trailingStop', trailing: trailing('percent', '12.5', '120') }],
  ['one not reached', 'level_not_reached', { reason: 'trailingStop', trailing: trailing('percent', '12.51', '120') }],
  ['one by a price', 'none', { reason: 'trailingStop', trailing: trailing('price', '5', '110') }],
  ['one of a short', 'none', { reason: 'trailingStop', trailing: trailing('price', '5', '100'), type: 'short' }],
  ['a trailing stop without a callback', 'wrong_form', { reason: 'trailingStop' }],
  ['a level that is no matter', 'none', { stopLoss: '1' }],
  ['closed before it was opened', 'closed_before_opened', { openTime: CLOSED + 1 }],
  ['opened before its price', 'price_of_the_future', { openTime: OPENED - 1 }],
  ['closed before its price', 'price_of_the_future', { closeTime: CLOSED - 1 }],
  ['opened at an old price', 'stale_entry', { openTime: OPENED + 11, closeTime: OPENED + 11 }],
  ['opened at one that is just fresh', 'none', { openTime: OPENED + 10, closeTime: OPENED + 10 }],
  ['closed at an old price', 'stale_exit', { closeTime: CLOSED + 11 }],
  ['closed at an old price when the market ended', 'none', { closeTime: CLOSED + 11, reason: 'marketEnd' }],
  ['a leverage of 10', 'none', {}, 10],
  ['a leverage of 11', 'leverage', {}, 11],
])('T2: it looks at levels, times and leverage as ours does: %s', async (_, code, fields, leverage) => {
  expect(await told(fields, leverage)).toEqual([code, code === 'none' ? 'holds' : 'refused']);
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

it('C3: it believes the key of an installation, as `log key` prints it, for the logs of that alone', async () => {
  const { publicKey } = market.key;
  const name = rotationName(INSTALLATION);
  const { origin } = DEFINITION;
  const found = async (of: Partial<LogDefinition>): Promise<boolean[]> => {
    const made = liquidatedLong(of);
    const text = formatProof(await made.market.prove(made.trade));
    expect([holds(text), verifyProof(text).ok]).toEqual([true, true]);
    const trusted = [name, origin].map((each) => holds(text, formatVkey(each, publicKey)));
    expect([name, origin].map((each) => verifyProof(text, { trusted: [publicKey], name: each }).ok)).toEqual(trusted);
    return trusted;
  };
  expect(await found({})).toEqual([true, true]);
  expect(await found({ origin: origin.replace('3', '4') })).toEqual([false, false]);
  const other = { ...DEFINITION.market, id: 'other' };
  expect(await found({ origin: `${name}/other`, market: other })).toEqual([true, false]);
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
  expect(run(path, '--key', other)).toEqual([1, 'The proof does not hold: another key\n']);
  writeFileSync(path, file.replace('"pnl": "-95', '"pnl": "-5'));
  expect(run(path)).toEqual([1, 'The proof does not hold: another file\n']);
});
