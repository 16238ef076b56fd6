import {
  equityCurve,
  lossAtStop,
  MAX_MARGIN,
  MAX_POSITION_VALUE,
  maxDrawdown,
  notionalOf,
  parsePrice,
  parseUsdt,
  realise,
  returnOf,
  SIDES,
  splitBy,
  SPLITS,
  summarise,
  tallyOf,
  timeInPositions,
  toMillionths,
  tradingFee,
  type CloseReason,
  type Flow,
  type LeveragedExposure,
  type ResultTrade,
} from '@plecho/domain';
import { Random } from '@plecho/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { createMarket, insertUsers, MARKET } from '../../../test/harness/trading.ts';
import { MAX_POINTS } from '../../queries/results.ts';
import { PgResultReader } from './result-reader.ts';

const database = useDatabase();
const HOUR = 3_600_000;
const START = 1_700_000_000_000;
const SEED = 20_260_205;
const USDT = 1_000_000;
const REASONS = ['user', 'takeProfit', 'stopLoss', 'liquidation', 'marketEnd'] as const;

/** As it is stored; ids of both are in the order of what happened. */
type Stored = ResultTrade & { id: bigint };
type StoredFlow = Flow & { id: bigint };

interface History {
  trades: Stored[];
  flows: StoredFlow[];
  /** Between two seasons, and what was left at the end of the first. */
  ended: { id: bigint; balance: bigint };
}

/** So many trades with adjustments between them, and a fresh start after two thirds. */
function draw(count: number, firstId: bigint): History {
  const random = new Random(SEED);
  const whole = (most: number): number => random.int(0, most - 1);
  const [trades, flows]: [Stored[], StoredFlow[]] = [[], []];
  let [id, closedAt, equity] = [firstId, START, MARKET.startBalance];
  let ended = { id: 0n, balance: 0n };
  for (let n = 0; n < count; n += 1) {
    closedAt += whole(9 * HOUR);
    const margin = BigInt(30 * USDT + whole(70 * USDT));
    const reason = REASONS[whole(REASONS.length)] ?? 'user';
    const drawn = n % 11 === 0 ? 0n : BigInt(whole(60 * USDT) - 30 * USDT);
    const net = equity + drawn < 0n ? 0n : drawn;
    equity += net;
    const r = n % 3 === 0 ? Math.round((Number(net) * 1000) / Number(margin)) : null;
    trades.push({
      ...{ id: (id += 2n), net, margin, reason, closedAt, openedAt: closedAt - whole(12 * HOUR), r },
      ...{ leverage: 2 + whole(9), side: SIDES[whole(2)] ?? 'long', symbol: ['BTCUSDT', 'ETHUSDT'][whole(2)] ?? '' },
    });
    if (n % 17 === 3) {
      const amount = BigInt(whole(400 * USDT) + USDT);
      equity += amount;
      flows.push({ id: (id += 2n), at: closedAt, amount });
    }
    if (n === Math.floor((count * 2) / 3)) {
      ended = { id: (id += 2n), balance: equity };
      flows.push({ id, at: closedAt, amount: MARKET.startBalance - equity });
      equity = MARKET.startBalance;
    }
  }
  return { trades, flows, ended };
}

/** Where R is known, the first stop loss is so far from the entry that it costs the margin; 2520 is divided by every leverage. */
async function store(accountId: bigint, userId: bigint, { trades, flows, ended }: History): Promise<void> {
  const { owner } = database;
  await owner.query(
    `INSERT INTO accounts (id, user_id, market_id, version, realised_pnl, created_at, season_started_at, season)
     VALUES ($1, $2, $3, 0, 0, $4, $4, 2)`,
    [accountId, userId, MARKET.id, START],
  );
  await owner.query(
    `INSERT INTO trades (id, position_id, account_id, symbol, side, margin, leverage, notional, entry_price, exit_price, fee,
       pnl, insurance, reason, opened_at, closed_at, entry_seq, entry_time, exit_seq, exit_time, funding, initial_stop_loss)
     SELECT t.id, t.id, $1, symbol, side, margin, leverage, margin * leverage, 2520000000, 2520000000, 0, net, 0, reason,
       opened_at, closed_at, 1, opened_at, 1, closed_at, 0,
       CASE WHEN risky THEN 2520000000 - (CASE side WHEN 'long' THEN 1 ELSE -1 END) * 2520000000 / leverage END
     FROM json_to_recordset($2) AS t (id bigint, symbol text, side text, margin bigint, leverage int, net bigint,
       reason text, opened_at bigint, closed_at bigint, risky boolean)`,
    [
      accountId,
      JSON.stringify(
        trades.map(({ id, net, margin, openedAt, closedAt, r, ...rest }) => ({
          ...{ ...rest, id: String(id), net: String(net), margin: String(margin), risky: r !== null },
          ...{ opened_at: openedAt, closed_at: closedAt },
        })),
      ),
    ],
  );
  await owner.query(
    `INSERT INTO account_log (id, user_id, at, kind, operator_id, reason, market_id, amount)
     SELECT id, $1, 0, 'adjusted', 1, 'prize', $2, amount FROM json_to_recordset($3) AS f (id bigint, amount bigint)`,
    [
      ...[userId, MARKET.id],
      JSON.stringify(
        flows.filter(({ id }) => id !== ended.id).map(({ id, amount }) => ({ id: String(id), amount: String(amount) })),
      ),
    ],
  );
  await owner.query('INSERT INTO seasons VALUES ($1, 1, $2, $2, $3, $4, 0)', [
    accountId,
    START,
    ended.id,
    ended.balance,
  ]);
}

