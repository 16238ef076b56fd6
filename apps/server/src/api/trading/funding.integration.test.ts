import {
  fundingList,
  position as positionBody,
  type AuditRecord,
  type Balance,
  type FundingPayment,
  type Position,
  type Trade,
} from '@plecho/contract';
import { parseUsdt, type Stage } from '@plecho/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { OPERATOR_SECRET, setOperatorSecret } from '../../../test/support/operator.ts';
import { newPhone, PASSWORD, Person, until, type Answer } from '../../../test/support/server.ts';
import { TestFeed } from '../../../test/support/test-feed.ts';
import { createContext, type Context } from '../../context.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { checkLedger } from '../../storage/ledger-check/ledger-check.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
/** The second whole hour from now: none is reached by itself while the test runs. */
const AT = (Math.floor(Date.now() / HOUR) + 2) * HOUR;
/** The market's own prices are those of the base. */
const SAME: Stage = { type: 'trend', mode: 'static', direction: 'neutral', driftPercent: '10', symbols: null };
const COSTS = { takerFeePercent: '0.1', makerFeePercent: '0.04', funding: { intervalHours: 1, capPercent: '0.5' } };

/** Its clock stands still between what the test says. */
class HeldFeed extends TestFeed {
  at = AT - 90 * SECOND;

  override now(): number {
    return this.at;
  }
}

const database = useDatabase();
const feed = new HeldFeed();
let context: Context;
let market = '';
let audited: AuditRecord[];
let long: Person;
let short: Person;

async function start(): Promise<void> {
  context = await createContext({
    ...{ target: database.target, clock: systemClock, log: createLogger('silent') },
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    createFeed: () => Promise.resolve(feed),
  });
}

/** As the person is known to a server that has been started again. */
const again = (person: Person): Person => Object.assign(new Person(context), { cookie: person.cookie });

function good<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body)).toBe(200);
  return body as T;
}

async function register(): Promise<Person & { phone: string }> {
  const person = Object.assign(new Person(context), { phone: newPhone() });
  good(await person.post('/auth/register', { phone: person.phone, password: PASSWORD }));
  return person;
}

async function price(at: number, text: string): Promise<void> {
  feed.at = at;
  feed.tick('BTCUSDT', text);
  const running = context.markets.running(market);
  await until(async () => ((await running?.lastPrices(['BTCUSDT']))?.get('BTCUSDT')?.time ?? 0) >= at);
}

const ask = async <T>(person: Person, what: string): Promise<T> =>
  good<T>(await person.get(`/trading/${what}?market=${market}`));
const paid = async (person: Person): Promise<FundingPayment[]> =>
  fundingList.parse(await ask<unknown>(person, 'funding')).items;
const balance = (person: Person): Promise<Balance> => ask<Balance>(person, 'balance');
const open = async (person: Person, what: object): Promise<Position> =>
  positionBody.parse(good(await person.post(`/trading/positions?market=${market}`, { symbol: 'BTCUSDT', ...what })));
const positions = async (person: Person): Promise<Position[]> =>
  (await ask<{ items: Position[] }>(person, 'positions')).items;
const sum = (amounts: readonly string[]): bigint =>
  amounts.reduce((total, each) => total + (parseUsdt(each) ?? 0n), 0n);
const amounts = (items: readonly FundingPayment[]): string[] => items.map(({ amount }) => amount);

/** Waits for the payment of the hour: it is booked beside what people do. */
async function paysAt(person: Person, at: number): Promise<FundingPayment> {
  await until(async () => (await paid(person))[0]?.at === at / SECOND);
  const [newest] = await paid(person);
  if (newest === undefined) throw new Error('it was there a moment ago');
  return newest;
}

beforeAll(async () => {
  await setOperatorSecret(database);
  await start();
  const operator = await register();
  await database.owner.query(`UPDATE users SET role = 'operator' WHERE phone = $1`, [operator.phone]);
  good(await operator.post('/admin/step-up', { secret: OPERATOR_SECRET }));
  feed.tick('BTCUSDT', '100');
  const scenario = { recipe: { base: 'main', stages: [SAME] }, costs: COSTS, blind: false };
  market = good<{ id: string }>(await operator.post('/admin/scenarios', scenario)).id;
  audited = good<{ items: AuditRecord[] }>(await operator.get('/admin/audit?action=scenarioPublished')).items;
  await price(AT - 80 * SECOND, '100');
  [long, short] = [await register(), await register()];
  for (const person of [long, short]) good(await person.post(`/trading/markets/${market}/enter`));
});
afterAll(() => context.close());

it('C2 the market tells everybody what it costs from its first moment, and the audit log who published that', async () => {
  expect(good(await long.get(`/trading/markets/${market}`))).toMatchObject({
    ...{ takerFeePercent: '0.1', makerFeePercent: '0.04', funding: { intervalHours: 1, capPercent: '0.5' } },
  });
  expect(audited.map(({ details }) => details)).toMatchObject([
    { takerFeePercent: '0.1', makerFeePercent: '0.04', fundingHours: '1', fundingCapPercent: '0.5' },
  ]);
});

