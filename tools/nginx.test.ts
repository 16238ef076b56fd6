import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deployed } from './cluster/configurations.ts';
import { listening } from './cluster/listening.ts';
import { findProgram, NGINX, type Program } from './lib/debian.mjs';
import { freePort, isOpen } from './product/process.ts';

const PATIENT = { timeout: 60_000 };

/** An edge that answers every request, or reads it and is gone. */
interface Edge {
  port: number;
  dies: boolean;
  asked: string[];
  /** Of the newest request. */
  headers: IncomingHttpHeaders;
}

async function startEdge(dies = false): Promise<Edge> {
  const edge: Edge = { port: 0, dies, asked: [], headers: {} };
  edge.port = await listening((request, reply) => {
    edge.asked.push(`${request.method} ${request.url}`);
    edge.headers = request.headers;
    if (edge.dies) request.socket.destroy();
    else reply.end('an answer');
  });
  return edge;
}

interface Nginx {
  url: string;
  /** What is in its log of requests, and in that of its errors. */
  log(): string;
  errors(): string;
}

/** nginx as it is deployed but for addresses, places and TLS. */
async function startNginx(program: Program, edges: Edge[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-nginx-'));
  chmodSync(folder, 0o755);
  const [config, log, errors] = ['nginx.conf', 'access.log', 'error.log'].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ];
  const port = await freePort();
  const servers = edges.map((edge) => `        server 127.0.0.1:${edge.port} max_fails=2 fail_timeout=2s;\n`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const text = deployed(
    'nginx.conf',
    ['worker_rlimit_nofile 65536;', ''],
    ['worker_connections 16384;', 'worker_connections 256;'],
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/var/log/nginx/access.log', log],
    ['/var/log/nginx/error.log', errors],
    ['    server_tokens off;', places.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')],
    [/^ {4}server \{\n +listen 80 [^}]*\}\n/gm, ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    [/^ +ssl_.*\n/gm, ''],
    [/(^ +server 10\..*\n)+/gm, servers.join('')],
  );
  writeFileSync(config, text);
  const nginx = spawn(program.path, ['-e', errors, '-p', folder, '-c', config, '-g', 'daemon off;'], {
    env: { ...process.env, ...program.env },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    // Killed, it would leave its workers behind.
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
    rmSync(folder, { recursive: true });
  });
  await expect.poll(() => isOpen('127.0.0.1', port), PATIENT).toBe(true);
  const read = (path: string) => (): string => readFileSync(path, 'utf8');
  return { url: `http://127.0.0.1:${port}`, log: read(log), errors: read(errors) };
}

describe('nginx', () => {
  let program: Program | null;
  beforeAll(async () => {
    program = await findProgram(NGINX).catch(() => null);
  });

  it('never repeats what an edge may have carried out before it was gone', async () => {
    if (program === null) return;
    const edges = [await startEdge(true), await startEdge(true)];
    const { url } = await startNginx(program, edges);
    expect((await fetch(`${url}/api/trading/orders/7`, { method: 'DELETE' })).status).toBe(502);
    expect(edges.flatMap(({ asked }) => asked)).toEqual(['DELETE /api/trading/orders/7']);
  });

  it('has a page from another edge when one of them is gone', async () => {
    if (program === null) return;
    const [gone, other] = [await startEdge(true), await startEdge()];
    const { url } = await startNginx(program, [gone, other]);
    for (let asked = 0; asked < 4; asked += 1) expect((await fetch(`${url}/trade`)).status).toBe(200);
    expect(gone.asked.length).toBeGreaterThan(0);
    expect(other.asked).toHaveLength(4);
  });

  it.each(['/trade', '/api/trading/positions'])('says itself where a request for %s comes from', async (path) => {
    if (program === null) return;
    const edge = await startEdge();
    const { url } = await startNginx(program, [edge]);
    const forged = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example', forwarded: 'for=6.6.6.6' };
    expect((await fetch(url + path, { headers: { ...forged, 'x-forwarded-proto': 'http' } })).status).toBe(200);
    const { 'x-forwarded-for': from, 'x-forwarded-host': host, 'x-forwarded-proto': scheme, forwarded } = edge.headers;
    expect({ from, host, scheme, forwarded }).toEqual({
      ...{ from: '127.0.0.1', host: '127.0.0.1', scheme: 'https', forwarded: undefined },
    });
  });

  it('S8 writes who asked for which path into its logs, and nothing of a query', async () => {
    if (program === null) return;
    const edge = await startEdge();
    const { url, log, errors } = await startNginx(program, [edge]);
    const ask = async (): Promise<number> => {
      const referer = 'https://plecho.example/admin?phone=%2B79161234567';
      return (await fetch(`${url}/api/admin/user?phone=%2B79161234567`, { headers: { referer } })).status;
    };
    expect(await ask()).toBe(200);
    edge.dies = true;
    expect(await ask()).toBe(502);
    await expect
      .poll(() => log().trim().split('\n'), PATIENT)
      .toEqual([
        expect.stringMatching(/^127\.0\.0\.1 \[.+\] "GET \/api\/admin\/user HTTP\/1\.1" 200 /),
        expect.stringMatching(/^127\.0\.0\.1 \[.+\] "GET \/api\/admin\/user HTTP\/1\.1" 502 /),
      ]);
    expect(log() + errors()).not.toContain('79161234567');
  });

  it('keeps figures to the machines however they are asked for', async () => {
    if (program === null) return;
    const edge = await startEdge();
    const { url } = await startNginx(program, [edge]);
    const paths = [
      '/metrics',
      '/api/metrics',
      '/%6detrics',
      '//metrics',
      '/metrics/',
      '/metrics;x',
      '/api/%6Detrics?x',
    ];
    for (const path of paths) expect((await fetch(url + path)).status).toBe(404);
    expect(edge.asked).toEqual([]);
  });
});
