import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import underPressure from '@fastify/under-pressure';
import { errorBody } from '@plecho/contract';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { guardRoutes } from './api/access.ts';
import { sendError } from './api/errors.ts';
import { registerApi } from './api/index.ts';
import { acceptJsonOnly } from './api/json-body.ts';
import { observeRequests, type RequestObserver } from './api/observe.ts';
import { registerPages } from './api/pages.ts';
import type { Server, Services } from './api/server.ts';
import { addressGroup } from './identity/throttle.ts';
import { Problem } from './lib/problem.ts';
import type { StaticFiles } from './lib/static-files.ts';

const BODY_LIMIT = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** The event loop is this late only when something is badly wrong; then less work is better work. */
const MAX_EVENT_LOOP_DELAY_MS = 3_000;

export interface AppOptions {
  logger: FastifyBaseLogger;
  /** Address ranges of trusted proxies; false without one. */
  trustProxy: string[] | false;
  /** From one address that is not a loopback one. */
  requestsPerMinute: number;
  /** The built web app; null serves the API alone. */
  pages: StaticFiles | null;
  /** Told about every answered request. */
  observer: RequestObserver;
}

/** Every route also answers with errors of one form. */
function describeErrors(app: Server): void {
  app.addHook('onRoute', (route) => {
    const response = route.schema?.response;
    if (typeof response !== 'object' || response === null) return;
    route.schema = { ...route.schema, response: { '4xx': errorBody, '5xx': errorBody, ...response } };
  });
}

/** The last path segments carry ids, not secrets; the query is left out all the same. */
const logRequest = (request: FastifyRequest): object => ({
  id: request.id,
  method: request.method,
  route: request.routeOptions.url,
});

/** The HTTP application with all its routes, not yet listening. */
export async function createApp(services: Services, options: AppOptions): Promise<Server> {
  const app: Server = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: sendError,
    // A logger for each request costs more than the two lines that would use it.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: options.trustProxy === false ? false : options.trustProxy,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new Problem('not_found') as never, request, reply));
  acceptJsonOnly(app);
  describeErrors(app);
  observeRequests(app, options.observer, logRequest);
  await app.register(cookie);
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    allowList: (request) => addressGroup(request.ip) === null,
    keyGenerator: (request) => addressGroup(request.ip) ?? request.ip,
    addHeadersOnExceeding: {},
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('too_many_requests', { retryAfter: Math.ceil(ttl / 1000) }),
  });
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: (request) => {
      if (!request.url.includes('/health') && !request.url.includes('/metrics')) throw new Problem('unavailable');
    },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Плечо', version: services.version },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-plecho' } } },
    },
    transform: jsonSchemaTransform,
  });
  guardRoutes(app, services);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  registerApi(app, services);
  if (options.pages !== null) registerPages(app, options.pages);
  return app;
}
