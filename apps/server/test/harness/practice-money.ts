import type { Pool } from 'pg';
import type { Outcome } from '../../src/commands/command.ts';
import type { Target } from '../../src/storage/connection.ts';
import { openIdSource } from '../../src/storage/id-source.ts';
import { PgJournal } from '../../src/storage/journal/journal.ts';
import { ADDRESS, settle, withdraw, withdrawToCard } from '../support/practice-money.ts';
import { BTC, TestMarket, text, usdt } from '../test-market.ts';
import { createMarket, insertUsers, MARKET, NOW } from './trading.ts';

const OTHER_ADDRESS = `sim1e${'p'.repeat(38)}`;
const hash = (letter: string): string => `simtx1${letter.repeat(58)}`;

function must(outcome: Outcome): void {
  if (!outcome.ok) throw new Error(text(outcome));
}

/** Writes a deposit or a card top-up down as it was asked for. @returns its id */
async function operation(
  pool: Pool,
  id: bigint,
  accountId: bigint,
  what: { type: 'deposit' | 'card'; amount: bigint; currency: string },
): Promise<bigint> {
  const isCard = what.type === 'card';
  await pool.query(
    `INSERT INTO operations (id, account_id, user_id, type, amount, currency, network, address, tx_hash, card, created_at)
     VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[id, accountId, what.type, what.amount, what.currency, isCard ? null : 'bsc', isCard ? null : ADDRESS],
      ...[isCard ? null : `simtx1${id.toString().padStart(58, 'q')}`, isCard ? 'approved' : null, NOW],
    ],
  );
  return id;
}

/** Coins of one person on one network: 500 given out, 120 sent on with a fee of 1, 30 more on their way. */
async function fillNetwork(pool: Pool): Promise<void> {
  const rows = [
    [hash('q'), null, ADDRESS, 500n, 0n],
    [hash('p'), ADDRESS, OTHER_ADDRESS, 120n, 1n],
    [hash('z'), ADDRESS, OTHER_ADDRESS, 30n, 1n],
  ];
  for (const row of rows) {
    await pool.query(
      `INSERT INTO network_transactions (hash, network, asset, from_address, to_address, amount, fee, submitted_at, block_height)
       VALUES ($1, 'bsc', 'USDT', $2, $3, $4, $5, $6, 1)`,
      [...row, NOW],
    );
  }
  await pool.query(
    `INSERT INTO network_mempool (transaction_id, network, block_height, to_address)
     SELECT id, network, block_height, to_address FROM network_transactions ORDER BY id DESC LIMIT 1`,
  );
  const balances: [string, bigint][] = [
    ...[['new', -500n] as [string, bigint], [ADDRESS, 348n] as [string, bigint]],
    ...[[OTHER_ADDRESS, 120n] as [string, bigint], ['fees', 1n] as [string, bigint]],
  ];
  for (const [address, balance] of balances) {
    await pool.query(`INSERT INTO network_balances VALUES ($1, 'bsc', 'USDT', $2)`, [address, balance]);
  }
}

/**
 * A market in whose first account everything of practice money has happened: a season with a trade
 * that ended, an adjustment, deposits of USDT and BTC, cards that were taken and declined, withdrawals
 * that were paid, given back and are under way; and a practice network with coins.
 * @returns the account's id
 */
export async function fillPracticeMoney(db: { pool: Pool; target: Target }): Promise<bigint> {
  await createMarket(db.target);
  await insertUsers(db.pool, 2);
  const journal = new PgJournal(db.target, MARKET.id);
  const ids = await openIdSource(db.pool);
  const market = new TestMarket({ storage: { journal, ids } });
  await market.host.start();
  await market.tick(BTC, '99.77777777');
  const account = await market.enter(1n);
  const other = await market.enter(2n);
  await market.open(other);

  const first = await market.open(account);
  await market.tick(BTC, '101.11111111');
  await market.close(first);
  await market.open(account);
  must(await market.submit({ type: 'startSeason', accountId: account }));
  const second = await market.open(account);
  await market.tick(BTC, '100.33333333');
  await market.close(second);
  must(
    await market.submit({
      type: 'adjustBalance',
      accountId: account,
      amount: usdt('50'),
      reason: 'prize',
      operatorId: 2n,
    }),
  );
  const usdtIn = await operation(db.pool, ids.next(), account, {
    type: 'deposit',
    amount: usdt('20'),
    currency: 'USDT',
  });
  must(await settle(market, account, usdtIn, { kind: 'deposit', asset: 'USDT', amount: usdt('20') }));
  const btcIn = await operation(db.pool, ids.next(), account, {
    type: 'deposit',
    amount: 12_345_679n,
    currency: 'BTC',
  });
  must(await settle(market, account, btcIn, { kind: 'deposit', asset: 'BTC', amount: 12_345_679n }));
  const card = await operation(db.pool, ids.next(), account, { type: 'card', amount: 5_000n, currency: 'RUB' });
  must(await settle(market, account, card, { kind: 'card', amount: usdt('52.631578') }));
  const declined = await operation(db.pool, ids.next(), account, { type: 'card', amount: 5_000n, currency: 'RUB' });
  must(await settle(market, account, declined, { kind: 'failure', failure: 'bankDeclined' }));
  const paid = await withdraw(market, account, usdt('100'));
  must(await settle(market, account, paid.id, { kind: 'withdrawPaid', value: paid.value }));
  const back = await withdraw(market, account, 12_345_679n, { asset: 'BTC', network: 'bitcoin' });
  must(
    await settle(market, account, back.id, { kind: 'withdrawRefund', value: back.value, failure: 'addressRefused' }),
  );
  const payout = await withdrawToCard(market, account, usdt('40'));
  must(await settle(market, account, payout.id, { kind: 'cardPayout', value: payout.value }));
  await withdraw(market, account, usdt('30'), { network: 'tron', memo: '77' });
  await market.host.stop();
  await journal.close();
  await fillNetwork(db.pool);
  return account;
}
