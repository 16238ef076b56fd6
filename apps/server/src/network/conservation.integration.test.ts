import { coins, FEE_LEVELS, heightAt, networkFee, type FeeLevel, type Network } from '@plecho/network';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { Problem } from '../lib/problem.ts';
import { appConfig, createPool } from '../storage/connection.ts';
import { findViolations } from '../storage/ledger-check/ledger-check.ts';
import type { NetworkTransaction, TransactionRequest } from './ports.ts';
import { useNetwork, type Running } from './test/world.ts';

/** USDT there, with what a new wallet holds. */
const START: Readonly<Partial<Record<Network, string>>> = { bsc: '3000', polygon: '1000', tron: '2000' };
const PLACES = Object.keys(START) as Network[];
const PEOPLE = 3;

interface Send {
  from: number;
  /** One of the people; the last means a deposit address of the first, watched on BSC. */
  to: number;
  network: Network;
  /** Of what a new wallet holds there. */
  percent: number;
  level: FeeLevel;
  /** null: without an origin. Few, so that they are used again. */
  key: number | null;
}

/** Things that happen at the same time, and how much time goes by afterwards. */
interface Step {
  sends: Send[];
  /** Processes that pay out meanwhile. */
  miners: number;
  /** All of it is done by a process whose connections are cut meanwhile. */
  isKilled: boolean;
  waitMs: number;
}

const send = fc.record<Send>({
  from: fc.nat(PEOPLE - 1),
  to: fc.nat(PEOPLE),
  network: fc.constantFrom(...PLACES),
  percent: fc.integer({ min: 1, max: 110 }),
  level: fc.constantFrom(...FEE_LEVELS),
  key: fc.option(fc.nat(3)),
});
const step = fc.record<Step>({
  sends: fc.array(send, { maxLength: 4 }),
  miners: fc.nat(2),
  isKilled: fc.boolean(),
  waitMs: fc.constantFrom(0, 400, 2_000, 9_000, 60_000),
});

const db = useDatabase();
const world = useNetwork(db);
const { clock } = world;
const FRAGILE = 'fragile process';
let fragilePool: Pool;
let fragile: Running;

beforeAll(async () => {
  fragilePool = createPool({ ...appConfig(db.target), application_name: FRAGILE, max: 6 });
  fragile = await world.start(fragilePool);
});
afterAll(() => fragilePool.end());

const cutConnections = (): Promise<unknown> =>
  db.owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [FRAGILE]);

const isUnknown = (result: PromiseSettledResult<unknown>): boolean =>
  result.status === 'rejected' && !(result.reason instanceof Problem);

/** What should be where, reckoned from what was acknowledged alone. */
class Books {
  readonly #people: { id: bigint; wallets: Map<Network, string>; deposit: string }[] = [];
  readonly #known = new Map<string, NetworkTransaction>();
  /** When everything ripe had been paid out. */
  #paidAt = 0;
  readonly #run: number;

  constructor(run: number) {
    this.#run = run;
  }

  async open(): Promise<void> {
    for (let n = 0; n < PEOPLE; n++) {
      const id = await world.newUser();
      const wallets = new Map<Network, string>();
      for (const network of PLACES) wallets.set(network, await world.walletOf(id, network));
      this.#people.push({ id, wallets, deposit: await world.depositOf(id, 'USDT', 'bsc') });
    }
    this.#paidAt = clock.now();
  }

