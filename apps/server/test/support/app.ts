import { createApp } from '../../src/app.ts';
import type { Server, Services } from '../../src/api/server.ts';
import { createLogger } from '../../src/lib/logger.ts';
import type { StaticFiles } from '../../src/lib/static-files.ts';

const html = Buffer.from('<!doctype html><title>Плечо</title>');

const pages: StaticFiles = {
  files: new Map([
    ['/index.html', { type: 'text/html; charset=utf-8', etag: '"1"', immutable: false, bodies: { identity: html } }],
  ]),
  inlineHashes: { script: [], style: [] },
  compress: () => Promise.resolve(),
};

/** The application with its routes and with nothing behind them: for tests of what is declared. */
export async function declaredApp(): Promise<Server> {
  const services = { version: '0.1.0', clock: { now: () => 0 } } as Services;
  const app = await createApp(services, {
    logger: createLogger('silent'),
    trustProxy: false,
    requestsPerMinute: 1000,
    pages,
    observer: () => undefined,
  });
  await app.ready();
  return app;
}