const SHORT = draw(180, 1_000n);
const LONG = draw(1_500, 100_000n);
let users: bigint[] = [];
const reader = () => new PgResultReader(database.pool);
const ALL = { season: null, from: null, until: null, zone: 'UTC' };

beforeAll(async () => {
  database.leaveLedgerBroken();
  await createMarket(database.target);
  users = await insertUsers(database.pool, 2);
  for (const [n, history] of [SHORT, LONG].entries()) await store(BigInt(n + 1), users[n] ?? 0n, history);
});

/** What pure functions make of the same trades; ids take the place of times, so that the order is that of the ids. */
function expected({ trades, flows }: History, chosen: readonly Stored[]) {
  const first = chosen[0];
  if (first === undefined) throw new Error('no trades');
  const before = <T extends { id: bigint }>(all: readonly T[]): T[] => all.filter(({ id }) => id < first.id);
  const start =
    MARKET.startBalance +
    before(flows).reduce((sum, { amount }) => sum + amount, 0n) +
    before(trades).reduce((sum, { net }) => sum + net, 0n);
  const ordered = chosen.map((trade) => ({ net: trade.net, openedAt: 0, closedAt: Number(trade.id) }));
  const later = flows.filter(({ id }) => id > first.id).map(({ id, amount }) => ({ at: Number(id), amount }));
  const times = new Map(chosen.map(({ id, closedAt }) => [Number(id), closedAt]));
  const timed = <T extends { at: number }>(point: T): T => ({ ...point, at: times.get(point.at) ?? first.openedAt });
  const points = equityCurve(start, later, ordered).map(timed);
  return { points, summary: summarise(chosen), gained: returnOf(points), drawdown: maxDrawdown(points) };
}

async function expectAgreement(history: History, accountId: bigint, filter: object, chosen: readonly Stored[]) {
  const view = await reader().results({ accountId, ...ALL, ...filter });
  const { points, summary, gained, drawdown } = expected(history, chosen);
  expect(view.whole).toEqual(tallyOf(chosen));
  expect(view.longestLosingRun).toBe(summary.longestLosingRun);
  expect(Math.abs(view.gained - gained)).toBeLessThanOrEqual(1);
  expect(view.drawdown).toEqual(drawdown === null ? null : { ...drawdown, ppm: expect.closeTo(drawdown.ppm, -1) });
  expect(view.time).toEqual(timeInPositions(chosen));
  return { view, points };
}

