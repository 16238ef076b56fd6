import type { CandleList, Position, Season, Trade } from '@plecho/contract';
import { formatPrice } from '@plecho/domain';
import { SYNTHETIC_PAIRS } from '@plecho/synthetic';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../test/harness/database.ts';
import { JumpingClock } from '../test/support/jumping-clock.ts';
import { newPhone, PASSWORD, Person, until, type Answer } from '../test/support/server.ts';
import type { PriceRecord } from './commands/batch.ts';
import { createContext, type Context } from './context.ts';
import { SyntheticFeed } from './feeds/synthetic/synthetic-feed.ts';
import { createLogger } from './lib/logger.ts';

const HOUR = 3_600_000;
const SYMBOL = 'BTCUSDT';
const LONG = { symbol: SYMBOL, type: 'long', amount: '10', leverage: 2 };
const pairs = SYNTHETIC_PAIRS.filter(({ symbol }) => symbol === SYMBOL || symbol === 'ETHUSDT');

const database = useDatabase();
const errors: string[] = [];
let machine: JumpingClock;
let context: Context;

async function start(): Promise<void> {
  context = await createContext({
    target: database.target,
    clock: machine,
    log: createLogger('error', { write: (line) => void errors.push(line) }),
    createFeed: () => Promise.resolve(new SyntheticFeed({ seed: 'steps', clock: machine, pairs })),
  });
}

beforeAll(async () => {
  machine = new JumpingClock();
  await start();
});
afterAll(() => context.close());

const main = () => context.markets.running('main')!;
const marketNow = async (): Promise<number> => (await main().status()).now;
const newest = async (): Promise<PriceRecord | undefined> => (await main().lastPrices([SYMBOL])).get(SYMBOL);
const price = async (): Promise<bigint> => (await newest())?.price ?? 0n;

async function register(): Promise<Person> {
  const person = new Person(context);
  expect((await person.post('/auth/register', { phone: newPhone(), password: PASSWORD })).status).toBe(200);
  return person;
}

/** Two more prices come, as they would without any step. */
async function prices(): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    const before = (await newest())?.seq ?? 0n;
    await until(async () => ((await newest())?.seq ?? 0n) > before);
  }
}

const good = <T>({ status, body }: Answer): T => {
  expect([status, body['code']]).toEqual([200, undefined]);
  return body as T;
};
const open = async (person: Person): Promise<Position> => good(await person.post('/trading/positions', LONG));
/** Ids of the positions that are open. */
const openOf = async (person: Person): Promise<string[]> =>
  good<{ items: Position[] }>(await person.get('/trading/positions')).items.map(({ id }) => id);
const close = async (person: Person, { id }: Position, portion = ''): Promise<Trade> =>
  good(await person.delete(`/trading/positions/${id}${portion}`));

it.each([
  ['3 s back', -3_000],
  ['an hour back', -HOUR],
  ['an hour forward', HOUR],
])('E11 trading goes on when the machine’s clock steps %s in the middle of it', async (_name, ms) => {
  const person = await register();
  await prices();
  const [kept, fired] = [await open(person), await open(person)];
  // It is above the market: the next price fills it.
  const limitPrice = formatPrice(((await price()) * 12n) / 10n);
  good(await person.post('/trading/orders', { ...LONG, limitPrice }));
  const before = await marketNow();
  machine.jump(ms);
  expect(await marketNow()).toBeGreaterThanOrEqual(before);
  await prices();
  expect((await marketNow()) - before).toBeLessThan(Math.max(0, ms) + 20_000);

  const part = await close(person, kept, '?portion=0.5');
  expect(part.closeTime).toBeGreaterThanOrEqual(kept.openTime);
  await until(async () => (await openOf(person)).some((id) => id !== kept.id && id !== fired.id));
  await until(async () => {
    // So near that any other price reaches one of them, in the calmest hour too.
    const at = await price();
    await person.put(`/trading/positions/${fired.id}`, {
      takeProfit: formatPrice(at + 1n),
      stopLoss: formatPrice(at - 1n),
    });
    await prices();
    return !(await openOf(person)).includes(fired.id);
  });
  expect((await person.post('/trading/seasons')).status).toBe(200);
  await open(person);
  const { items: seasons } = good<{ items: Season[] }>(await person.get('/trading/seasons'));
  for (const { startedAt, endedAt } of seasons) expect(endedAt ?? startedAt).toBeGreaterThanOrEqual(startedAt);
  expect([(await main().stats()).phase, errors]).toEqual(['running', []]);
});

it('E8 E11 a server that starts an hour behind goes on from what is stored, with prices and trades', async () => {
  const person = await register();
  await prices();
  const position = await open(person);
  const [before, seq] = [await marketNow(), (await newest())?.seq ?? 0n];
  await context.close();
  machine = new JumpingClock();
  machine.jump(-HOUR);
  await start();
  expect(await marketNow()).toBeGreaterThanOrEqual(position.openTime * 1000);
  expect(await marketNow()).toBeLessThan(before + 60_000);
  await prices();
  expect((await newest())?.seq).toBeGreaterThan(seq);
  const again = Object.assign(new Person(context), { cookie: person.cookie });
  const trade = await close(again, position);
  expect(trade.closeTime).toBeGreaterThanOrEqual(position.openTime);
  expect((await again.post('/trading/seasons')).status).toBe(200);
  expect([(await main().stats()).phase, errors]).toEqual(['running', []]);
});

it('E11 candles ascend, and nothing that is written is older than what was written before it', async () => {
  const person = await register();
  const candles = good<CandleList>(await person.get(`/trading/candles?symbol=${SYMBOL}&interval=1m&limit=200`));
  const times = candles.items.map(({ time }) => time);
  expect(times.length).toBeGreaterThan(60);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  expect((times.at(-1) ?? 0) * 1000).toBeLessThanOrEqual((await marketNow()) + 60_000);
  const { rows } = await database.owner.query<{ what: string; wrong: bigint }>(`
    SELECT 'trades' AS what, count(*) AS wrong FROM trades WHERE closed_at < opened_at
    UNION ALL SELECT 'seasons', count(*) FROM seasons WHERE ended_at < started_at
    UNION ALL SELECT 'transfers', count(*) FROM (SELECT at, lag(at) OVER (ORDER BY id) AS before FROM transfers) t WHERE at < before
    UNION ALL SELECT 'records', count(*) FROM (
      SELECT time, lag(time) OVER (PARTITION BY symbol ORDER BY seq) AS before FROM price_records) r WHERE time < before`);
  expect(rows.map(({ what, wrong }) => `${what} ${wrong}`)).toEqual([
    'trades 0',
    'seasons 0',
    'transfers 0',
    'records 0',
  ]);
});

it('E2 E11 a market ends while the machine’s clock steps', async () => {
  const person = await register();
  await prices();
  await Promise.all(Array.from({ length: 5 }, () => open(person)));
  const ending = context.markets.submit('main', { type: 'endMarket' });
  machine.jump(-HOUR);
  expect(await ending).toMatchObject({ ok: true });
  const { items } = good<{ items: Trade[] }>(await person.get('/trading/trades'));
  expect(items.map(({ reason }) => reason)).toEqual(Array.from({ length: 5 }, () => 'marketEnd'));
  for (const { openTime, closeTime } of items) expect(closeTime).toBeGreaterThanOrEqual(openTime);
  expect([(await main().stats()).phase, errors]).toEqual(['running', []]);
});
