import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  checkGrowth,
  checkpointText,
  decodeFrame,
  encodeFrame,
  Frontier,
  leafHash,
  openCheckpoint,
  openRotation,
  toBase64,
  verifyProof,
  type Frame,
  type Growth,
  type KeptCheckpoint,
  type VerifiedProof,
} from '@plecho/proofs';
import { TestKey } from '@plecho/proofs/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { newPhone, PASSWORD, Person } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { logCommand } from '../cli/log.ts';
import { createContext, type Context } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { PgAccountReader } from '../storage/account-reader.ts';
import type { Queryable } from '../storage/connection.ts';
import { PgLogAudit } from '../storage/log/log-audit.ts';
import { PgLogReader } from '../storage/log/log-reader.ts';
import { LogKeyring, rotateLogKeys } from '../wiring/log-keys.ts';
import { checkLog, type LogReport } from './log-check.ts';
import { PublicLogs } from './public-logs.ts';
import { TradeProofs } from './trade-proofs.ts';

const database = useDatabase();
const feed = new TestFeed();
let context: Context;
let keys: LogKeyring;
/** Each has closed a position in two parts. */
let people: Person[];

const start = (): Promise<Context> =>
  createContext({
    ...{ target: database.target, clock: systemClock, log: createLogger('silent') },
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    createFeed: () => Promise.resolve(feed),
  });

async function register(): Promise<Person> {
  const person = new Person(context);
  const { status } = await person.post('/auth/register', { phone: newPhone(), password: PASSWORD });
  if (status !== 200) throw new Error('not registered');
  return person;
}

const long = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };
const tradesOf = async (person: Person): Promise<{ id: string; reason: string }[]> =>
  (await person.get('/trading/trades')).body['items'] as never;

/** The same person with a server that was started later. */
function again(person: Person): Person {
  const later = new Person(context);
  later.cookie = person.cookie;
  return later;
}

beforeAll(async () => {
  context = await start();
  people = [await register(), await register()];
  feed.tick('BTCUSDT', '100');
  for (const person of people) {
    const { body } = await person.post('/trading/positions', long);
    feed.tick('BTCUSDT', '101.25');
    await person.delete(`/trading/positions/${String(body['id'])}?portion=0.3`);
    feed.tick('BTCUSDT', '100.5');
    await person.delete(`/trading/positions/${String(body['id'])}`);
  }
  // It brings the logs to their end, with a checkpoint.
  await context.close();
  keys = await LogKeyring.open(database.target, randomBytes, 0);
});
afterAll(() => context.close());

/** What is stored, as a server would serve it that has changed it before: nothing of the change remains. */
async function lying(work: (server: LyingServer) => Promise<void>): Promise<void> {
  await database.owner.query('BEGIN');
  try {
    await work(new LyingServer());
  } finally {
    await database.owner.query('ROLLBACK');
  }
}

/** One connection does one thing after another. */
function inTurn(db: Queryable): Queryable {
  let turn: Promise<unknown> = Promise.resolve();
  const query = (...asked: unknown[]): Promise<unknown> => {
    const answer = turn.then(() => (db.query as (...given: unknown[]) => Promise<unknown>)(...asked));
    turn = answer.catch(() => undefined);
    return answer;
  };
  return { query: query as Queryable['query'] };
}

/** The owner of the database, who can do everything. */
class LyingServer {
  readonly #db = inTurn(database.owner);
  readonly #reader = new PgLogReader(this.#db);

