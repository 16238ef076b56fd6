import type { DepositAddress, Operation, WalletBalance } from '@plecho/contract';
import { expect, it } from 'vitest';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import { until, useServer, type Answer, type Person } from '../../../test/support/server.ts';

const OPERATIONS = 12;

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });

/** Ends every connection of the application, as a restart of the database would. */
const dropConnections = (): Promise<unknown> =>
  database.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = $1`,
    [database.target.schema],
  );

/** As a patient program would: the same request with the same key until it is answered. */
async function insist(person: Person, url: string, body: object, key: string): Promise<Answer> {
  let answer: Answer | null = null;
  await until(async () => {
    server.feed.tick('BTCUSDT', '100');
    answer = await person.post(url, body, { headers: { 'idempotency-key': namedKey(key) } });
    return answer.status !== 503;
  });
  if (answer === null) throw new Error('never answered');
  return answer;
}

it('L6 L7 a database that drops its connections again and again: everything is credited and paid once', async () => {
  const person = await server.register();
  const [{ address: own } = { address: '' }] = (await person.get('/wallet')).body['items'] as WalletBalance[];
  const { body } = await person.get('/payments/deposit-addresses?asset=USDT');
  const [{ address } = { address: '' }] = body['items'] as DepositAddress[];
  const drops = (async () => {
    for (let n = 0; n < 5; n += 1) {
      await dropConnections();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const coins = { asset: 'USDT', network: 'bsc' };
  for (let n = 0; n < OPERATIONS / 2; n += 1) {
    const sent = await insist(person, '/wallet/send', { ...coins, address, amount: '20', fee: 'fast' }, `send-${n}`);
    const claim = { currency: 'USDT', network: 'bsc', amount: '20', txHash: sent.body['hash'] };
    expect((await insist(person, '/payments/deposit/hash', claim, `claim-${n}`)).status).toBe(200);
    const withdrawal = { currency: 'USDT', network: 'bsc', amount: '10', address: own };
    expect((await insist(person, '/payments/withdraw/crypto', withdrawal, `withdraw-${n}`)).status).toBe(200);
  }
  await drops;
  const operations = async (): Promise<Operation[]> => {
    const answer = await person.get('/payments/transactions');
    return answer.status === 200 ? (answer.body['items'] as Operation[]) : [];
  };
  await until(async () => {
    const all = await operations();
    return all.length === OPERATIONS && all.every(({ txHash }) => txHash !== null);
  });
  clock.jump(60_000);
  await dropConnections();
  await until(async () => {
    const all = await operations();
    return all.length === OPERATIONS && all.every(({ status }) => status === 'completed');
  });
  expect((await person.get('/trading/balance')).body).toMatchObject({ available: '1060', locked: '0' });
  await until(async () => {
    const [onBsc] = (await person.get('/wallet')).body['items'] as WalletBalance[];
    // 3000 without six times 20 and the fee of 0.4, with six times 10 without the fee of 0.3.
    return onBsc?.balance === '2935.8';
  });
});
