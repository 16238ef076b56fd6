import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findProgram, HAPROXY, type Program } from '../lib/debian.mjs';
import { freePort } from '../product/process.ts';
import { deployed, haproxyConfiguration } from './configurations.ts';
import { listening } from './listening.ts';

const PATIENT = { timeout: 60_000 };

/** An edge that says what it was asked. */
interface Edge {
  port: number;
  isReady: boolean;
  /** How often it has said that it is not ready. */
  refusals: number;
  headers: IncomingHttpHeaders;
}

async function startEdge(): Promise<Edge> {
  const edge: Edge = { port: 0, isReady: true, refusals: 0, headers: {} };
  edge.port = await listening((request, reply) => {
    if (request.url !== '/health' && request.url !== '/health/ready') edge.headers = request.headers;
    if (request.url === '/health/ready' && !edge.isReady) edge.refusals += 1;
    reply.statusCode = edge.isReady || request.url === '/health' ? 200 : 503;
    reply.end(String(edge.port));
  });
  return edge;
}

interface Haproxy {
  url: string;
  /** The log that it has written so far. */
  log(): string;
}

/** HAProxy as `npm run cluster` runs it, which is as it is deployed but for addresses and TLS; with its log, too. */
async function startHaproxy(program: Program, edges: Edge[]): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-haproxy-'));
  const port = await freePort();
  const config = join(folder, 'haproxy.cfg');
  const ports = edges.map((edge) => edge.port);
  const format = /^ +(option httplog|log-format .*)\n/m.exec(deployed('haproxy.cfg'))?.[0] ?? '';
  const logging = `defaults\n    log stdout format raw local0\n${format}`;
  writeFileSync(
    config,
    haproxyConfiguration('127.0.0.1', port, ports).replace('defaults\n', () => logging),
  );
  const haproxy = spawn(program.path, ['-db', '-f', config], {
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let log = '';
  haproxy.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  onTestFinished(async () => {
    haproxy.kill('SIGKILL');
    await once(haproxy, 'exit');
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => statusOf(`${url}/`), PATIENT).toBe(200);
  return { url, log: () => log };
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

/** Of a request whose path is sent as it stands. */
async function statusAsSent(url: string, path: string): Promise<number | undefined> {
  const [answer] = (await once(get(url, { path, agent: false }), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('the load balancer', () => {
  let program: Program | null;
  beforeAll(async () => {
    program = await findProgram(HAPROXY).catch(() => null);
  });

  it('says itself where a request comes from, whatever the client says, and keeps figures to the machines', async () => {
    if (program === null) return;
    const edge = await startEdge();
    const { url } = await startHaproxy(program, [edge]);
    const forged = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'for=6.6.6.6',
    };
    expect((await fetch(`${url}/page`, { headers: forged })).status).toBe(200);
    const { 'x-forwarded-for': from, 'x-forwarded-host': host, 'x-forwarded-proto': scheme, forwarded } = edge.headers;
    expect({ from, host, scheme, forwarded }).toEqual({
      from: '127.0.0.1',
      host: url.slice(7),
      scheme: 'http',
      forwarded: undefined,
    });
    for (const path of ['/metrics', '/api/metrics']) expect(await statusOf(url + path)).toBe(404);
  });

  it.each([
    '/%6detrics',
    '/api/%6Detrics',
    '/a%70i/metrics',
    '/metrics?x',
    '/metrics/',
    '/metrics;x',
    '/metrics%23',
    '/metrics#x',
  ])('keeps figures to the machines however they are asked for: %s', async (path) => {
    if (program === null) return;
    const { url } = await startHaproxy(program, [await startEdge()]);
    expect([400, 404]).toContain(await statusAsSent(url, path));
  });

  it('S8 writes who asked for which path into its log, and nothing of the query', async () => {
    if (program === null) return;
    const edge = await startEdge();
    const { url, log } = await startHaproxy(program, [edge]);
    expect((await fetch(`${url}/api/admin/user?phone=%2B79161234567`)).status).toBe(200);
    await expect.poll(log, PATIENT).toContain('/api/admin/user');
    expect(log()).toMatch(
      /^127\.0\.0\.1:\d+ \[.+\] site edges\/edge-1 [\d/]+ 200 \d+ .+ "GET \/api\/admin\/user HTTP\/1\.1"$/m,
    );
    expect(log()).not.toContain('79161234567');
  });

  it('S10 asks no edge that is not ready, and all of them when none is: they say it best themselves', async () => {
    if (program === null) return;
    const [one, two] = [await startEdge(), await startEdge()];
    const { url } = await startHaproxy(program, [one, two]);
    const who = async (): Promise<string> => (await fetch(`${url}/page`)).text();
    one.isReady = false;
    const ten = (): Promise<string[]> => Promise.all(Array.from({ length: 10 }, who));
    await expect.poll(async () => new Set(await ten()), PATIENT).toEqual(new Set([String(two.port)]));
    two.isReady = false;
    const answered = async (): Promise<boolean> => (await ten()).every((text) => /^\d+$/.test(text));
    await expect.poll(() => two.refusals, PATIENT).toBeGreaterThan(2);
    expect(await statusOf(`${url}/page`)).toBe(503);
    expect(await answered()).toBe(true);
    one.isReady = true;
    await expect.poll(async () => new Set(await ten()), PATIENT).toEqual(new Set([String(one.port)]));
  });
});