  /** The only trade there is of an exit, as it is stored. */
  async proof(): Promise<VerifiedProof> {
    const reader = new PgAccountReader(this.#db as never);
    const { rows } = await this.#db.query<{ id: bigint; account_id: bigint }>(
      'SELECT id, account_id FROM trades ORDER BY id DESC LIMIT 1',
    );
    const trade = rows[0] === undefined ? null : await reader.trade(rows[0].account_id, rows[0].id);
    if (trade === null) throw new Error('there is no trade');
    const parts = await reader.parts(trade);
    const market = { id: 'main', label: 'Синтетический рынок' };
    const file = await new TradeProofs(this.#reader, keys).make({ market, trade, parts });
    return verifyProof(file, { trusted: keys.all.map(({ publicKey }) => publicKey) });
  }

  async check(): Promise<LogReport> {
    const report = await checkLog({ reader: this.#reader, audit: new PgLogAudit(this.#db), keys }, 'main');
    if (report === null) throw new Error('there is no log');
    return report;
  }

  /** What somebody keeps who looks now. */
  async keep(): Promise<KeptCheckpoint> {
    const found = openCheckpoint(await new PublicLogs(this.#reader).checkpoint('main'), keys.publicKey);
    if (found === null) throw new Error('no checkpoint');
    return found;
  }

  /** What somebody finds who comes back, with nothing but what is public. */
  async growth(kept: KeptCheckpoint): Promise<Growth> {
    const logs = new PublicLogs(this.#reader);
    const fetchTile = async (path: string): Promise<Uint8Array> => (await logs.tile('main', path)).body;
    const trust = { origin: keys.name('main'), publicKey: keys.publicKey };
    return checkGrowth(kept, await logs.checkpoint('main'), fetchTile, trust);
  }

  /** Entry of the frame that has the price of the last exit. */
  async exitIndex(): Promise<bigint> {
    const { rows } = await this.#db.query<{ seq: bigint }>(
      'SELECT exit_seq AS seq FROM trades ORDER BY id DESC LIMIT 1',
    );
    return (await (await this.#reader.open('main'))?.indexOf(rows[0]?.seq ?? 0n)) ?? 0n;
  }

  async frame(index: bigint): Promise<Frame> {
    const entry = (await (await this.#reader.open('main'))?.entry(index)) ?? null;
    const frame = entry === null || entry === 'dropped' ? null : decodeFrame(entry);
    if (frame === null) throw new Error(`entry ${index} is no frame`);
    return frame;
  }

  /** As far as it can be hidden: its hash, the frontier and a signed checkpoint follow. */
  async rewrite(index: bigint, change: (frame: Frame) => Frame): Promise<void> {
    const data = encodeFrame(change(await this.frame(index)));
    await this.replace(index, data, leafHash(data));
    await this.sign();
  }

  async replace(index: bigint, data: Uint8Array, hash: Uint8Array): Promise<void> {
    await this.#free('log_entries');
    await this.#db.query('UPDATE log_entries SET data = $2, hash = $3 WHERE index = $1', [
      ...[index, Buffer.from(data), Buffer.from(hash)],
    ]);
  }

  /** A checkpoint of the first `size` entries as they are now; all of them by default. */
  async sign(size?: bigint, signer: { sign(text: string, name: string): string } = keys): Promise<void> {
    const { rows } = await this.#db.query<{ hash: Buffer }>(
      'SELECT hash FROM log_entries WHERE $1::bigint IS NULL OR index < $1 ORDER BY index',
      [size ?? null],
    );
    const frontier = Frontier.of(0n, []);
    for (const { hash } of rows) frontier.append(Uint8Array.from(hash));
    const text = checkpointText({ origin: keys.name('main'), size: frontier.size, root: frontier.root() });
    await this.#free('market_logs');
    await this.#db.query('UPDATE market_logs SET size = $1, checkpoint_size = $1, frontier = $2, checkpoint = $3', [
      ...[frontier.size, Buffer.concat([...frontier.roots]), signer.sign(text, keys.name('main'))],
    ]);
  }

  /** Its triggers refuse such a change, whoever asks; the owner can take them off. */
  async #free(table: string): Promise<void> {
    await this.#db.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
}

const failure = ({ steps }: VerifiedProof): string =>
  steps
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ step, code }) => `${step}: ${code}`)
    .join();

describe('what is stored of an honest server', () => {
  it('C3 T1 proves its trades, and is what its log says', async () => {
    await lying(async (server) => {
      expect(failure(await server.proof())).toBe('');
      const report = await server.check();
      expect(report).toMatchObject({ problems: [], beforeLog: 0, waiting: 0, dropped: 0 });
      expect(report.records).toBeGreaterThanOrEqual(4);
      expect(await server.growth(await server.keep())).toBe('same');
    });
  });
});

describe('log check', () => {
  it('T1 prints what every log is, and ends with 1 and with what is wrong', async () => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    const check = (...operands: string[]): Promise<number> =>
      logCommand(['check', ...operands], (work) => work({ target: database.target, release: () => Promise.resolve() }));
    expect(await check()).toBe(0);
    expect(lines).toEqual([expect.stringMatching(/^main: \d+ entries, \d+ frames, \d+ prices of fills$/), 'log: ok']);
    lines.length = 0;
    await database.owner.query('ALTER TABLE market_logs DISABLE TRIGGER USER');
    const change = `UPDATE market_logs SET checkpoint = replace(checkpoint, '/main', '/niam')`;
    await database.owner.query(change);
    expect(await check('main')).toBe(1);
    await database.owner.query(change.replace("'/main', '/niam'", "'/niam', '/main'"));
    await database.owner.query('ALTER TABLE market_logs ENABLE TRIGGER USER');
    expect(lines.slice(1)).toContain(`  problem: its checkpoint is that of ${keys.name('niam')}`);
    expect(lines).not.toContain('log: ok');
    log.mockRestore();
  });
});

