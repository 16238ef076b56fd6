import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayKeys, type DayKeys as DayKeysBody } from '@plecho/contract';
import { formatPrice } from '@plecho/domain';
import {
  dateOf,
  DayKeys,
  dayOf,
  KEY_VERSION,
  KeyRandomness,
  LAST_DAY,
  startOf,
  SYNTHETIC_PAIRS,
  SyntheticMarket,
} from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { useOwnDatabase } from '../test/harness/database.ts';
import { runPlecho, type CommandAnswer } from '../test/support/command-line.ts';
import { JumpingClock } from '../test/support/jumping-clock.ts';
import { PASSWORD, Person, until } from '../test/support/server.ts';
import { createContext, type Context } from './context.ts';
import { createLogger } from './lib/logger.ts';
import { PgCandleStore } from './storage/candle-store.ts';
import { connectClient, createPool, ownerConfig, PRODUCT_SCHEMA, type Installation } from './storage/connection.ts';
import { readLastKey } from './storage/market-key-store.ts';

/** The last day that is over by the machine's clock: the command line asks that one. */
const DAY = dayOf(Date.now() / 1000) - 1;
const [YESTERDAY, TODAY, TOMORROW] = [dateOf(DAY - 1), dateOf(DAY), dateOf(DAY + 1)];
const MIDNIGHT_MS = startOf(DAY + 1) * 1000;

const { url } = useOwnDatabase('plecho_day_keys');
const target: Installation = { ownerUrl: url, schema: PRODUCT_SCHEMA };
const folder = mkdtempSync(join(tmpdir(), 'plecho-day-keys-'));
const lines: string[] = [];
const clock = new JumpingClock();
let context: Context;
let person: Person;
let secret: DayKeys;

const open = (): Promise<Context> =>
  createContext({
    ...{ target, clock, ledgerCheckMs: 60_000 },
    log: createLogger('trace', { write: (line) => void lines.push(line) }),
    onProgress: (line) => void lines.push(line),
  });

const hexOf = (keys: DayKeys, day: number): string => Buffer.from(keys.keyOf(day)).toString('hex');

