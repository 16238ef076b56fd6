import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { SERVER } from '../../../../tools/lib/build.mjs';
import { freePort, isReady, newDataDir, startProduct, type Product } from '../../../../tools/product/process.ts';
import { until } from '../support/server.ts';

const REPOSITORY = new URL('../../../..', import.meta.url).pathname;
const SUPERVISE = new URL('../../../../tools/lib/supervise.mjs', import.meta.url).href;
const OPEN_FILES = 512;
const SILENT = 500;
/** As many come at once, more than one address may have: before the first of them have had their time. */
const AT_ONCE = 250;
/** A start on a busy machine, the first one with a new database. */
const START_MS = 60_000;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function dataDir(): string {
  const data = newDataDir();
  closers.push(() => data.remove());
  return data.path;
}

async function register(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ phone: '89165550077', password: 'лосось42' }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** What the server answers to who asks for their profile; one that is too busy a moment after its start is asked again. */
async function profileStatus(url: string, cookie: string): Promise<number> {
  let status = 0;
  await until(async () => {
    ({ status } = await fetch(`${url}/api/auth/profile`, { headers: { cookie } }));
    return status !== 503;
  }, START_MS);
  return status;
}

async function figure({ url }: Product, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^plecho_connections_${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

describe('connections that say nothing', () => {
  it('S11 as many as the process may have files open: it answers people all along, and goes on afterwards', async () => {
    const product = await startProduct(dataDir(), {}, { openFiles: OPEN_FILES });
    closers.push(() => product.stop());
    const sockets: Socket[] = [];
    closers.push(() => sockets.forEach((socket) => socket.destroy()));
    for (let n = 0; n < SILENT; n += 1) {
      const socket = connect(product.port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      sockets.push(socket);
      if (n >= AT_ONCE && n % 50 === 0) expect(await isReady(product.url)).toBe(true);
    }
    const cookie = await register(product.url);
    expect(await profileStatus(product.url, cookie)).toBe(200);
    expect(await figure(product, 'open')).toBeLessThanOrEqual(OPEN_FILES / 2);
    expect(await figure(product, 'reaped_total')).toBeGreaterThan(0);
    // Those that were kept are given up when their time for a first request is over.
    await until(() => sockets.every((socket) => socket.destroyed));
    expect(await profileStatus(product.url, cookie)).toBe(200);
    expect([product.process.exitCode, product.process.signalCode]).toEqual([null, null]);
  });
});

describe('a server that crashes', () => {
  it('S11 is started again, with everything that was acknowledged', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    // Each says its process id before it becomes a server.
    const server = { command: 'sh', args: ['-c', 'echo $$; exec "$@"', 'sh', process.execPath, SERVER] };
    const script =
      `import { supervise } from ${JSON.stringify(SUPERVISE)};\n` +
      `process.exitCode = await supervise(${JSON.stringify(server)}, { say: () => undefined, firstWaitMs: 50 });\n`;
    const supervisor = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: REPOSITORY,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir(), LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(supervisor, 'exit');
    closers.push(async () => {
      supervisor.kill('SIGTERM');
      await ended;
    });
    const pids: number[] = [];
    createInterface({ input: supervisor.stdout }).on('line', (line) => {
      if (/^\d+$/.test(line)) pids.push(Number(line));
    });
    await until(() => isReady(url), START_MS);
    const cookie = await register(url);
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await until(() => pids.length === 2);
    await until(() => isReady(url), START_MS);
    expect(await profileStatus(url, cookie)).toBe(200);
    supervisor.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(pids).toHaveLength(2);
  });
});