describe('a server that changes what it said', () => {
  it('T1 a changed frame is not in the log', async () => {
    await lying(async (server) => {
      const index = await server.exitIndex();
      const frame = await server.frame(index);
      const records = frame.records.map((record) => ({ ...record, price: record.price + 1n }));
      await server.replace(index, encodeFrame({ ...frame, records }), leafHash(encodeFrame(frame)));
      expect(failure(await server.proof())).toMatch(/not_in_log$/);
      expect((await server.check()).problems).toContain(`entry ${index} is not what its hash says`);
    });
  });

  it('C3 T1 whoever kept a checkpoint sees that a frame was changed, hidden with new hashes and a new signature', async () => {
    await lying(async (server) => {
      const kept = await server.keep();
      const index = await server.exitIndex();
      const better = (frame: Frame): Frame => ({
        ...frame,
        records: frame.records.map((record) => ({ ...record, price: record.price + 1n })),
      });
      await server.rewrite(index, better);
      expect(await server.growth(kept)).toBe('forked');
      // The fill names another price than the frame.
      expect(failure(await server.proof())).toMatch(/^price: /);
      expect((await server.check()).problems[0]).toMatch(/^price record .+ of a fill is .+ in frame/);
    });
  });

  it('C3 T1 a record that is left out is missed by the fill that used it', async () => {
    await lying(async (server) => {
      const kept = await server.keep();
      const index = await server.exitIndex();
      const elsewhere = { seq: 10_000n, symbolIndex: 0, kind: 0 as const, price: 1n, time: 1 };
      await server.rewrite(index, (frame) => ({ ...frame, records: [elsewhere] }));
      await expect(server.proof()).resolves.toMatchObject({ ok: false });
      const { problems } = await server.check();
      expect(problems.some((text) => text.endsWith('of a fill is in no frame'))).toBe(true);
      expect(await server.growth(kept)).toBe('forked');
    });
  });

  it('T1 two people who were shown two logs see it in two lines of text', async () => {
    const seen: KeptCheckpoint[] = [];
    await lying(async (server) => void seen.push(await server.keep()));
    await lying(async (server) => {
      await server.rewrite(await server.exitIndex(), (frame) => ({ ...frame, closedAt: frame.closedAt + 1 }));
      seen.push(await server.keep());
      const [one, other] = seen.map(({ size, root }) => `${size} ${toBase64(root)}`);
      expect(one).not.toBe(other);
      expect(await server.growth(seen[0]!)).toBe('forked');
      // Its own books don't give it away: only somebody who saw the other log can tell.
      expect((await server.check()).problems).toEqual([]);
    });
  });

  it('T1 a restored backup is smaller than what was seen, and a fork as soon as it has grown again', async () => {
    await lying(async (server) => {
      const kept = await server.keep();
      await database.owner.query('SAVEPOINT newest');
      await server.sign(kept.size - 1n);
      expect(await server.growth(kept)).toBe('shrank');
      await database.owner.query('ROLLBACK TO newest');
      await server.rewrite(kept.size - 1n, (frame) => ({ ...frame, closedAt: frame.closedAt + 1_000 }));
      expect(await server.growth(kept)).toBe('forked');
    });
  });

  it('T1 a checkpoint of another key, another size or another log is named', async () => {
    const problemsAfter = async (change: (server: LyingServer) => Promise<unknown>): Promise<string[]> => {
      const found: string[] = [];
      await lying(async (server) => {
        await change(server);
        found.push(...(await server.check()).problems);
      });
      return found;
    };
    const stranger = new TestKey('stranger');
    const signed = await problemsAfter((server) =>
      server.sign(undefined, { sign: (text, name) => stranger.note(text, name) }),
    );
    expect(signed).toEqual(['its checkpoint is not signed by a key of this installation']);
    const other = await problemsAfter((server) =>
      server.sign(undefined, { sign: (text, name) => keys.sign(text.replace('/main', '/other'), name) }),
    );
    expect(other).toEqual([`its checkpoint is that of ${keys.name('other')}`]);
    const smaller = await problemsAfter((server) =>
      server.sign(undefined, { sign: (text, name) => keys.sign(text.replace(/\n\d+\n/, '\n1\n'), name) }),
    );
    expect(smaller[0]).toMatch(/^its checkpoint has the root .+ at 1, its entries .+ at \d+$/);
    const frontier = await problemsAfter(async () => {
      await database.owner.query('ALTER TABLE market_logs DISABLE TRIGGER USER');
      await database.owner.query(`UPDATE market_logs SET frontier = sha256('x') || substring(frontier FROM 33)`);
    });
    expect(frontier).toEqual(['its stored frontier is not that of its entries']);
  });
});

