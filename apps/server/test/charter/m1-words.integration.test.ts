import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverMessage } from '@plecho/contract';
import type { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createContext, type Context } from '../../src/context.ts';
import { isListed, LISTED_PAIRS } from '../../src/feeds/listed-pairs.ts';
import { readKlineFile } from '../../src/feeds/replay/kline-file.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { appConfig, connectClient, createPool, ownerConfig, PRODUCT_SCHEMA } from '../../src/storage/connection.ts';
import { useOwnDatabase } from '../harness/database.ts';
import { runPlecho, type CommandAnswer } from '../support/command-line.ts';
import { RECORDED_AT, replayMarket } from '../support/replays.ts';
import { newPhone, PASSWORD, Person, until } from '../support/server.ts';
import { TestFeed } from '../support/test-feed.ts';
import { CANARIES, canariesIn } from './canaries.ts';

const { url } = useOwnDatabase('plecho_words');
const target = { ownerUrl: url, schema: PRODUCT_SCHEMA };
const folder = mkdtempSync(join(tmpdir(), 'plecho-words-'));
const canaries = Object.values(CANARIES);
/** As a file or a folder can be called. */
const nameable = (text: string): string => text.replaceAll('/', '_');
/** As a symbol could have been called. */
const asSymbol = (text: string): string => `${text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`.slice(0, 16);

let owner: Client;
let pool: Pool;
let context: Context;
let id: string;
const log: string[] = [];

const plecho = (...args: string[]): Promise<CommandAnswer> => runPlecho(url, folder, args);

/** A good minute and, beside it, a line that is none. */
function write(path: string, minute: number, words: string): string {
  const time = (RECORDED_AT + minute * 60) * 1000;
  writeFileSync(path, `${time},10,10,10,10,1,${time + 59_999},10\n${words}\n`);
  return path;
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const inside = join(folder, nameable(canaries.join(' ').slice(0, 200)));
  mkdirSync(inside);
  const files = canaries.flatMap((text, n) =>
    [0, 1, 2].map((part) =>
      write(join(inside, `LINKUSDT-1m-${nameable(text)}-${part}.csv`), n * 3 + part, `${text},${text}`),
    ),
  );
  const { code, out, err } = await plecho('replay', ...files, '--speed', '1');
  expect(code, err).toBe(0);
  // Whoever runs the server is told what is wrong with which file, on their own screen.
  expect(canariesIn(out).length).toBeGreaterThan(10);
  id = /^market: (\S+)$/m.exec(out)?.[1] ?? '';
  owner = await connectClient(ownerConfig(target));
  pool = createPool({ ...appConfig(await migrate(target)), max: 1 });
  const feed = new TestFeed();
  context = await createContext({
    ...{ target, clock: systemClock },
    log: createLogger('trace', { write: (line: string) => void log.push(line) }),
    createFeed: ({ id: market }) => Promise.resolve(market === 'main' ? feed : null),
  });
});
afterAll(async () => {
  await context.close();
  await Promise.all([pool.end(), owner.end()]);
  rmSync(folder, { recursive: true });
});

