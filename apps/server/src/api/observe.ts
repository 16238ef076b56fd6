import type { FastifyRequest } from 'fastify';
import type { Server } from './server.ts';

/** @param route as registered, so that ids don't multiply the series; "unknown" where there is none */
export type RequestObserver = (method: string, route: string, status: number, seconds: number) => void;

/** Tells the observer about every answered request, and the log at its debug level. */
export function observeRequests(
  app: Server,
  observe: RequestObserver,
  describe: (request: FastifyRequest) => object,
): void {
  const isDebug = app.log.level === 'debug' || app.log.level === 'trace';
  app.addHook('onResponse', (request, reply, done) => {
    observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000);
    if (isDebug) {
      request.log.debug({ ...describe(request), status: reply.statusCode, ms: reply.elapsedTime }, 'request');
    }
    done();
  });
}
