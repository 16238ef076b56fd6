import {
  coins,
  formatCoins,
  PRACTICE_CARDS,
  withdrawalFee,
  type Asset,
  type Network,
  type PracticeCard,
} from '@plecho/network';
import { countedIds, Random } from '@plecho/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TestMarket, tradingMarket } from '../../test/test-market.ts';
import type { Batch } from '../commands/batch.ts';
import { UnavailableError, type UserCommand } from '../commands/command.ts';
import { Problem } from '../lib/problem.ts';
import type { NetworkTransaction, PracticeNetwork } from '../network/ports.ts';
import { createPayments } from './payments.ts';
import type { OperationStore } from './ports.ts';
import { addressOf, MemoryNetwork } from './test/memory-network.ts';
import { memoryOnce } from './test/memory-once.ts';
import { MemoryOperations } from './test/memory-operations.ts';
import { CONFIRMED_MS, wallet } from './test/money.ts';
import { readPayout, readWithdrawal } from './withdrawals.ts';

type Payments = ReturnType<typeof createPayments>;

const PLACES: [Asset, Network, string][] = [
  ['USDT', 'bsc', '25'],
  ['BTC', 'bitcoin', '0.5'],
  ['ETH', 'arbitrum', '1'],
];

/** Anything but its own failures is a bug. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof Problem || error instanceof UnavailableError || error instanceof Broken;
    if (!isExpected) throw error;
  }
}

class Broken extends Error {}

/** A server that dies and comes back, between a network, a database and people who know nothing of it. */
class World {
  readonly network = new MemoryNetwork(() => this.market.clock.now());
  /** Committed in all lives of the server. */
  batches: Batch[];
  readonly store = new MemoryOperations(this.network, () => this.batches);
  readonly random: Random;
  readonly account: bigint;
  market: TestMarket;
  payments: Payments;
  /** Percent of the calls between the parts that break, half of them after they had their effect. */
  trouble = 0;
  #life = { isOver: false };
  #lastId = 1_000_000n;

  private constructor(market: TestMarket, account: bigint, seed: number) {
    this.random = new Random(seed);
    this.market = market;
    this.account = account;
    this.batches = market.batches;
    this.payments = this.#begin();
  }

  static async start(seed: number): Promise<World> {
    const { market, account } = await tradingMarket();
    await market.tick('ETHUSDT', '10');
    return new World(market, account, seed);
  }

  /** kill -9: nothing of the process is left, and nothing comes back to whoever waited for it. */
  async crash(): Promise<void> {
    this.#life.isOver = true;
    this.market.weather.fates = [];
    const before = this.market;
    this.market = await TestMarket.restarted(before);
    this.market.batches.unshift(...before.batches);
    this.batches = this.market.batches;
    this.payments = this.#begin();
  }

  /** Time goes on until the work is done or its process is dead. */
  async done(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const life = this.#life;
    void work.finally(() => (isDone = true)).catch(() => undefined);
    while (!isDone && !life.isOver) {
      await this.market.idle();
      if (!isDone) this.market.clock.advance(100);
    }
    if (isDone) await work;
  }

  async prices(): Promise<void> {
    await this.market.tick('BTCUSDT', '100');
    await this.market.tick('ETHUSDT', '10');
  }

  send([asset, network, amount]: [Asset, Network, string], userId: bigint): Promise<NetworkTransaction> {
    return this.network.depositAddresses(userId).then((addresses) => {
      const to = addresses.find((each) => each.asset === asset && each.network === network)?.address ?? '';
      const request = { asset, network, amount: coins(asset, amount), to, from: wallet(network) };
      return this.network.submit({ ...request, fee: 1n, memo: null, origin: null });
    });
  }

  #begin(): Payments {
    const life = { isOver: false };
    this.#life = life;
    const { market } = this;
    const store = this.#shaky<OperationStore>(this.store, life);
    return createPayments({
      store,
      once: memoryOnce({ operations: store }),
      network: this.#shaky<PracticeNetwork>(this.network, life),
      desk: this.#shaky(
        { submit: (_id: string, ...rest: Parameters<TestMarket['submit']>) => market.submit(...rest) },
        life,
      ),
      marketId: 'main',
      ids: countedIds(() => (this.#lastId += 1n)),
      clock: market.clock,
      entropy: (bytes) => new Uint8Array(bytes),
      onChange: () => undefined,
      onFailure: () => undefined,
    });
  }

