import { createHmac } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillMarket, MARKET } from '../../../test/harness/trading.ts';
import { appConfig, connectClient, createPool, PRODUCT_SCHEMA, type Target } from '../connection.ts';
import { PgJournal } from '../journal/journal.ts';
import { migrate } from '../migrate.ts';
import { Notifications } from '../notifications.ts';
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts';

const root = mkdtempSync(join(tmpdir(), 'plecho-embedded-'));
chmodSync(root, 0o755);
const dataDir = join(root, 'data');
const running: EmbeddedDatabase[] = [];

async function start(folder = dataDir): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(folder);
  running.push(database);
  return database;
}

/** A killed database takes its time to recover. */
const PATIENT = { timeout: 30_000 };
const postmasterFile = (folder = dataDir): string => join(folder, 'postgres', 'cluster', 'postmaster.pid');
const postmasterPid = (): number => Number(readFileSync(postmasterFile(), 'utf8').split('\n')[0]);

async function ask(url: string, sql: string): Promise<unknown> {
  const client = await connectClient({ connectionString: url });
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop().catch(() => undefined);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the embedded database', () => {
  it('two first starts at the same time end in one database', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.url).toBe(two.url);
    expect(
      await ask(one.url, "SELECT current_setting('fsync') || current_setting('synchronous_commit') AS answer"),
    ).toBe('onon');
  });

  it('is the only one of its folder; one that was made beside the first stays where it is', async () => {
    const names = "SELECT string_agg(datname, ' ' ORDER BY datname) AS answer FROM pg_database WHERE NOT datistemplate";
    const { url, stop } = await start();
    expect(await ask(url, names)).toBe('plecho');
    await ask(url, 'CREATE DATABASE postgres');
    await stop();
    const again = await start();
    expect(await ask(again.url, names)).toBe('plecho postgres');
    await ask(again.url, 'DROP DATABASE postgres');
  });

  it("keeps the owner's password to itself and listens on loopback only", async () => {
    const { url } = await start();
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    expect(await ask(url, "SELECT current_setting('listen_addresses') AS answer")).toBe('127.0.0.1');
    const open = new URL(url);
    open.password = 'wrong';
    await expect(connectClient({ connectionString: open.href })).rejects.toThrow('password authentication failed');
  });

  it('S12 asks everybody for a password, and keeps its files from other users of the machine', async () => {
    const { url, directory } = await start();
    const methods = 'SELECT array_agg(DISTINCT auth_method) AS answer FROM pg_hba_file_rules';
    expect(await ask(url, methods)).toEqual(['scram-sha-256']);
    expect(await ask(url, "SELECT current_setting('unix_socket_directories') AS answer")).toBe('');
    for (const folder of [directory, join(directory, 'cluster')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('L7 is found again by the next start after a crash of the server', async () => {
    const abandoned = await start();
    await ask(abandoned.url, 'CREATE TABLE kept (n int)');
    const found = await start();
    expect(found.url).toBe(abandoned.url);
    await found.release();
    expect(existsSync(postmasterFile())).toBe(false);
    const again = await start();
    expect(await ask(again.url, 'SELECT count(*)::int AS answer FROM kept')).toBe(0);
  });

  it('L7 recovers when the database itself was killed', async () => {
    const { url } = await start();
    await ask(url, 'CREATE TABLE survived AS SELECT 1 AS n');
    process.kill(postmasterPid(), 'SIGKILL');
    const again = await start();
    expect(await ask(again.url, 'SELECT n AS answer FROM survived')).toBe(1);
  });

  it('L7 comes back on the same port when it dies under a living server', async () => {
    const { url } = await start();
    process.kill(postmasterPid(), 'SIGKILL');
    const answer = (): Promise<unknown> => ask(url, 'SELECT n AS answer FROM survived').catch(() => 'not yet');
    await expect.poll(answer, PATIENT).toBe(1);
  });

  it('is not stopped while another process uses it', async () => {
    const server = await start();
    const own = await connectClient({ connectionString: server.url });
    const anothers = new URL(server.url);
    anothers.searchParams.set('application_name', 'another process');
    const client = await connectClient({ connectionString: anothers.href });
    const beside = await start();
    await beside.release();
    expect((await client.query('SELECT 1')).rowCount).toBe(1);
    await client.end();
    // Its own connection is no reason: a server that is told to stop while it starts has not closed any yet.
    await server.release();
    expect(existsSync(postmasterFile())).toBe(false);
    await own.end().catch(() => undefined);
  });

  it("works in a folder that the database's own user may not enter", async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const { directory, movedBecauseOf, url, stop } = await start(join(closed, 'data'));
    const asRoot = process.getuid?.() === 0;
    expect(movedBecauseOf).toBe(asRoot ? closed : null);
    expect(directory.startsWith(closed)).toBe(!asRoot);
    expect(await ask(url, 'SELECT 1 AS answer')).toBe(1);
    const again = await start(join(closed, 'data'));
    expect(again.url).toBe(url);
    await stop();
    rmSync(dirname(directory), { recursive: true });
  });

  it('L7 goes with its folder to another place, also where its old place is written down', async () => {
    const [before, after] = [join(root, 'before'), join(root, 'after')];
    const { url, directory, release } = await start(before);
    await ask(url, 'CREATE TABLE moved AS SELECT 1 AS n');
    await release();
    renameSync(before, after);
    const there = await start(after);
    expect(await ask(there.url, 'SELECT n AS answer FROM moved')).toBe(1);
    await there.release();
    const file = join(after, 'postgres.json');
    const kept = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...kept, directory }));
    expect(await ask((await start(after)).url, 'SELECT n AS answer FROM moved')).toBe(1);
    expect(existsSync(before)).toBe(false);
  });

  it('L7 is found running in a folder that was moved under it', async () => {
    const [before, after] = [join(root, 'left'), join(root, 'right')];
    const abandoned = await start(before);
    await ask(abandoned.url, 'CREATE TABLE moved AS SELECT 1 AS n');
    renameSync(before, after);
    expect(await ask((await start(after)).url, 'SELECT n AS answer FROM moved')).toBe(1);
  });

  it('L7 a copy of the folder is a database of its own', async () => {
    const [original, copy] = [join(root, 'original'), join(root, 'copy')];
    const first = await start(original);
    await ask(first.url, 'CREATE TABLE told AS SELECT 1 AS n');
    cpSync(original, join(root, 'torn'), { recursive: true });
    await expect(start(join(root, 'torn'))).rejects.toThrow(
      /^.+torn.+ was copied while its database ran in .+original.+: stop that one and copy it again$/,
    );
    await first.release();
    cpSync(original, copy, { recursive: true });
    const [again, second] = [await start(original), await start(copy)];
    await ask(second.url, 'UPDATE told SET n = 2');
    expect(await ask(again.url, 'SELECT n AS answer FROM told')).toBe(1);
    expect(await ask(second.url, 'SELECT n AS answer FROM told')).toBe(2);
  });

  it("says so when its folder was moved to where the database's own user may not go", async () => {
    const closed = join(root, 'barred');
    mkdirSync(closed, { mode: 0o700 });
    const { release } = await start(join(root, 'free'));
    await release();
    renameSync(join(root, 'free'), join(closed, 'data'));
    const outcome = await start(join(closed, 'data')).then(
      () => 'it starts',
      (error: unknown) => (error instanceof Error ? error.message : 'something else'),
    );
    const asRoot = process.getuid?.() === 0;
    expect(outcome).toMatch(asRoot ? /^DATA_DIR .+ can't be used: .+ may not enter .+barred$/ : /^it starts$/);
  });

  it('says in one line what is wrong with the folder', async () => {
    await expect(start('/dev/null/data')).rejects.toThrow(/^DATA_DIR \/dev\/null\/data can't be used: .+$/);
  });
});

