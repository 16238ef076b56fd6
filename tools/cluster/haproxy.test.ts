import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findProgram, HAPROXY, type Program } from '../lib/debian.mjs';
import { freePort } from '../product/process.ts';
import { haproxyConfiguration } from './configurations.ts';

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
  const edge: Edge = { port: await freePort(), isReady: true, refusals: 0, headers: {} };
  const server = createServer((request, reply) => {
    if (request.url !== '/health' && request.url !== '/health/ready') edge.headers = request.headers;
    if (request.url === '/health/ready' && !edge.isReady) edge.refusals += 1;
    reply.statusCode = edge.isReady || request.url === '/health' ? 200 : 503;
    reply.end(String(edge.port));
  }).listen(edge.port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return edge;
}

/** HAProxy as `npm run cluster` runs it, which is as it is deployed but for addresses and TLS. @returns its URL */
async function startHaproxy(program: Program, edges: Edge[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-haproxy-'));
  const port = await freePort();
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    haproxyConfiguration(
      '127.0.0.1',
      port,
      edges.map((edge) => edge.port),
    ),
  );
  const haproxy = spawn(program.path, ['-db', '-f', config], {
    env: { ...process.env, ...program.env },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    haproxy.kill('SIGKILL');
    await once(haproxy, 'exit');
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => statusOf(`${url}/`), PATIENT).toBe(200);
  return url;
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

describe('the load balancer', () => {
  let program: Program | null;
  beforeAll(async () => {
    program = await findProgram(HAPROXY).catch(() => null);
  });

  it('says itself where a request comes from, whatever the client says, and keeps figures to the machines', async () => {
    if (program === null) return;
    const edge = await startEdge();
    const url = await startHaproxy(program, [edge]);
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

  it('S10 asks no edge that is not ready, and all of them when none is: they say it best themselves', async () => {
    if (program === null) return;
    const [one, two] = [await startEdge(), await startEdge()];
    const url = await startHaproxy(program, [one, two]);
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