  /** Calls that break before or after their effect, and that never return once the process is dead. */
  #shaky<T extends object>(target: T, life: { isOver: boolean }): T {
    return new Proxy(target, {
      get: (object, name) => {
        const method = Reflect.get(object, name) as unknown;
        if (typeof method !== 'function' || name === 'reserveAddress') return method;
        return async (...values: unknown[]): Promise<unknown> => {
          if (life.isOver) return new Promise(() => undefined);
          const [isBefore, isAfter] = [this.random.chance(this.trouble / 2), this.random.chance(this.trouble / 2)];
          if (isBefore) throw new Broken('before');
          const answer: unknown = await Reflect.apply(method, object, values);
          if (life.isOver) return new Promise(() => undefined);
          if (isAfter) throw new Broken('after');
          return answer;
        };
      },
    });
  }
}

type Step =
  | { do: 'send'; place: number; user: number }
  | { do: 'claim'; sent: number; user: number; times: number }
  | { do: 'withdraw'; place: number; refused: boolean; key: number }
  | { do: 'card'; cancelled: boolean }
  | { do: 'payout'; card: PracticeCard; key: number }
  | { do: 'wait'; ms: number }
  | { do: 'prices' }
  | { do: 'pass'; trouble: number }
  | { do: 'journal'; fate: 'lost' | 'unknown' }
  | { do: 'crash'; after: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), place: fc.nat(2), user: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('claim' as const), sent: fc.nat(9), user: fc.nat(1), times: fc.nat(2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: fc.constant('withdraw' as const), place: fc.nat(2), refused: fc.boolean(), key: fc.nat(4) },
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), cancelled: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('payout' as const), card: fc.constantFrom(...PRACTICE_CARDS), key: fc.nat(4) },
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(40_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('prices' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), trouble: fc.constantFrom(0, 20, 60) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('journal' as const),
      fate: fc.constantFrom('lost' as const, 'unknown' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), after: fc.nat(60) }) },
);

const placeOf = (n: number): [Asset, Network, string] => PLACES[n] ?? ['USDT', 'bsc', '25'];

type Withdrawing = Extract<UserCommand, { type: 'withdraw' | 'withdrawToCard' }>;

/** Asks for a withdrawal under a key, as its route does. */
async function beginWithdrawal(
  { market, payments }: World,
  make: (isLimitReached: boolean) => Withdrawing,
  key: string,
  bodyHash: string,
): Promise<void> {
  await payments.withdrawals.begin(1n, key, async (isLimitReached) => {
    const command = make(isLimitReached);
    const outcome = await market.submit(command, { userId: 1n, action: command.type, key, bodyHash });
    if (!outcome.ok) throw new Problem(outcome.code);
    if (outcome.result.type !== 'withdrawal') throw new Error('not a withdrawal');
    return outcome.result.withdrawal.id;
  });
}

async function withdraw(world: World, place: [Asset, Network, string], refused: boolean, key: number): Promise<void> {
  const [currency, network, amount] = place;
  const family = network === 'bitcoin' ? 'bitcoin' : 'evm';
  const address = refused ? world.network.reserveAddress(network) : addressOf(family, 'somebody');
  const read = readWithdrawal({ currency, network, amount, address });
  await beginWithdrawal(
    world,
    (isLimitReached) => ({ type: 'withdraw', accountId: world.account, ...read, isLimitReached }),
    `${key}`,
    `${place[0]} ${refused}`,
  );
}

async function payOut(world: World, card: PracticeCard, key: number): Promise<void> {
  const read = readPayout({ amount: '25', card });
  await beginWithdrawal(
    world,
    (isLimitReached) => ({ type: 'withdrawToCard', accountId: world.account, ...read, isLimitReached }),
    `${key}`,
    card,
  );
}