describe('PgResultReader', () => {
  it('agrees with the pure functions about a whole account, a season and a period', async () => {
    const { trades, ended } = SHORT;
    const middle = trades[90]?.closedAt ?? 0;
    const { view, points } = await expectAgreement(SHORT, 1n, {}, trades);
    expect(view.points).toEqual(points.map((point) => ({ ...point, index: expect.closeTo(point.index, 9) })));
    const second = trades.filter(({ id }) => id > ended.id);
    await expectAgreement(SHORT, 1n, { season: 2 }, second);
    await expectAgreement(SHORT, 1n, { season: 1, until: middle }, trades.slice(0, 90));
    await expectAgreement(
      SHORT,
      1n,
      { from: middle },
      trades.filter(({ closedAt }) => closedAt >= middle),
    );
    expect(view.liquidationsEver).toBe(trades.filter(({ reason }) => reason === 'liquidation').length);
  });

  it('splits as the pure functions do, by the clock of the person', async () => {
    const zones = { 'UTC+03:30': -210, UTC: 0, 'Europe/Moscow': 180, 'Pacific/Kiritimati': 840 };
    for (const [zone, offset] of Object.entries(zones)) {
      const { splits } = await reader().results({ accountId: 1n, ...ALL, zone });
      for (const split of SPLITS) {
        const groups = [...splitBy(SHORT.trades, split, offset)].map(([group, trades]) => [group, tallyOf(trades)]);
        expect(new Map(splits[split])).toEqual(new Map(groups as [string, ReturnType<typeof tallyOf>][]));
      }
    }
  });

  it('tells each opening by the time of its own day where there is summer time', async () => {
    const zone = 'Europe/Berlin';
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    const hours = new Map<string, number>();
    for (const { openedAt } of LONG.trades) {
      const hour = String(Number(clock.format(openedAt)));
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    }
    const { splits } = await reader().results({ accountId: 2n, ...ALL, zone });
    expect(new Map(splits.hour.map(([hour, { trades }]) => [hour, trades]))).toEqual(hours);
  });

  it('shows at most 500 points of a long curve, the deepest fall and the end among them', async () => {
    const { view, points } = await expectAgreement(LONG, 2n, {}, LONG.trades);
    expect(view.points.length).toBeLessThanOrEqual(MAX_POINTS);
    expect(view.points.length).toBeGreaterThan(MAX_POINTS / 2);
    const known = new Set(points.map(({ at, net }) => `${at} ${net}`));
    expect(view.points.filter(({ at, net }) => !known.has(`${at} ${net}`))).toEqual([]);
    expect([view.points[0]?.equity, view.points.at(-1)?.net]).toEqual([points[0]?.equity, points.at(-1)?.net]);
    const lowest = (all: readonly { index: number }[]): number =>
      toMillionths(Math.min(...all.map(({ index }) => index)));
    expect(lowest(view.points)).toBe(lowest(points));
  });

  it('has nothing to say about an account without trades', async () => {
    const view = await reader().results({ accountId: 1n, ...ALL, from: 9_000_000_000_000 });
    expect(view).toMatchObject({
      points: [],
      gained: 0,
      drawdown: null,
      time: { held: 0, span: 0 },
      averageSize: null,
    });
    expect(view.whole).toEqual(tallyOf([]));
  });

  it('rates by the same index as the curve, and only those who want to be seen', async () => {
    const [one = 0n, two = 0n] = users;
    expect(await reader().standings(MARKET.id, false)).toEqual([]);
    await database.owner.query(
      `INSERT INTO personas VALUES ($1, 'fox', 'blue', true, 0), ($2, 'owl', 'white', false, 0)`,
      [one, two],
    );
    for (const [onlyCurrent, trades] of [
      [false, SHORT.trades],
      [true, SHORT.trades.filter(({ id }) => id > SHORT.ended.id)],
    ] as const) {
      const { gained, drawdown } = expected(SHORT, trades);
      const [standing, ...others] = await reader().standings(MARKET.id, onlyCurrent);
      expect(others).toEqual([]);
      expect(standing).toMatchObject({ userId: one, trades: trades.length });
      expect(Math.abs((standing?.gained ?? 0) - gained)).toBeLessThanOrEqual(1);
      expect(Math.abs((standing?.drawdown ?? 0) - (drawdown?.ppm ?? 0))).toBeLessThanOrEqual(1);
    }
    expect(await reader().listed(MARKET.id)).toEqual([{ userId: one, persona: { animal: 'fox', colour: 'blue' } }]);
  });
});

