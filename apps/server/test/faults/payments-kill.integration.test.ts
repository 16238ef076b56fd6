import type { Balance, Operation } from '@plecho/contract';
import { formatUsdt, parseUsdt } from '@plecho/domain';
import { blockTime, coins, formatCoins, NETWORK_RULES, networkFee, type Asset, type Network } from '@plecho/network';
import { Random } from '@plecho/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { plecho } from '../../../../tools/product/command.ts';
import { freePort, newDataDir, startProduct, type Product } from '../../../../tools/product/process.ts';
import { Payer } from './payer.ts';

const KILLS = 12;
const PAYERS = 3;
/** The settler looks twice a second: within this time after its last confirmation a deposit is being credited. */
const CREDITING_MS = 500;
/** Until the next confirmation, at most. */
const LONGEST_WAIT_MS = 8_000;
const START = 1_000_000_000n;

const PLACES: [[Asset, Network, string], ...[Asset, Network, string][]] = [
  ['USDT', 'bsc', '20'],
  ['USDT', 'arbitrum', '15'],
  ['ETH', 'arbitrum', '0.01'],
];

const data = newDataDir();
const random = new Random(42);
const payers: Payer[] = [];
let env: Record<string, string>;
let product: Product;
/** When the network confirms a transaction, ms, by its hash. */
const confirmedAt = new Map<string, number>();
const killedAt: number[] = [];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

beforeAll(async () => {
  env = { PORT: String(await freePort()), MARKET_SEED: 'kill' };
  product = await startProduct(data.path, env);
  for (let n = 0; n < PAYERS; n += 1) {
    const payer = new Payer();
    await payer.register(product, `+7916000001${n}`);
    payers.push(payer);
  }
}, 180_000);

afterAll(async () => {
  await product.stop();
  data.remove();
});

/** Everybody sends coins to their account and asks for some back, at the same time. */
async function payAll(): Promise<void> {
  await Promise.all(
    payers.map(async (payer) => {
      const [asset, network, amount] = random.pick(PLACES);
      const others = Promise.all([
        payer.withdraw(product, 'USDT', random.pick(['bsc', 'arbitrum']), '10'),
        payer.withdraw(product, 'USDT', 'bsc', '1000000'),
        payer.topUp(product, 5_000),
        payer.payOut(product, '10'),
      ]);
      const sent = await payer.deposit(product, asset, network, amount);
      await others;
      if (sent === null) return;
      // Sent with the highest fee, it is in the next block.
      const block = Math.floor((sent.submittedAt - blockTime(network, 0)) / NETWORK_RULES[network].blockMs) + 1;
      confirmedAt.set(sent.hash, blockTime(network, block + NETWORK_RULES[network].confirmations - 1));
    }),
  );
}

/** In the middle of requests, or, when all of them were answered, between a confirmation and its credit. */
async function untilTheWorstMoment(kill: number, work: Promise<void>): Promise<void> {
  if (kill % 2 === 0) return wait(random.int(5, 120));
  await work;
  const [next] = [...confirmedAt.values()].filter((at) => at > Date.now()).toSorted((a, b) => a - b);
  return wait(Math.min((next ?? 0) - Date.now(), LONGEST_WAIT_MS) + random.int(0, CREDITING_MS));
}

async function killOnce(kill: number): Promise<void> {
  const work = payAll();
  await untilTheWorstMoment(kill, work);
  await product.kill();
  killedAt.push(Date.now());
  await work;
  product = await startProduct(data.path, env);
}

it(`L6 L7 survives ${KILLS} kills between confirmations and credits and in the middle of withdrawals`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) await killOnce(kill);
  // The moment between a confirmation and its credit is short: it is aimed at until it was hit.
  for (let more = 1; more <= KILLS && !(await wasAnyKilledBetween()); more += 2) await killOnce(more);
  expect(await wasAnyKilledBetween()).toBe(true);
  for (const payer of payers) {
    const acknowledged = payer.requests.filter(({ answer }) => answer !== null);
    expect(acknowledged.length).toBeGreaterThan(KILLS / 2);
    await repeatUnanswered(payer);
    await settledOperations(payer);
    await expectEverythingOnce(payer);
    for (const request of acknowledged.slice(-20)) expect(await payer.repeat(product, request)).toEqual(request.answer);
  }
  expect(await plecho(data.path, 'ledger', 'check')).not.toMatch(/violation: /i);
}, 600_000);

