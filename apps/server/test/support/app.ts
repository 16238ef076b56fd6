import type { AddressInfo } from 'node:net';
import { errorsOf, type Endpoint, type ErrorBody } from '@plecho/contract';
import * as z from 'zod';
import { Connections } from '../../src/api/connections.ts';
import { describedAs } from '../../src/api/described.ts';
import { createApp, type AppOptions } from '../../src/app.ts';
import type { Server, Services } from '../../src/api/server.ts';
import { createSessions } from '../../src/identity/sessions.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLogger } from '../../src/lib/logger.ts';
import type { StaticFiles } from '../../src/lib/static-files.ts';
import { MemorySessions } from './memory-sessions.ts';
import { undescribed } from './undescribed.ts';

const html = Buffer.from('<!doctype html><title>Плечо</title>');

const pages: StaticFiles = {
  files: new Map([
    ['/index.html', { type: 'text/html; charset=utf-8', etag: '"1"', immutable: false, bodies: { identity: html } }],
  ]),
  inlineHashes: { script: [], style: [] },
};

/** An application that is reached directly, says nothing and has room for everybody. */
export const appOptions = (given: Partial<AppOptions> = {}): AppOptions => ({
  logger: createLogger('silent'),
  isEdge: true,
  trustProxy: false,
  publicUrl: null,
  metricsToken: null,
  requestsPerMinute: 1_000,
  connections: new Connections({ total: 1_000, perAddress: 1_000 }, false),
  isOverloaded: () => false,
  pages: null,
  offlineShell: true,
  observer: () => undefined,
  ...given,
});

/** Fails every test in which an answer is not as its endpoint describes it, or has a code that is not among its errors. */
export function expectDescribedAnswers(app: Server): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const { url } = request.routeOptions;
    const address = url === undefined || reply.statusCode >= 400 ? null : describedAs(request.method, url);
    if (address !== null && 'answer' in address) {
      const { error } = z.safeParse((address as Endpoint).answer, payload);
      if (error !== undefined) undescribed.push(`${request.method} ${url}: ${z.prettifyError(error)}`);
    }
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { url } = request.routeOptions;
    if (url !== undefined && reply.statusCode >= 400 && typeof payload === 'string') {
      const { code } = JSON.parse(payload) as Partial<ErrorBody>;
      const codes: string[] = errorsOf(describedAs(request.method, url));
      if (code !== undefined && !codes.includes(code)) undescribed.push(`${request.method} ${url}: ${code}`);
    }
    done();
  });
}

export interface ListeningApp {
  app: Server;
  port: number;
  /** The session of the first user. */
  cookie: string;
}

/** The application with sessions and with nothing else behind its routes, on a port of its own. */
export async function listeningApp(
  options: Partial<AppOptions> = {},
  { store = new MemorySessions(), services = {} }: { store?: MemorySessions; services?: Partial<Services> } = {},
): Promise<ListeningApp> {
  const sessions = createSessions(store, systemClock, () => undefined);
  const given = { sessions, clock: systemClock, version: '0', ...services } as Services;
  const app = await createApp(given, appOptions(options));
  expectDescribedAnswers(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, cookie: `plecho=${await sessions.begin(1n, '')}` };
}

/** The application with its routes and with nothing behind them: for tests of what is declared. */
export async function declaredApp(): Promise<Server> {
  const services = { version: '0.1.0', clock: { now: () => 0 } } as Services;
  const app = await createApp(services, appOptions({ pages }));
  await app.ready();
  return app;
}
