import type { Balance, Operation } from '@plecho/contract';
import { formatUsdt, parseUsdt } from '@plecho/domain';
import { blockTime, coins, formatCoins, NETWORK_RULES, networkFee, type Asset, type Network } from '@plecho/network';
import type { Random } from '@plecho/testkit';
import { expect, vi } from 'vitest';
import type { Payer } from './payer.ts';
import type { Site } from './trader.ts';

/** The settler looks twice a second: within this time after its last confirmation a deposit is being credited. */
const CREDITING_MS = 500;
/** Within this time after it the settler has hardly looked. */
const CONFIRMED_MS = 100;
const START = 1_000_000_000n;

const PLACES: [[Asset, Network, string], ...[Asset, Network, string][]] = [
  ['USDT', 'bsc', '20'],
  ['USDT', 'arbitrum', '15'],
  ['ETH', 'arbitrum', '0.01'],
];

/** People who pay in and out while their server is killed. */
export class Payments {
  readonly payers: Payer[] = [];
  readonly #random: Random;
  /** When the network confirms a transaction, ms, by its hash. */
  readonly #confirmedAt = new Map<string, number>();
  readonly #killedAt: number[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Everybody sends coins to their account and asks for some back, at the same time. */
  async payAll(site: Site): Promise<void> {
    const random = this.#random;
    await Promise.all(
      this.payers.map(async (payer) => {
        const [asset, network, amount] = random.pick(PLACES);
        const others = Promise.all([
          payer.withdraw(site, 'USDT', random.pick(['bsc', 'arbitrum']), '10'),
          payer.withdraw(site, 'USDT', 'bsc', '1000000'),
          payer.topUp(site, 5_000),
          payer.payOut(site, '10'),
        ]);
        const sent = await payer.deposit(site, asset, network, amount);
        await others;
        if (sent === null) return;
        // Sent with the highest fee, it is in the next block.
        const block = Math.floor((sent.submittedAt - blockTime(network, 0)) / NETWORK_RULES[network].blockMs) + 1;
        this.#confirmedAt.set(sent.hash, blockTime(network, block + NETWORK_RULES[network].confirmations - 1));
      }),
    );
  }

  /**
   * How long it is from now until a deposit is being credited, ms: at any moment of it, or, `early`, when it is confirmed
   * and most likely not credited yet.
   */
  untilCrediting(moment: 'early' | 'any'): number {
    const [next] = [...this.#confirmedAt.values()].filter((at) => at > Date.now()).toSorted((a, b) => a - b);
    const after = this.#random.int(0, moment === 'early' ? CONFIRMED_MS : CREDITING_MS);
    return next === undefined ? 0 : next - Date.now() + after;
  }

  killed(): void {
    this.#killedAt.push(Date.now());
  }

  /** Whether any kill came after the network's confirmation of a deposit and before its credit. */
  async wasAnyKilledBetween(site: Site): Promise<boolean> {
    for (const payer of this.payers) {
      if ((await settledOperations(site, payer)).some((operation) => this.#wasKilledBetween(operation))) return true;
    }
    return false;
  }

  #wasKilledBetween({ txHash, settledAt }: Operation): boolean {
    const confirmed = this.#confirmedAt.get(txHash ?? '') ?? Number.POSITIVE_INFINITY;
    return this.#killedAt.some((at) => confirmed < at && at < (settledAt ?? 0));
  }
}

/** All operations of somebody, when each has come to its end. */
function settledOperations(site: Site, payer: Payer): Promise<Operation[]> {
  return vi.waitFor(
    async () => {
      const operations = await payer.operations(site);
      // A top-up that nobody was told of waits at the bank.
      expect(operations.filter(({ status, type }) => status === 'pending' && type !== 'card')).toEqual([]);
      return operations;
    },
    { timeout: 120_000, interval: 500 },
  );
}

/** What nobody answered has one effect by its key, whether the first try arrived or not. */
export async function repeatUnanswered(site: Site, payer: Payer): Promise<void> {
  for (const request of payer.requests) {
    if (request.answer !== null) continue;
    await vi.waitFor(
      async () => {
        const answer = await payer.repeat(site, request);
        expect(answer.status).not.toBe(503);
        request.answer = answer;
      },
      { timeout: 60_000, interval: 200 },
    );
  }
}

const sum = (operations: Operation[]): bigint =>
  operations.reduce((total, { value }) => total + (parseUsdt(value ?? '0') ?? 0n), 0n);

/**
 * Everything that somebody asked for has come to its end, once, and the balances are the sum of it.
 * So many rounds of payments ended before any kill: each left something of every kind.
 */
export async function expectEverythingOnce(site: Site, payer: Payer, rounds: number): Promise<void> {
  const operations = await settledOperations(site, payer);
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
  for (const some of [withdrawals, payouts, cards]) expect(some.length).toBeGreaterThanOrEqual(rounds);
  const balance = await payer.get<Balance>(site, '/trading/balance');
  const available = START + sum(deposits) + sum(cards) - sum(allWithdrawals);
  expect(balance).toMatchObject({ available: formatUsdt(available), locked: '0' });
  await expectPaidOnce(site, payer, withdrawals);
}

/** The wallet holds what it began with, without what was sent, with every withdrawal once. */
async function expectPaidOnce(site: Site, payer: Payer, withdrawals: Operation[]): Promise<void> {
  const transactions = await payer.transactions(site);
  const arrived = transactions.filter(({ direction, from }) => direction === 'in' && from !== null);
  expect(arrived.map(({ hash }) => hash).toSorted()).toEqual(withdrawals.map(({ txHash }) => txHash).toSorted());
  for (const { asset, network, balance } of await payer.wallet(site)) {
    let expected = 0n;
    for (const each of transactions) {
      if (each.asset !== asset || each.network !== network) continue;
      if (each.direction === 'in') expected += coins(asset, each.amount);
      else expected -= coins(asset, each.amount) + networkFee(asset, network, 'fast');
    }
    expect(`${asset} ${network} ${balance}`).toBe(`${asset} ${network} ${formatCoins(asset, expected)}`);
  }
}