it('E13 E14 longs pay shorts over the hour, to the unit, and the fee that each kind of fill costs', async () => {
  await open(long, { type: 'long', amount: '100', leverage: 10 });
  const limit = { symbol: 'BTCUSDT', type: 'short', amount: '50', leverage: 4, limitPrice: '100.1' };
  good(await short.post(`/trading/orders?market=${market}`, limit));
  // 1000 × 0.1 %; the order that waits pays 200 × 0.04 %.
  expect(await balance(long)).toMatchObject({ total: '999', available: '899' });
  await price(AT - 50 * SECOND, '100.1');
  await until(async () => (await positions(short)).length === 1);
  expect(await balance(short)).toMatchObject({ total: '999.92', available: '949.92' });
  await price(AT - 20 * SECOND, '100');
  await price(AT + SECOND, '100.2');

  // The minutes closed at 100 and at 100: 0.2 %, of 1002 and of 200 × 100.2 / 100.1.
  const common = { market, symbol: 'BTCUSDT', rate: '0.2', waived: '0', at: AT / SECOND, record: { price: '100.2' } };
  expect(await paysAt(long, AT)).toMatchObject({ ...common, type: 'long', amount: '-2.004' });
  expect(await paysAt(short, AT)).toMatchObject({ ...common, type: 'short', amount: '0.400399' });
  expect(await positions(long)).toMatchObject([{ amount: '100', liquidationPrice: '90.4522613', funding: '-2.004' }]);
  expect(await positions(short)).toMatchObject([{ funding: '0.400399' }]);
  expect(await balance(long)).toMatchObject({ total: '996.996', available: '896.996' });
});

it('E16 an hour that ended while the server was down is paid once it is back, by the minutes that it had', async () => {
  await price(AT + 10 * MINUTE, '100.4');
  // Whether the minute under way at a stop has a close is not said: this one is the average of the others.
  await price(AT + 11 * MINUTE, '100.3');
  await context.close();
  feed.at = AT + HOUR + 5 * MINUTE;
  await start();
  [long, short] = [again(long), again(short)];
  expect(await paid(long)).toHaveLength(1);
  await price(feed.at, '100.5');
  // (100.2 + 100.4) / 2, then 0.2 / 100.3 in millionths; of 1005, and of 200 × 100.5 / 100.1.
  const common = { rate: '0.1994', at: (AT + HOUR) / SECOND, record: { price: '100.5', time: feed.at } };
  expect(await paysAt(long, AT + HOUR)).toMatchObject({ ...common, amount: '-2.00397' });
  expect(await paysAt(short, AT + HOUR)).toMatchObject({ ...common, amount: '0.400393' });
  expect([(await paid(long)).length, (await paid(short)).length]).toEqual([2, 2]);
});

it('E14 a close at the price of the hour pays it first; its lines, its trades and the books agree to the unit', async () => {
  const [{ id } = { id: '' }] = await positions(long);
  const close = (query = ''): Promise<Answer> => long.delete(`/trading/positions/${id}?market=${market}${query}`);
  feed.at = AT + 2 * HOUR;
  feed.tick('BTCUSDT', '100.6');
  const half = good<Trade>(await close('&portion=0.5'));
  const rest = good<Trade>(await close());
  const own = await paid(long);
  expect(own.map(({ at }) => at)).toEqual([AT + 2 * HOUR, AT + HOUR, AT].map((at) => at / SECOND));
  expect([half.exitPrice, rest.exitPrice]).toEqual(['100.6', '100.6']);
  expect(sum([half.funding, rest.funding])).toBe(sum(amounts(own)));
  expect(half.funding).toBe(rest.funding);
  // What a trade earned, and what it paid for being open, are two figures; its owner has both.
  expect([half.pnl, half.fee]).toEqual(['3', '1.003']);
  const { total } = await balance(long);
  const net = sum([half.pnl, rest.pnl]) - sum([half.fee, rest.fee]) + sum(amounts(own));
  expect(parseUsdt(total)).toBe((parseUsdt('1000') ?? 0n) + net);

  const booked = `SELECT a.user_id IS NULL AS market, sum(e.amount)::bigint AS amount FROM ledger_entries e
    JOIN transfers t ON t.id = e.transfer_id JOIN ledger_accounts l ON l.id = e.ledger_account_id
    LEFT JOIN accounts a ON a.id = l.account_id WHERE t.market_id = $1 AND t.kind = 'funding' GROUP BY 1 ORDER BY 1`;
  const { rows } = await database.owner.query<{ amount: bigint }>(booked, [market]);
  await paysAt(short, AT + 2 * HOUR);
  const all = sum(amounts([...own, ...(await paid(short))]));
  expect(rows.map(({ amount }) => amount)).toEqual([all, -all]);
  const { items: trades } = await ask<{ items: Trade[] }>(long, 'trades');
  expect(sum(trades.map(({ funding }) => funding))).toBe(sum(amounts(own)));
  expect((await checkLedger(database.owner)).violations).toEqual([]);
});
