import { coins, networkFee, type Network } from '@plecho/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { createMarket, insertUsers, MARKET } from '../../test/harness/trading.ts';
import { withdraw } from '../../test/support/practice-money.ts';
import { BTC, TestMarket, usdt } from '../../test/test-market.ts';
import { createLogger } from '../lib/logger.ts';
import { PgAccountReader } from '../storage/account-reader.ts';
import { openIdSource } from '../storage/id-source.ts';
import { PgJournal } from '../storage/journal/journal.ts';
import { openPracticeMoney, type PracticeMoney } from './practice-money.ts';

const PEOPLE = 6;
const NETWORKS: Network[] = ['bsc', 'polygon', 'tron'];
const START = usdt('1000');

const db = useDatabase();
const users: bigint[] = [];
const accounts: bigint[] = [];
let journal: PgJournal;
let market: TestMarket;
let processes: [PracticeMoney, PracticeMoney];

/** Two processes with practice money; the market that they submit to is a third's. */
beforeAll(async () => {
  await createMarket(db.target);
  users.push(...(await insertUsers(db.pool, PEOPLE)));
  journal = new PgJournal(db.target, MARKET.id);
  const ids = await openIdSource(db.pool);
  market = new TestMarket({ storage: { journal, ids } });
  await market.host.start();
  await market.tick(BTC, '100');
  for (const user of users) accounts.push(await market.enter(user));
  const log = createLogger('silent');
  const open = (): Promise<PracticeMoney> =>
    openPracticeMoney({
      ...{ pool: db.pool, clock: market.clock, log, ids, marketId: MARKET.id },
      desk: { submit: (_market, command, idempotency) => market.submit(command, idempotency) },
    });
  processes = [await open(), await open()];
});
afterAll(async () => {
  await Promise.all(processes.map(({ jobs }) => jobs.stop()));
  await market.host.stop();
  await journal.close();
});

const pending = async (): Promise<number> => {
  const { rows } = await db.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM pending_operations');
  return rows[0]?.n ?? 0;
};
const mempool = async (): Promise<number> => {
  const { rows } = await db.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM network_mempool');
  return rows[0]?.n ?? 0;
};

/** Blocks come, and both processes look at the same moment, until nothing waits any more. */
async function letItHappen(): Promise<void> {
  await expect
    .poll(
      async () => {
        market.clock.advance(1_000);
        await new Promise((resolve) => setImmediate(resolve));
        return (await pending()) + (await mempool());
      },
      { timeout: 30_000, interval: 5 },
    )
    .toBe(0);
}

/** Everybody deposits 10 USDT on every network and withdraws 20 to their own wallet and 30 to a card. */
async function everybodyMovesMoney([one, other]: [PracticeMoney, PracticeMoney]): Promise<void> {
  await Promise.all(
    users.map(async (userId, n) => {
      const accountId = accounts[n] ?? 0n;
      const money = n % 2 === 0 ? one : other;
      const addresses = await money.network.depositAddresses(userId);
      for (const network of NETWORKS) {
        const address = addresses.find((each) => each.asset === 'USDT' && each.network === network)?.address ?? '';
        const sent = await money.wallets.send(
          userId,
          { asset: 'USDT', network, address, amount: '10', fee: 'fast', memo: null },
          null,
        );
        const claim = { currency: 'USDT' as const, network, amount: '10', txHash: sent.hash };
        await money.payments.deposits.claim({ userId, accountId }, claim, null);
      }
      const wallet = (await money.wallets.balances(userId)).find((each) => each.network === 'bsc')?.address ?? '';
      await withdraw(market, accountId, coins('USDT', '20'), { address: wallet });
      const asked = { amount: usdt('30'), card: 'declined', isLimitReached: false } as const;
      await market.submit({ type: 'withdrawToCard', accountId, ...asked });
    }),
  );
}

describe('two processes that pay out and credit for a moment at once', () => {
  it('L1 P1 move every coin and every operation once, and the books of both sides agree', async () => {
    const told: bigint[] = [];
    processes[0].listen((userId) => told.push(userId));
    await everybodyMovesMoney(processes);
    expect(await pending()).toBe(PEOPLE * 5);
    for (const { jobs } of processes) jobs.start();
    await letItHappen();

    const reader = new PgAccountReader(db.pool);
    for (const account of accounts) {
      expect((await reader.view(account))?.account).toMatchObject({
        ...{ available: START + usdt('30') - usdt('20'), locked: 0n },
      });
    }
    for (const userId of users) {
      const balances = await processes[1].wallets.balances(userId);
      const onPolygon = balances.find((each) => each.asset === 'USDT' && each.network === 'polygon');
      const left = coins('USDT', '990') - networkFee('USDT', 'polygon', 'fast');
      expect(onPolygon).toMatchObject({ balance: left, incoming: 0n });
    }
    const { rows } = await db.owner.query('SELECT operation_id FROM settlements');
    expect(rows).toHaveLength(PEOPLE * 5);
    expect(new Set(told)).toEqual(new Set(users));
  });

  it('one that stops leaves all of it to the other, is not woken by what is begun with it, and may begin again', async () => {
    const [one, other] = processes;
    await one.jobs.stop();
    await other.jobs.stop();
    await everybodyMovesMoney([one, one]);
    market.clock.advance(120_000);
    await market.idle();
    expect(await pending()).toBe(PEOPLE * 5);
    one.jobs.start();
    await letItHappen();
  });
});