/** Everything that a person in the market is told by the API. */
async function readAnswers(person: Person): Promise<string[]> {
  const of = `market=${id}`;
  const { items } = (await person.get(`/trading/trades?${of}`)).body as { items: { id: string }[] };
  const paths = [
    ...['/trading/markets', `/trading/markets/${id}`, '/account/log', '/auth/profile', '/health/ready'],
    ...[`/trading/pairs?${of}`, `/trading/candles?${of}&symbol=LINKUSDT&interval=1m`, `/trading/balance?${of}`],
    ...[`/trading/positions?${of}`, `/trading/orders?${of}`, `/trading/seasons?${of}`, `/trading/trades?${of}`],
    ...[`/trading/moves?${of}&symbol=LINKUSDT`, `/trading/trades/${items[0]?.id ?? ''}?${of}`],
  ];
  const answers = await Promise.all(paths.map((path) => person.get(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return answers.map(({ response }) => response.body);
}

/** The first frames of every channel of the market. */
async function readFrames(person: Person): Promise<string[]> {
  if (!context.app.server.listening) await context.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = context.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
    headers: { cookie: person.cookie ?? '', 'sec-fetch-site': 'same-origin' },
  });
  const frames: string[] = [];
  const seen = new Set<string>();
  socket.on('message', (data: Buffer) => {
    frames.push(data.toString());
    seen.add(serverMessage.parse(JSON.parse(data.toString())).type);
  });
  await once(socket, 'open');
  const channels = [
    { channel: 'tickers' },
    { channel: 'account' },
    { channel: 'candles', symbol: 'LINKUSDT', interval: '1m' },
  ];
  for (const channel of channels) {
    socket.send(JSON.stringify({ op: 'subscribe', channel: { ...channel, market: id } }));
  }
  await until(() => ['tickers', 'account', 'candles'].every((type) => seen.has(type)));
  socket.terminate();
  return frames;
}

describe('C1 C4 M1 words of whoever runs the server', () => {
  it('in names of files and folders and in what is in the files reach nobody', async () => {
    const person = new Person(context);
    await person.post('/auth/register', { phone: newPhone(), password: PASSWORD });
    expect((await person.post(`/trading/markets/${id}/enter`)).status).toBe(200);
    await until(async () => (await context.markets.get(id)?.lastPrices(['LINKUSDT']))?.has('LINKUSDT') === true);
    const order = { symbol: 'LINKUSDT', type: 'long', amount: '10', leverage: 2 };
    const { body } = await person.post(`/trading/positions?market=${id}`, order);
    expect((await person.delete(`/trading/positions/${String(body['id'])}?market=${id}`)).status).toBe(200);
    const told = [...(await readAnswers(person)), ...(await readFrames(person)), ...log];
    expect(canariesIn(told.join('\n'))).toEqual([]);
    const { rows } = await owner.query<{ row: string }>(
      `SELECT to_jsonb(m)::text AS row FROM markets m UNION ALL SELECT to_jsonb(d)::text FROM datasets d
       UNION ALL SELECT to_jsonb(s)::text FROM dataset_series s`,
    );
    expect(canariesIn(rows.map(({ row }) => row).join('\n'))).toEqual([]);
  });

  it('are replaced by listed symbols, dates, the hash of each file, and who vouches for it', async () => {
    const { body } = await new Person(context).get('/trading/markets');
    expect(body['code']).toBe('unauthorized');
    const { title, label, parameters = {} } = context.markets.get(id)?.definition ?? {};
    expect([title, label]).toEqual(['Повтор: LINKUSDT, 5 февраля 2026', 'Повтор: LINKUSDT, 5 февраля 2026']);
    expect(Object.keys(parameters).sort()).toEqual([
      ...['dataset', 'from', 'opensAt', 'provenance', 'sha256', 'speed', 'symbols'],
    ]);
    expect(parameters['provenance']).toBe('unverified');
    const hashes = parameters['sha256'] as string[];
    expect(hashes).toHaveLength(canaries.length * 3);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are taken as a title by nobody', async () => {
    const [text = ''] = canaries;
    const path = write(join(folder, 'LINKUSDT-1m-title.csv'), 0, '');
    const { code, err } = await plecho('replay', path, '--title', text);
    expect([code, err]).toEqual([2, expect.stringContaining("Unknown option '--title'")]);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('are taken as a symbol by nobody', async () => {
    for (const text of ['TG79161234567XX', ...canaries.map(asSymbol).filter((symbol) => symbol.length > 1)]) {
      const path = write(join(folder, `${text}USDT-1m-2026-02-05.csv`), 0, '');
      await expect(readKlineFile(path), text).rejects.toThrow(/none of the pairs/);
    }
    expect(isListed('TG79161234567XXUSDT')).toBe(false);
    const { code, err } = await plecho('replay', join(folder, 'TG79161234567XXUSDT-1m-2026-02-05.csv'));
    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
  });
});

describe('M1 not even SQL', () => {
  const INSERT = `INSERT INTO markets (id, kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump,
    jump_confirm_ms, start_balance, parameters, created_at) VALUES ($1, $2, $3, $4, 0, 0, 0, 1, 1, 0, 1, $5, 0)`;
  let made = 0;
  const insert = (kind: string, title: string, label: string, parameters: object): Promise<unknown> =>
    owner.query(INSERT, [`made-${(made += 1)}`, kind, title, label, parameters]);
  const { title, parameters } = replayMarket('any', 60);
  const SYNTHETIC = 'Синтетический рынок';

  it('names a market by other words', async () => {
    await insert('replay', title, title, parameters);
    for (const text of canaries) {
      for (const name of [
        text,
        `${title} ${text}`,
        `Повтор: ${asSymbol(text)}USDT, 5 февраля 2026`,
        `${text}\n${title}`,
      ]) {
        await expect(insert('replay', name, title, parameters), name).rejects.toThrow('title_is_composed');
        await expect(insert('replay', title, name, parameters), name).rejects.toThrow('label_is_composed');
      }
      for (const kind of ['synthetic', 'exchange', 'scenario']) {
        await expect(insert(kind, text, text, {}), kind).rejects.toThrow(/is_composed/);
      }
    }
  });

  it('puts other words into its parameters', async () => {
    for (const text of canaries) {
      const wrong = [
        ...[
          { ...parameters, note: text },
          { ...parameters, sha256: [text] },
          { ...parameters, sha256: text },
        ],
        ...[
          { ...parameters, from: text },
          { ...parameters, speed: text },
          { ...parameters, provenance: text },
        ],
        ...[{ ...parameters, [text]: 1 }, {}, { text }],
      ];
      for (const each of wrong) {
        await expect(insert('replay', title, title, each), JSON.stringify(each)).rejects.toThrow(
          'parameters_are_plain',
        );
      }
      if (/^[\w.:-]+$/.test(text)) continue;
      await expect(insert('synthetic', SYNTHETIC, SYNTHETIC, { seed: text })).rejects.toThrow('parameters_are_plain');
      await expect(insert('synthetic', SYNTHETIC, SYNTHETIC, { [text]: 1 })).rejects.toThrow('parameters_are_plain');
    }
  });

  it('records a pair that is not listed; every listed one it may', async () => {
    const record = (symbol: string): Promise<unknown> =>
      owner.query('INSERT INTO recordings (market_id, symbol, price_decimals) VALUES ($1, $2, 2)', ['made-1', symbol]);
    for (const text of canaries) {
      for (const symbol of [text, `${asSymbol(text)}USDT`, `BTCUSDT ${text}`, `${text}\nBTCUSDT`]) {
        await expect(record(symbol), symbol).rejects.toThrow('symbol_is_listed');
      }
    }
    for (const { symbol } of LISTED_PAIRS) await record(symbol);
  });

  it('changes what is there', async () => {
    for (const change of ["title = 'x'", "parameters = '{}'", 'withdrawn = false']) {
      await expect(pool.query(`UPDATE markets SET ${change}`)).rejects.toThrow('permission denied');
    }
  });
});