async function take(world: World, step: Step): Promise<void> {
  const holder = (user: number) => ({ userId: BigInt(user + 1), accountId: world.account });
  if (step.do === 'send') await world.send(placeOf(step.place), BigInt(step.user + 1));
  if (step.do === 'wait') world.market.clock.advance(step.ms);
  if (step.do === 'prices') await world.prices();
  if (step.do === 'journal') world.market.weather.fates.push(step.fate);
  if (step.do === 'claim') {
    const made = world.network.transactions.filter(({ origin }) => origin === null);
    const sent = made[step.sent % Math.max(1, made.length)];
    if (sent === undefined) return;
    const { asset: currency, network, hash: txHash } = sent;
    const claim = { currency, network, txHash, amount: formatCoins(currency, sent.amount) };
    const one = () => attempt(() => world.payments.deposits.claim(holder(step.user), claim, null));
    await world.done(Promise.all(Array.from({ length: step.times + 1 }, one)));
  }
  if (step.do === 'withdraw') {
    await world.done(attempt(() => withdraw(world, placeOf(step.place), step.refused, step.key)));
  }
  if (step.do === 'payout') await world.done(attempt(() => payOut(world, step.card, step.key)));
  if (step.do === 'card') {
    const { cards } = world.payments;
    await world.done(
      attempt(async () => {
        const { id } = await cards.begin(holder(0), 9_500, 'approved', null);
        await Promise.all([
          attempt(() => cards.confirm({ userId: 1n, operationId: id, key: null }, null)),
          ...(step.cancelled ? [attempt(() => cards.cancel({ userId: 1n, operationId: id, key: null }))] : []),
        ]);
      }),
    );
  }
  if (step.do === 'pass') {
    world.trouble = step.trouble;
    await world.done(world.payments.settler.pass());
  }
  if (step.do === 'crash') {
    void world.payments.settler.pass();
    for (let turn = 0; turn < step.after; turn += 1) await Promise.resolve();
    await world.crash();
  }
}

/** Everything works again, and nobody does anything any more. */
async function calmDown(world: World): Promise<void> {
  world.market.weather.fates = [];
  world.trouble = 0;
  for (let n = 0; n < 10 && world.store.pending().length > 0; n += 1) {
    world.market.clock.advance(n < 8 ? CONFIRMED_MS : 15 * 60_000);
    await world.market.idle();
    await world.prices();
    await world.done(world.payments.settler.pass());
  }
}

function expectAllOnce(world: World): void {
  const operations = [...world.store.all.values()];
  const transfers = world.batches.flatMap((batch) => batch.transfers);
  const of = (id: bigint) => transfers.filter(({ subjectId }) => subjectId === id).map(({ kind }) => kind);
  expect(world.store.pending()).toEqual([]);
  let expected = 1_000_000_000n;
  for (const { id, type, settlement, transaction, value, amount, currency, network, card } of operations) {
    const isPaid = settlement?.failure === null;
    const sent = world.network.transactions.filter(({ origin }) => origin === `withdrawal:${id}`);
    if (type === 'withdraw' && card !== null) {
      expect(isPaid).toBe(card !== 'declined');
      expect(of(id)).toEqual(['withdraw', isPaid ? 'cardPayout' : 'withdrawRefund']);
      expect(sent).toEqual([]);
      if (isPaid) expected -= amount;
    } else if (type === 'withdraw') {
      expect(of(id)).toEqual(['withdraw', isPaid ? 'withdrawPaid' : 'withdrawRefund']);
      const fee = withdrawalFee(currency as Asset, network ?? 'bsc');
      expect(sent.map((each) => each.amount)).toEqual(isPaid ? [amount - fee] : []);
      if (isPaid) expected -= value ?? 0n;
    } else {
      expect(of(id)).toEqual(isPaid ? [type] : []);
      expect(type === 'card' || transaction !== null).toBe(true);
      expected += settlement?.value ?? 0n;
    }
  }
  const claimed = operations.filter(({ type }) => type === 'deposit').map(({ transaction }) => transaction?.hash);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(world.market.account(world.account)).toMatchObject({ available: expected, locked: 0n });
}

it('L6 L7 credits every deposit once and pays every withdrawal once, whatever the order of blocks, submissions and crashes', async () => {
  const reached = { deposit: 0, withdraw: 0, card: 0 };
  let payouts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), fc.nat(), async (steps, seed) => {
      const world = await World.start(seed);
      for (const each of steps) await take(world, each);
      await calmDown(world);
      expectAllOnce(world);
      for (const { type, settlement, card } of world.store.all.values()) {
        if (settlement?.failure === null) reached[type] += 1;
        if (type === 'withdraw' && card !== null) payouts += 1;
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 150) },
  );
  for (const type of ['deposit', 'withdraw', 'card'] as const) expect(reached[type]).toBeGreaterThan(30);
  expect(payouts).toBeGreaterThan(30);
}, 120_000);