  #wallet(person: number, network: Network): string {
    return this.#people[person]?.wallets.get(network) ?? '';
  }

  /** @param origin of a send that has none */
  request({ from, to, network, percent, level, key }: Send, origin: string | null): TransactionRequest {
    // A deposit address of the EVM family; on Tron the first person's own wallet instead.
    const deposit = network === 'tron' ? this.#wallet(0, 'tron') : (this.#people[0]?.deposit ?? '');
    return {
      network,
      asset: 'USDT',
      from: this.#wallet(from, network),
      to: to === PEOPLE ? deposit : this.#wallet(to, network),
      amount: (coins('USDT', START[network] ?? '0') * BigInt(percent)) / 100n,
      fee: networkFee('USDT', network, level),
      memo: null,
      origin: key === null ? origin : `run ${this.#run}: ${key}`,
    };
  }

  acknowledge(transaction: NetworkTransaction): void {
    this.#known.set(transaction.hash, transaction);
  }

  paidOut(): void {
    this.#paidAt = clock.now();
  }

  #sum(matches: (transaction: NetworkTransaction) => boolean, amount: (t: NetworkTransaction) => bigint): bigint {
    return [...this.#known.values()].filter(matches).reduce((sum, each) => sum + amount(each), 0n);
  }

  /** What a wallet can spend, and what is on its way there. */
  expected(person: number, network: Network): { balance: bigint; incoming: bigint } {
    const address = this.#wallet(person, network);
    const isPaid = ({ block }: NetworkTransaction): boolean => block <= heightAt(network, this.#paidAt);
    const isHere = (transaction: NetworkTransaction): boolean => transaction.network === network;
    const isTo = (transaction: NetworkTransaction): boolean => isHere(transaction) && transaction.to === address;
    const out = this.#sum(
      (each) => isHere(each) && each.from === address,
      ({ amount, fee }) => amount + fee,
    );
    const arrived = this.#sum(
      (each) => isTo(each) && isPaid(each),
      ({ amount }) => amount,
    );
    const incoming = this.#sum(
      (each) => isTo(each) && !isPaid(each),
      ({ amount }) => amount,
    );
    return { balance: coins('USDT', START[network] ?? '0') - out + arrived, incoming };
  }

  spendable(request: TransactionRequest): bigint {
    const person = this.#people.findIndex(({ wallets }) => wallets.get(request.network) === request.from);
    return this.expected(person, request.network).balance;
  }

  /** Rule N3 by way of N2: every wallet is what the acknowledged transactions make of it. */
  async check(): Promise<void> {
    for (const [person, { id }] of this.#people.entries()) {
      const items = await world.wallets.balances(id);
      for (const network of PLACES) {
        const item = items.find((each) => each.asset === 'USDT' && each.network === network);
        expect(item).toMatchObject(this.expected(person, network));
      }
    }
  }

  /** Nothing happened that nobody was told of. */
  async checkNothingElse(): Promise<void> {
    const addresses = this.#people.flatMap(({ wallets }) => [...wallets.values()]);
    const { rows } = await db.owner.query<{ hash: string }>(
      'SELECT hash FROM network_transactions WHERE from_address = ANY ($1)',
      [addresses],
    );
    expect(rows.map(({ hash }) => hash).toSorted()).toEqual([...this.#known.keys()].toSorted());
  }
}

let runs = 0;
let origins = 0;

async function carryOut(books: Books, { sends, miners, isKilled, waitMs }: Step): Promise<void> {
  const running = isKilled ? fragile : world;
  const requests = sends.map((each) => books.request(each, isKilled ? `lone ${(origins += 1)}` : null));
  const [first] = requests;
  const enough = first === undefined ? false : books.spendable(first) >= first.amount + first.fee;
  const mining = Array.from({ length: miners }, () => running.miner.payOutMined());
  const sending = requests.map((request) => running.network.submit(request));
  const [sent, mined] = await Promise.all([
    Promise.allSettled(sending),
    Promise.allSettled(mining),
    isKilled ? cutConnections() : null,
  ]);

  for (const [index, result] of sent.entries()) {
    const request = requests[index];
    if (result.status === 'fulfilled') books.acknowledge(result.value);
    else if (isUnknown(result) && request !== undefined) {
      expect(isKilled).toBe(true);
      // Whoever was not told asks again under the same name when the process is back.
      const [again] = await Promise.allSettled([world.network.submit(request)]);
      expect(isUnknown(again)).toBe(false);
      if (again.status === 'fulfilled') books.acknowledge(again.value);
    }
  }
  if (requests.length === 1 && miners === 0 && first?.origin === null) {
    expect(sent[0]?.status).toBe(enough ? 'fulfilled' : 'rejected');
  }
  if (miners > 0) {
    if (mined.some(isUnknown)) await world.miner.payOutMined();
    books.paidOut();
  }
  await books.check();
  clock.advance(waitMs);
}

it('N1 N2 N3 coins are neither lost nor made, whatever the order of sends, mining and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const books = new Books((runs += 1));
      await world.miner.payOutMined();
      await books.open();
      for (const each of steps) await carryOut(books, each);
      clock.advance(600_000);
      await world.miner.payOutMined();
      books.paidOut();
      await books.check();
      await books.checkNothingElse();
      expect(await findViolations(db.owner)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