const ask = async (query = ''): Promise<DayKeysBody> => {
  const { status, body } = await person.get(`/trading/markets/main/keys${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return dayKeys.parse(body);
};
const refusal = async (query: string): Promise<unknown> =>
  (await person.get(`/trading/markets/main/keys${query}`)).body['code'];

const plecho = (...args: string[]): Promise<CommandAnswer> => runPlecho(url, folder, args);

beforeAll(async () => {
  // An hour before the end of the day: from here on the server's clock only goes forward.
  clock.jump(MIDNIGHT_MS - 3_600_000 - clock.now());
  context = await open();
  person = new Person(context);
  await person.post('/auth/register', { phone: '+79160001122', password: PASSWORD });
  const lastKey = await readLastKey(target, 'main');
  secret = new DayKeys(LAST_DAY, lastKey ?? Buffer.alloc(0), nodePrimitives);
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true });
});

/** Everything that the server says without being asked for a key, the stream included. */
async function everythingSaid(): Promise<string> {
  const said = [...lines];
  for (const path of ['/trading/markets', '/trading/markets/main', '/trading/markets/main/keys', '/trading/pairs']) {
    said.push((await person.get(path)).response.body);
  }
  for (const path of ['/health', '/health/ready', '/metrics']) said.push((await context.app.inject(path)).body);
  const { port } = context.app.server.address() as { port: number };
  const headers = { cookie: person.cookie ?? '', origin: `http://127.0.0.1:${port}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, { headers });
  let frames = 0;
  socket.on('message', (data: Buffer) => {
    frames += 1;
    said.push(data.toString());
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const channels = [
    { channel: 'tickers' },
    { channel: 'account' },
    { channel: 'candles', symbol: 'BTCUSDT', interval: '1m' },
  ];
  for (const channel of channels) {
    socket.send(JSON.stringify({ op: 'subscribe', channel: { ...channel, market: 'main' } }));
  }
  await until(() => frames >= channels.length);
  socket.close();
  return said.join('\n');
}

function expectNoSecretIn(text: string, firstSecretDay: number): void {
  const days = [...Array.from({ length: 400 }, (_, n) => firstSecretDay + n), LAST_DAY];
  for (const day of days) {
    const key = Buffer.from(secret.keyOf(day));
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      expect(text.includes(key.toString(form).slice(0, 32)), `${dateOf(day)} ${form}`).toBe(false);
    }
  }
}

describe('M4 the key of a day', () => {
  it('is not to be had while the day lasts, by any way', async () => {
    await context.app.listen({ port: 0, host: '127.0.0.1' });
    const { anchor, ...newest } = await ask();
    expect(newest).toEqual({
      ...{ market: 'main', firstDay: '2024-01-01', newestDay: YESTERDAY, day: YESTERDAY },
      key: hexOf(secret, DAY - 1),
    });
    expect((await person.get('/trading/markets/main')).body['parameters']).toEqual({
      ...{ generator: 'plecho-synthetic', version: 3, anchor },
    });
    expect(anchor).toBe(secret.anchor);
    for (const day of [TODAY, TOMORROW, '2099-12-31', '2100-01-01', '2023-12-31', '2026-02-30']) {
      expect(await refusal(`?day=${day}`), day).toBe('day_key_not_found');
    }
    for (const query of ['?day=', '?day=today', '?day=2026-1-1', '?date=2024-01-01']) {
      expect(await refusal(query), query).toBe('invalid_request');
    }
    expectNoSecretIn(await everythingSaid(), DAY);
  });

  it('is published when the day is over by the market’s clock, and stays so when the machine’s steps back', async () => {
    clock.jump(MIDNIGHT_MS - 2_000 - clock.now());
    const { newestDay } = await ask();
    // A busy machine may have needed these two seconds for the question.
    if (clock.now() < MIDNIGHT_MS) expect(newestDay).toBe(YESTERDAY);
    await until(async () => (await ask()).newestDay === TODAY);
    expect(clock.now()).toBeGreaterThanOrEqual(MIDNIGHT_MS);
    expect(await ask()).toMatchObject({ day: TODAY, key: hexOf(secret, DAY) });
    expect(await ask(`?day=${TODAY}`)).toEqual(await ask());

    clock.jump(-3_600_000);
    expect((await ask()).newestDay).toBe(TODAY);
    expect(await refusal(`?day=${TOMORROW}`)).toBe('day_key_not_found');
    clock.jump(3_600_000);
    expectNoSecretIn(await everythingSaid(), DAY + 1);
  });

  it('leads over every earlier one to the anchor', async () => {
    const { key, anchor } = await ask();
    const known = new DayKeys(DAY, Buffer.from(key, 'hex'), nodePrimitives);
    expect(known.anchor).toBe(anchor);
    for (const day of [0, 1, 500, DAY - 1]) {
      expect((await ask(`?day=${dateOf(day)}`)).key).toBe(hexOf(known, day));
    }
  });

  it('is nobody’s who is not signed in, and no market’s that has none', async () => {
    expect((await new Person(context).get('/trading/markets/main/keys')).status).toBe(401);
    expect((await person.get('/trading/markets/nowhere/keys')).body['code']).toBe('unknown_market');
  });
});

describe('M4 E9 a day that is over', () => {
  const last = startOf(DAY + 1) - 60;

  it('is recomputed from its published key, and agrees with every stored candle', async () => {
    const { key } = await ask();
    const pool = createPool({ ...ownerConfig(target), max: 1 });
    const store = new PgCandleStore(pool, 'main');
    // The day's last minute was traded, and all its pairs are closed and stored.
    clock.jump(MIDNIGHT_MS + 65_000 - clock.now());
    const isStored = async (): Promise<boolean> => (await store.minutes(last, last + 60)).size === 100;
    await until(isStored);
    await context.close();
    await pool.end();

    const all = await plecho('market', 'recompute', TODAY);
    expect(all).toMatchObject({ code: 0, err: '' });
    expect(all.out).toMatch(/^agree: +all \d{3,} stored candles of 100 pairs$/m);
    expect(all.out).toContain(key);
    expect(all.out).toContain(`${secret.anchor}, SHA-256 of the key ${DAY + 1} times over`);
    expectNoSecretIn(all.out, DAY + 1);
    const one = await plecho('market', 'recompute', TODAY, '--symbol', 'ETHUSDT', '--key', key.toUpperCase());
    expect(one).toMatchObject({ code: 0, out: expect.stringContaining('stored candles of ETHUSDT') });
  });

  it('is not recomputed from another key', async () => {
    for (const wrong of [hexOf(secret, DAY - 1), 'ab'.repeat(32)]) {
      const { code, err } = await plecho('market', 'recompute', TODAY, '--key', wrong);
      expect(code).toBe(1);
      expect(err).toContain(`plecho: this is not the key of ${TODAY}`);
    }
  });

  it('does not agree with a candle that was changed by one unit', async () => {
    const owner = await connectClient(ownerConfig(target));
    const change = (by: number) =>
      owner.query(
        `UPDATE candles SET close = close + $1 WHERE time = $2 AND series_id =
         (SELECT id FROM candle_series WHERE market_id = 'main' AND symbol = 'SOLUSDT' AND interval = '1m')`,
        [by, last],
      );
    expect((await change(1)).rowCount).toBe(1);
    const { code, out } = await plecho('market', 'recompute', TODAY, '--symbol', 'SOLUSDT');
    await change(-1);
    await owner.end();
    expect(code).toBe(1);
    expect(out).toContain(`SOLUSDT 1m ${TODAY}T23:59Z differs`);
    expect(out).not.toContain('agree:');
  });

  it('M4 agrees with the prices that fills used, and not with one that was written a step higher', async () => {
    const owner = await connectClient(ownerConfig(target));
    const time = last * 1000 + 59_750;
    const store = (seq: number, price: bigint) =>
      owner.query('INSERT INTO price_records (market_id, seq, symbol, price, time) VALUES ($1, $2, $3, $4, $5)', [
        ...['main', 2 ** 40 + seq, 'LTCUSDT', price, time],
      ]);
    const market = new SyntheticMarket(new KeyRandomness(secret, KEY_VERSION), SYNTHETIC_PAIRS);
    const price = market.priceAt('LTCUSDT', time) ?? 0n;
    await store(1, price);
    const right = await plecho('market', 'recompute', TODAY, '--symbol', 'LTCUSDT');
    expect(right).toMatchObject({ code: 0, out: expect.stringContaining('all 1 prices of LTCUSDT that fills used') });
    await store(2, price + 1_000_000n);
    await owner.end();
    const { code, out } = await plecho('market', 'recompute', TODAY, '--symbol', 'LTCUSDT');
    expect(code).toBe(1);
    expect(out).toContain(`LTCUSDT ${TODAY}T23:59:59.750Z differs, record ${2 ** 40 + 2}`);
    expect(out).toContain(`recomputed: ${formatPrice(price)}`);
    expect(out).not.toContain('agree:');
  });

  it('is all that is recomputed: what is not over or was not stored is refused', async () => {
    // Neither is over at midnight: today, and in its last hour tomorrow.
    const running = dateOf(dayOf(Date.now() / 1000 + 3_600));
    expect(await plecho('market', 'recompute', running)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining(`${running} is not over`) },
    });
    const old = await plecho('market', 'recompute', '2024-02-29', '--symbol', 'BTCUSDT');
    expect(old).toMatchObject({ code: 1, out: expect.stringContaining('no candle of this day is stored') });
  });

  it('has the same prices after a restart', async () => {
    const of = async (): Promise<unknown> =>
      (await person.get(`/trading/candles?symbol=BTCUSDT&interval=1m&limit=500&before=${last + 60}`)).body['items'];
    const pool = createPool({ ...ownerConfig(target), max: 1 });
    await pool.query('DELETE FROM candles');
    await pool.query('DELETE FROM candle_packs');
    await pool.end();
    context = await open();
    const cookie = person.cookie;
    person = new Person(context);
    person.cookie = cookie;
    const made = await of();
    expect(made).toMatchObject({ length: 500 });
    await context.close();
    context = await open();
    person = new Person(context);
    person.cookie = cookie;
    expect(await of()).toEqual(made);
    expect((await ask()).anchor).toBe(secret.anchor);
  });
});