describe('R of what was added to', () => {
  const [TAKER, MAKER] = [1_000n, 200n];
  const price = (text: string): bigint => parsePrice(text) ?? 0n;
  const usdt = (text: string): bigint => parseUsdt(text) ?? 0n;
  let userId: bigint;
  let accountId = 10n;

  interface Life {
    exit: string;
    reason: CloseReason;
    stop: string;
    margin?: bigint;
    openFee: bigint;
    maker?: boolean;
    added?: string;
    takerFee?: bigint;
  }

  beforeAll(async () => {
    [userId = 0n] = await insertUsers(database.pool, 1, 10);
    for (const [n, takerFee, makerFee] of [
      [0, TAKER, MAKER],
      [1, 0n, 0n],
      [2, 900_000n, 900_000n],
    ] as const)
      await createMarket(database.target, {
        ...MARKET,
        id: `fees-${n}`,
        rules: { ...MARKET.rules, takerFee, makerFee },
      });
    const columns = `kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump, jump_confirm_ms,
      start_balance, parameters, created_at`;
    await database.owner.query(
      `INSERT INTO markets (id, ${columns}) SELECT 'fees-old', ${columns} FROM markets WHERE id = 'fees-0'`,
    );
  });

  /** A 10x long at 100 that was closed, alone in its account. @returns its R in thousandths, and what it must be */
  async function lived(market: string, { takerFee = TAKER, margin = usdt('200'), ...life }: Life) {
    const { exit, reason, stop, openFee, maker = false, added = `${margin / 2n}:${margin / 2n}:1:1:1:1` } = life;
    const exposure: LeveragedExposure = {
      side: 'long',
      margin,
      notional: notionalOf(margin, 10),
      entryPrice: price('100'),
    };
    const { pnl, fee } = realise(exposure, price(exit), reason, takerFee);
    const id = (accountId += 1n);
    const { owner } = database;
    await owner.query(
      `INSERT INTO accounts (id, user_id, market_id, version, realised_pnl, created_at, season_started_at)
       VALUES ($1, $2, $3, 0, 0, $4, $4)`,
      [id, userId, market, START],
    );
    await owner.query(
      `INSERT INTO trades (id, position_id, account_id, symbol, side, margin, leverage, notional, entry_price, exit_price, fee,
         pnl, insurance, reason, opened_at, closed_at, entry_seq, entry_time, exit_seq, exit_time, initial_stop_loss, maker,
         first_price, added)
       VALUES ($1, $1, $2, 'BTCUSDT', 'long', $3, 10, $4, $5, $6, $7, $8, 0, $9, 1, 1, 1, 1, 1, 1, $10, $11, 1, $12)`,
      [
        ...[id * 1_000n, id, margin, exposure.notional, exposure.entryPrice, price(exit), openFee + fee, pnl, reason],
        ...[price(stop), maker, added],
      ],
    );
    const { whole } = await reader().results({ accountId: id, ...ALL });
    await owner.query('DELETE FROM accounts WHERE id = $1', [id]);
    const risk = lossAtStop(exposure, price(stop), openFee, takerFee);
    expect(whole.withR).toBe(1);
    return { pnl, read: whole.sumOfR, must: Math.round((Number(pnl - openFee - fee) * 1_000) / Number(risk)) };
  }

  it('leaves what a liquidation took out of what was at risk, as the domain does', async () => {
    const life: Life = { exit: '90.4', reason: 'liquidation', stop: '95', openFee: 0n };
    const free = await lived('fees-1', { ...life, takerFee: 0n });
    expect(free).toEqual({ pnl: usdt('-192'), read: -2_000, must: -2_000 });
    // 1 as a taker and 0.2 as a maker.
    const { read, must } = await lived('fees-0', { ...life, openFee: usdt('1.2') });
    expect(read).toBe(must);
  });

  it.each<[string, Life]>([
    ['closed by its person', { exit: '110', reason: 'user', stop: '95', openFee: usdt('2') }],
    ['closed with less left than the fee', { exit: '90.05', reason: 'user', stop: '95', openFee: usdt('1.2') }],
    ['closed beyond its margin', { exit: '80', reason: 'stopLoss', stop: '95', openFee: usdt('1.2') }],
    ['never added to', { exit: '110', reason: 'user', stop: '95', openFee: usdt('0.4'), maker: true, added: '' }],
  ])('is that of the domain when %s', async (_what, life) => {
    const { read, must } = await lived('fees-0', life);
    expect(read).toBe(must);
  });

  it('counts a maker in a market of before there was a fee of makers', async () => {
    const life: Life = { exit: '110', reason: 'user', stop: '95', openFee: usdt('2'), maker: true, added: '' };
    const { read, must } = await lived('fees-old', life);
    expect(read).toBe(must);
  });

  it.each(['', `${MAX_MARGIN / 2n}:${MAX_MARGIN / 2n}:1:1:1:1`])(
    'has numbers for the greatest gain and the highest fee, added: %j',
    async (added) => {
      const openFee = tradingFee(notionalOf(MAX_MARGIN, 10), 900_000n);
      const life: Life = {
        exit: '9000',
        reason: 'user',
        stop: '95',
        margin: MAX_MARGIN,
        openFee,
        takerFee: 900_000n,
        added,
      };
      const { pnl, read, must } = await lived('fees-2', life);
      expect(pnl).toBe(MAX_POSITION_VALUE);
      expect(read).toBeCloseTo(must, -1);
    },
  );
});