describe('who may come in', () => {
  const folder = join(root, 'hba');

  /** Starts a database of its own with these rules for whom it lets in, once they are in force. */
  async function withRules(...rules: string[]): Promise<URL> {
    const { url, directory } = await start(folder);
    writeFileSync(join(directory, 'cluster', 'pg_hba.conf'), `${rules.join('\n')}\n`);
    await ask(url, 'SELECT pg_reload_conf() AS answer');
    return new URL(url);
  }
  const installation = (url: URL) => ({ ownerUrl: url.href, schema: PRODUCT_SCHEMA });

  it('S12 a DATABASE_URL without a password makes no password that could be guessed', async () => {
    const url = await withRules('host all plecho_owner 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256');
    url.password = '';
    const prepared = await vi.waitFor(() => migrate(installation(url)), PATIENT);
    const enter = (password: string) => connectClient({ ...appConfig(prepared), password });
    await (await enter(prepared.app.password)).end();
    const derived = createHmac('sha256', '').update('plecho application role of plecho').digest('base64url');
    await expect(enter(derived)).rejects.toThrow('password authentication failed');
  });

  it('S12 says in one line that the application is not let in by its password', async () => {
    const url = await withRules('host all plecho_owner 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 reject');
    await vi.waitFor(
      () =>
        expect(migrate(installation(url))).rejects.toThrow(
          /^the database could not be prepared: the role plecho_app must get in with its password .+: pg_hba.conf rejects .+$/,
        ),
      PATIENT,
    );
  });
});

describe('a restart of the database under a running server', () => {
  let target: Target;
  beforeAll(async () => {
    const database = await start();
    target = await migrate({ ownerUrl: database.url, schema: PRODUCT_SCHEMA });
    const pool = createPool({ ...appConfig(target), max: 2 });
    await fillMarket({ pool, target });
    await pool.end();
  });

  it('L7 the pool, the journal and the notices come back by themselves', async () => {
    const here: Target = { ...target, ownerUrl: (await start()).url };
    const pool = createPool({ ...appConfig(here), max: 2 });
    const journal = new PgJournal(here, MARKET.id);
    const notifications = new Notifications(here);
    await notifications.open();
    const heard: (string | null)[] = [];
    await notifications.markets((id) => heard.push(id));
    const before = await journal.load();

    process.kill(postmasterPid(), 'SIGKILL');
    const tryLoad = (): Promise<number> =>
      journal
        .load()
        .then(({ accounts }) => accounts.length)
        .catch(() => 0);
    await expect.poll(tryLoad).toBe(0);
    await expect.poll(tryLoad, PATIENT).toBe(2);
    expect(await journal.load()).toEqual(before);
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
    await expect.poll(() => heard, PATIENT).toEqual([null]);
    await Promise.all([journal.close(), notifications.close(), pool.end()]);
  });
});
