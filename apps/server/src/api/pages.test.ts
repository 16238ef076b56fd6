import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressFolder } from '../../../../tools/vite/compressed.ts';
import { appOptions } from '../../test/support/app.ts';
import { createApp } from '../app.ts';
import { loadStaticFiles } from '../lib/static-files.ts';
import type { Server, Services } from './server.ts';

const SCRIPT = 'document.documentElement.dataset.ready = "1";';
const INDEX = `<!doctype html><script>${SCRIPT}</script><script src="/assets/index-a1b2c3d4.js"></script><div id="root"></div>`;
const CODE = `console.log(${JSON.stringify('длинная строка '.repeat(200))});`;

let folder: string;
let app: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plecho-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'assets/index-a1b2c3d4.js'), CODE);
  writeFileSync(join(folder, 'icon.png'), Buffer.from([1, 2, 3]));
  writeFileSync(join(folder, '.env'), 'secret');
  writeFileSync(join(folder, 'worker.js'), 'keep');
  writeFileSync(join(folder, 'worker-off.js'), 'forget');
  compressFolder(folder);
  const pages = await loadStaticFiles(folder);
  app = await createApp({ version: '0', clock: { now: () => 0 } } as Services, appOptions({ pages }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the pages', () => {
  it('S7 allow nothing from elsewhere, nothing inline but what was built in, and no frames', async () => {
    const { headers } = await app.inject('/login');
    const policy = String(headers['content-security-policy']);
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src 'self' 'sha256-${hash}'`,
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    );
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  });

  it.each(['/', '/login', '/dashboard', '/mobile/trade?symbol=BTCUSDT', '/history/12', '/no/such/page'])(
    '%s is the application',
    async (url) => {
      const { statusCode, body, headers } = await app.inject(url);
      expect([statusCode, body]).toEqual([200, INDEX]);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    },
  );

  it.each([
    '/api',
    '/api/nothing',
    '/assets/index-00000000.js',
    '/favicon.ico',
    '/assets/index-a1b2c3d4.js.br',
    '/.env',
    '/../package.json',
    '/%2e%2e/package.json',
  ])('%s is not', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, JSON.parse(body)]).toEqual([404, { error: 'Не найдено', code: 'not_found' }]);
  });

  it('come compressed as the browser can have them', async () => {
    const ask = (encoding: string): Promise<LightMyRequestResponse> =>
      app.inject({ url: '/assets/index-a1b2c3d4.js', headers: { 'accept-encoding': encoding } });
    const [br, gzip, plain] = await Promise.all([ask('gzip, deflate, br'), ask('gzip'), ask('identity')]);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(CODE);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(CODE);
    expect(plain.body).toBe(CODE);
    expect(br.rawPayload.length).toBeLessThan(CODE.length / 5);
    for (const { headers } of [br, gzip, plain]) {
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'text/javascript; charset=utf-8' });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    expect(new Set([br, gzip, plain].map(({ headers }) => headers['etag'])).size).toBe(3);
  });

  it('are not sent again when they are the same', async () => {
    const { headers } = await app.inject('/');
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('bring a worker that is asked for every time, and one that forgets where nothing may be kept', async () => {
    const { headers, body } = await app.inject('/worker.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("worker-src 'self'"),
    });
    expect(body).toBe('keep');
    const pages = await loadStaticFiles(folder);
    const services = { version: '0', clock: { now: () => 0 } } as Services;
    const without = await createApp(services, appOptions({ pages, offlineShell: false }));
    expect((await without.inject('/worker.js')).body).toBe('forget');
  });

  it('answer HEAD without a body', async () => {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url: '/icon.png' });
    expect([statusCode, body]).toEqual([200, '']);
  });
});

describe('a folder without a built application', () => {
  it('is none', async () => {
    expect(await loadStaticFiles(join(folder, 'assets'))).toBeNull();
    expect(await loadStaticFiles(join(folder, 'nowhere'))).toBeNull();
  });
});
