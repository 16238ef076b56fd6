import { MAX_CLASS_TARGET, type ClassRules } from '@plecho/domain';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { createMarket, insertUsers, MARKET } from '../../../test/harness/trading.ts';
import { BTC, TestMarket, usdt } from '../../../test/test-market.ts';
import { openIdSource } from '../id-source.ts';
import { PgJournal } from '../journal/journal.ts';
import { findViolations } from './ledger-check.ts';

const db = useDatabase();
/** As much as a class may ask for and give. */
const RULES: ClassRules = {
  ...{ maxLeverage: 10, maxShare: null, maxDayLoss: null, maxLoss: 999_999n, target: MAX_CLASS_TARGET },
  ...{ days: null, calibration: false },
};

it('E17 the largest class, 1,000,000 USDT and a target of 1000 %, is checked to its target and its limit', async () => {
  const startBalance = usdt('1000000');
  const definition = { ...MARKET, startBalance, rules: { ...MARKET.rules, classRules: RULES } };
  await createMarket(db.target, definition);
  const [one, two] = await insertUsers(db.pool, 2);
  const journal = new PgJournal(db.target, MARKET.id);
  const storage = { journal, ids: await openIdSource(db.pool) };
  const market = new TestMarket({ rules: { classRules: RULES }, startBalance, storage });
  const pass = async (to: string): Promise<void> => {
    await market.tick(BTC, to);
    await market.host.idle();
  };
  await market.host.start();
  await pass('100');
  const [rich, poor] = [await market.enter(one), await market.enter(two)];
  const long = await market.open(rich, { margin: usdt('500000') });
  const short = await market.open(poor, { side: 'short', margin: startBalance, leverage: 1 });
  await pass('120');
  await pass('144');
  await pass('172');
  await pass('199.99999');
  for (const position of [short, await market.open(rich, { margin: usdt('100') }), long]) await market.close(position);
  await market.host.idle();
  const attempts = [rich, poor].map((id) => market.host.account(id)?.account.attempt);
  expect(attempts).toMatchObject([{ passedAt: null }, { endedAt: expect.any(Number) as number }]);
  expect(await findViolations(db.owner)).toEqual([]);

  const largest = await market.open(rich, { margin: usdt('5000000') });
  await pass('220');
  expect((await market.close(largest)).ok).toBe(true);
  expect(market.host.account(rich)?.account.attempt?.passedAt).toEqual(expect.any(Number));
  expect(await findViolations(db.owner)).toEqual([]);
  await market.host.stop();
  await journal.close();
});