/** All operations of somebody, when each has come to its end. */
function settledOperations(payer: Payer): Promise<Operation[]> {
  return vi.waitFor(
    async () => {
      const operations = await payer.operations(product);
      // A top-up that nobody was told of waits at the bank.
      expect(operations.filter(({ status, type }) => status === 'pending' && type !== 'card')).toEqual([]);
      return operations;
    },
    { timeout: 60_000, interval: 500 },
  );
}

async function wasAnyKilledBetween(): Promise<boolean> {
  for (const payer of payers) if ((await settledOperations(payer)).some(wasKilledBetween)) return true;
  return false;
}

/** A kill came after the network's confirmation and before the credit. */
function wasKilledBetween({ txHash, settledAt }: Operation): boolean {
  const confirmed = confirmedAt.get(txHash ?? '') ?? Number.POSITIVE_INFINITY;
  return killedAt.some((at) => confirmed < at && at < (settledAt ?? 0));
}

/** What nobody answered has one effect by its key, whether the first try arrived or not. */
async function repeatUnanswered(payer: Payer): Promise<void> {
  for (const request of payer.requests) {
    if (request.answer !== null) continue;
    await vi.waitFor(
      async () => {
        const answer = await payer.repeat(product, request);
        expect(answer.status).not.toBe(503);
        request.answer = answer;
      },
      { timeout: 30_000, interval: 200 },
    );
  }
}

const sum = (operations: Operation[]): bigint =>
  operations.reduce((total, { value }) => total + (parseUsdt(value ?? '0') ?? 0n), 0n);

async function expectEverythingOnce(payer: Payer): Promise<void> {
  const operations = await payer.operations(product);
  const completed = operations.filter(({ status }) => status === 'completed');
  const ofType = (kind: string): Operation[] => completed.filter(({ type }) => type === kind);
  const [deposits, allWithdrawals, cards] = [ofType('deposit'), ofType('withdraw'), ofType('card')];
  const withdrawals = allWithdrawals.filter(({ card }) => card === null);
  const payouts = allWithdrawals.filter(({ card }) => card !== null);
  const asked = (path: string): string[] =>
    payer.requests.flatMap((request) =>
      request.path === path && request.answer?.status === 200 ? [(request.answer.body as Operation).id] : [],
    );
  const ids = (some: Operation[]): string[] => some.map(({ id }) => id);
  expect(ids(deposits).toSorted()).toEqual(asked('/payments/deposit/hash').toSorted());
  expect(ids(withdrawals).toSorted()).toEqual(asked('/payments/withdraw/crypto').toSorted());
  expect(ids(payouts).toSorted()).toEqual(asked('/payments/withdraw/card').toSorted());
  const confirmed = payer.requests.flatMap(({ path, answer }) =>
    answer?.status === 200 ? (/card.([0-9]+).confirm/.exec(path)?.[1] ?? []) : [],
  );
  expect(ids(cards).toSorted()).toEqual(confirmed.toSorted());
  expect(deposits.length).toBeGreaterThan(2);
  expect(withdrawals.length).toBeGreaterThan(5);
  expect(payouts.length).toBeGreaterThan(5);
  expect(cards.length).toBeGreaterThan(5);
  const balance = await payer.get<Balance>(product, '/trading/balance');
  const available = START + sum(deposits) + sum(cards) - sum(allWithdrawals);
  expect(balance).toMatchObject({ available: formatUsdt(available), locked: '0' });
  await expectPaidOnce(payer, withdrawals);
}

/** The wallet holds what it began with, without what was sent, with every withdrawal once. */
async function expectPaidOnce(payer: Payer, withdrawals: Operation[]): Promise<void> {
  const transactions = await payer.transactions(product);
  const arrived = transactions.filter(({ direction, from }) => direction === 'in' && from !== null);
  expect(arrived.map(({ hash }) => hash).toSorted()).toEqual(withdrawals.map(({ txHash }) => txHash).toSorted());
  for (const { asset, network, balance } of await payer.wallet(product)) {
    let expected = 0n;
    for (const each of transactions) {
      if (each.asset !== asset || each.network !== network) continue;
      if (each.direction === 'in') expected += coins(asset, each.amount);
      else expected -= coins(asset, each.amount) + networkFee(asset, network, 'fast');
    }
    expect(`${asset} ${network} ${balance}`).toBe(`${asset} ${network} ${formatCoins(asset, expected)}`);
  }
}
