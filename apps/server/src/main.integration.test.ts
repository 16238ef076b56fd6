import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOSE_RESTART } from '@plecho/contract';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { SERVER } from '../../../tools/lib/build.mjs';
import { freePort, isReady } from '../../../tools/product/process.ts';
import { namedKey } from '../../../tools/product/request-key.ts';
import { until } from '../test/support/server.ts';
import { connectClient } from './storage/connection.ts';

const name = `main_${randomBytes(5).toString('hex')}`;
let databaseUrl: string;
const children: ChildProcess[] = [];

/** @returns the rows */
async function asOwner(sql: string, connectionString = inject('databaseUrl')): Promise<unknown[]> {
  const client = await connectClient({ connectionString });
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

beforeAll(async () => {
  await asOwner(`CREATE DATABASE ${name}`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  databaseUrl = url.href;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await asOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

interface Run {
  child: ChildProcess;
  output(): string;
  /** What of it went to standard error. */
  errors(): string;
  ended: Promise<number | null>;
}

function run(env: Record<string, string>, stdio: StdioOptions = ['ignore', 'pipe', 'pipe']): Run {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      DATABASE_URL: databaseUrl,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio,
  });
  children.push(child);
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    errors += chunk.toString();
  });
  return {
    child,
    output: () => output,
    errors: () => errors,
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

async function addressOf({ output, child }: Run): Promise<string> {
  const found = (): string | undefined => /^Плечо: (http:\/\/localhost:\d+)$/m.exec(output())?.[1];
  const deadline = Date.now() + 110_000;
  while (found() === undefined) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(output());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return (found() ?? '').replace('localhost', '127.0.0.1');
}

describe('a start that can’t succeed', () => {
  it.each([
    [{ PORT: 'http' }, /^Плечо · PORT: must be a whole number from 0 to 65535$/],
    [{ LOG_LEVEL: 'loud' }, /^Плечо · LOG_LEVEL: must be one of [^\n]+$/],
    [{ DATABASE_URL: 'mysql://secret@db' }, /^Плечо · DATABASE_URL: must be a URL [^\n]+$/],
    [{ PUBLIC_URL: 'plecho.example' }, /^Плечо · PUBLIC_URL: must be the origin [^\n]+$/],
    [{ METRICS_TOKEN: 'secret' }, /^Плечо · METRICS_TOKEN: must be 16 to 256 [^\n]+$/],
  ])('with %j ends with 78, not to be tried again, and one clear line', async (env, line) => {
    const { ended, output } = run(env);
    expect(await ended).toBe(78);
    expect(output().trim()).toMatch(line);
    expect(output()).not.toContain('secret');
  });

  it('because nobody answers at the database ends with 1 and one clear line', async () => {
    const { ended, output, errors } = run({ DATABASE_URL: 'postgres://plecho:secret@127.0.0.1:1/plecho' });
    expect(await ended).toBe(1);
    expect(errors().trim()).toMatch(/^Плечо · [^\n]*ECONNREFUSED[^\n]*$/);
    expect(output()).not.toContain('secret');
  });
});

describe('a stop during the start', () => {
  it('S10 leaves no database behind', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plecho-main-'));
    chmodSync(dataDir, 0o755);
    const postmaster = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const { child, ended, output } = run({ DATA_DIR: dataDir, DATABASE_URL: '' });
    await until(() => Promise.resolve(existsSync(postmaster)));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('Останавливаюсь (SIGTERM)');
    expect(existsSync(postmaster)).toBe(false);
    rmSync(dataDir, { recursive: true });
  });
});

describe('a server that is left alone', () => {
  it.each([
    ['the terminal is closed', null],
    ['the disk is full', '/dev/full'],
  ])('S10 goes on and stops in order when nobody takes what it says: %s', async (_reason, path) => {
    const port = await freePort();
    const output = path === null ? 'pipe' : openSync(path, 'w');
    const { child, ended } = run({ PORT: String(port), LOG_LEVEL: 'info' }, ['ignore', output, output]);
    if (typeof output === 'number') closeSync(output);
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    await until(() => isReady(`http://127.0.0.1:${port}`));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('S10 stops in order when whoever started it and would start it again is gone', async () => {
    const started = run({}, ['ignore', 'pipe', 'pipe', 'ipc']);
    await addressOf(started);
    const exit = once(started.child, 'exit');
    started.child.disconnect();
    expect(await exit).toEqual([0, null]);
  });
});

describe('the server', () => {
  it('S10 prints its address, refuses a second one beside it, stops in order and starts again', async () => {
    const first = run({});
    const url = await addressOf(first);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);

    const second = run({});
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');

    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const registered = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ phone: '89165550011', password: 'лосось42' }),
    });
    const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    // Tests hash cheaply; what runs must not.
    expect(await asOwner('SELECT password_hash AS kept FROM plecho.users', databaseUrl)).toEqual([
      { kept: expect.stringMatching(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/) as unknown },
    ]);
    const post = (path: string, body: object, key: string): Promise<Response> =>
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { ...headers, cookie, 'idempotency-key': namedKey(key) },
        body: JSON.stringify(body),
      });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    await once(socket, 'open');
    const told = once(socket, 'close');

    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/another server is running the market main/);
    expect(first.child.exitCode).toBeNull();

    const order = { symbol: 'BTCUSDT', type: 'long', amount: '1', leverage: 3 };
    await until(async () => (await post('/trading/positions', order, 'first')).ok);
    const flood = Array.from({ length: 50 }, (_, n) =>
      post('/trading/positions', order, `k${n}`).then(
        async (answer) => {
          const body = (await answer.json()) as { id?: string };
          return answer.ok ? body.id : undefined;
        },
        () => undefined,
      ),
    );
    await flood[0];
    first.child.kill('SIGTERM');
    expect((await told)[0]).toBe(CLOSE_RESTART);
    const acknowledged = (await Promise.all(flood)).filter((id) => id !== undefined);
    expect(await first.ended).toBe(0);
    expect(acknowledged.length).toBeGreaterThan(0);

    const { port } = taken.address() as AddressInfo;
    const onTakenPort = run({ PORT: String(port) });
    expect(await onTakenPort.ended).toBe(78);
    expect(onTakenPort.output().trim().split('\n').at(-1)).toMatch(/EADDRINUSE.*\(PORT, HOST\)$/);
    taken.close();

    const third = run({});
    const again = await addressOf(third);
    const positions = (await (await fetch(`${again}/api/trading/positions`, { headers: { cookie } })).json()) as {
      items: { id: string }[];
    };
    expect(positions.items.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    third.child.kill('SIGINT');
    expect(await third.ended).toBe(0);
  }, 240_000);
});