describe('the proof of a trade over HTTP', () => {
  beforeAll(async () => {
    context = await start();
    people = people.map(again);
  });

  it('C3 is its owner’s to have, and everybody’s to check', async () => {
    const [owner, other] = people;
    const [trade] = await tradesOf(owner!);
    const { status, response } = await owner!.get(`/trading/trades/${trade?.id}/proof`);
    expect(status).toBe(200);
    expect(response.headers).toMatchObject({
      ...{ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      'content-disposition': `attachment; filename="plecho-proof-${trade?.id}.json"`,
    });
    const found = verifyProof(response.rawPayload, { trusted: keys.all.map(({ publicKey }) => publicKey) });
    expect([failure(found), found.proof?.trade.id]).toEqual(['', trade?.id]);
    expect(found.proof?.trade).toMatchObject({ amount: '70', parts: ['30'], rest: '0' });
    expect(gzipSync(response.rawPayload).length).toBeLessThan(8_192);
    for (const id of [trade?.id, '999999999999', 'x', '1e3']) {
      const refused = await other!.get(`/trading/trades/${id}/proof`);
      expect([refused.status, refused.body['code']], id).toEqual([404, 'trade_not_found']);
    }
    expect((await new Person(context).get(`/trading/trades/${trade?.id}/proof`)).status).toBe(401);
  });

  it('T1 waits for the next checkpoint', async () => {
    const [person] = people;
    feed.tick('BTCUSDT', '100');
    const { body } = await person!.post('/trading/positions', long);
    const { body: trade } = await person!.delete(`/trading/positions/${String(body['id'])}`);
    const { status, response } = await person!.get(`/trading/trades/${String(trade['id'])}/proof`);
    expect([status, response.json<{ code: string }>().code]).toEqual([409, 'proof_pending']);
    expect(response.headers['retry-after']).toBe('5');
  });

  it('T1 its checkpoint and its key are public', async () => {
    const stranger = new Person(context);
    const { body } = await stranger.get('/log/key');
    expect(body).toMatchObject({ installation: keys.installation });
    const { response } = await stranger.get('/log/main/checkpoint');
    expect(openCheckpoint(response.body, keys.publicKey)?.origin).toBe(`${String(body['name'])}/main`);
    expect((await stranger.get('/log/main/tile/0/000.p/1')).response.rawPayload).toHaveLength(32);
  });

  it('T1 a new key is taken by the running server, and the old one has signed it', async () => {
    const [person] = people;
    const trades = await tradesOf(person!);
    const old = keys.publicKey;
    await rotateLogKeys(database.target, randomBytes, 1_795_003_600_000);
    await keys.refresh();
    expect(keys.all).toHaveLength(2);
    const rotation = openRotation(keys.all[0]?.rotation ?? '', keys.installation);
    expect([rotation?.oldKey, rotation?.newKey]).toEqual([old, keys.publicKey]);
    const { response } = await person!.get(`/trading/trades/${trades.at(-1)?.id}/proof`);
    expect(response.json()).toMatchObject({ trade: { amount: '30', parts: [], rest: '70' } });
    const found = verifyProof(response.rawPayload, { trusted: keys.all.map(({ publicKey }) => publicKey) });
    expect(failure(found)).toBe('');
    expect((await person!.get('/log/key')).body['keys']).toMatchObject([
      { publicKey: toBase64(keys.publicKey) },
      { publicKey: toBase64(old), rotation: null },
    ]);
    // The market goes on with it, to its end.
    await context.close();
    context = await start();
    await lying(async (server) => expect((await server.check()).problems).toEqual([]));
  });
});
