import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { guardRoutes } from './api/access.ts';
import type { Connections } from './api/connections.ts';
import { sendError } from './api/errors.ts';
import { guardFrontDoor, isProbe } from './api/front-door.ts';
import { createHttpServer } from './api/http-server.ts';
import { healthRoutes } from './api/health.ts';
import { registerApi } from './api/index.ts';
import { acceptJsonOnly } from './api/json-body.ts';
import { observeRequests, type RequestObserver } from './api/observe.ts';
import { describeApi } from './api/openapi.ts';
import { registerPages } from './api/pages.ts';
import { RawAnswers } from './api/raw-answers.ts';
import { securityHeaders } from './api/security-headers.ts';
import { serializerCompiler } from './api/serializer.ts';
import type { Server, Services } from './api/server.ts';
import { streamRoute } from './api/stream.ts';
import { addressGroup, limitFor } from './identity/throttle.ts';
import { Problem } from './lib/problem.ts';
import type { StaticFiles } from './lib/static-files.ts';

const BODY_LIMIT = 64 * 1024;
const MINUTE_MS = 60_000;

export interface AppOptions {
  logger: FastifyBaseLogger;
  /** Address ranges of trusted proxies; false without one. */
  trustProxy: string[] | false;
  /** The site as browsers address it; null: whatever host they name. */
  publicUrl: URL | null;
  /** Lets a machine elsewhere read the figures; null: nobody. */
  metricsToken: string | null;
  /** From one address; ten times as many from a loopback one. */
  requestsPerMinute: number;
  /** Looks after the sockets. */
  connections: Connections;
  /** Whether the process is so late with everything that less work is better work. */
  isOverloaded(): boolean;
  /** The built web app; null serves the API alone. */
  pages: StaticFiles | null;
  /** Whether browsers may keep its files. */
  offlineShell: boolean;
  /** Told about every answered request. */
  observer: RequestObserver;
  /** Whether people are served here; otherwise only machines that ask how the process is. */
  isEdge: boolean;
}

/** The last path segments carry ids, not secrets; the query is left out all the same. */
const logRequest = (request: FastifyRequest): object => ({
  id: request.id,
  method: request.method,
  route: request.routeOptions.url,
});

/** Before anybody is recognised: what is refused after it has been counted, and has cost the database a question at most so often. */
async function limitRates(app: Server, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    // By itself it would come to each route behind the hooks of all, and count nothing that one of those refuses.
    global: false,
    max: (request) => limitFor(request.ip, requestsPerMinute),
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => addressGroup(request.ip),
    addHeadersOnExceeding: {},
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('too_many_requests', { retryAfter: Math.ceil(ttl / 1000) }),
  });
  app.addHook('onRequest', app.rateLimit());
}

function shedLoad(app: Server, isOverloaded: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isProbe(request) && isOverloaded()) throw new Problem('unavailable', { retryAfter: 1 });
    done();
  });
}

/** Comes before every other hook: whoever refuses a request, the answer has these headers. */
function addHeaders(app: Server, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // Not by what was asked for: an address can be written in many ways.
    if (request.routeOptions.url?.startsWith('/api/') === true) reply.header('cache-control', 'no-store');
    done();
  });
}

/** The HTTP application with all its routes, not yet listening. */
export async function createApp(services: Services, options: AppOptions): Promise<Server> {
  const { clock } = services;
  const { trustProxy, publicUrl, pages } = options;
  const headers = securityHeaders(pages);
  const raw = new RawAnswers(headers, clock);
  const app: Server = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handler) => createHttpServer(handler, options.connections),
    clientErrorHandler: raw.onClientError,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    // A logger for each request costs more than the two lines that would use it.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    trustProxy,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.decorate('publicUrl', publicUrl);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new Problem('not_found') as never, request, reply));
  acceptJsonOnly(app);
  addHeaders(app, headers);
  observeRequests(app, options.observer, logRequest);
  guardFrontDoor(app, { trustsProxies: trustProxy !== false, clock });
  await limitRates(app, options.requestsPerMinute);
  shedLoad(app, options.isOverloaded);
  await describeApi(app, services.version);
  guardRoutes(app, services, options.metricsToken);
  if (options.isEdge) {
    registerApi(app, services);
    streamRoute(app, services, raw);
    if (pages !== null) registerPages(app, pages, options.offlineShell);
  } else healthRoutes(app, services);
  return app;
}
