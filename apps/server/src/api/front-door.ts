import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../identity/throttle.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { Server } from './server.ts';

/** How a machine calls itself. */
export const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);
const PROBES = /^(\/api)?\/(health|health\/ready|metrics)$/;
const HINT_EVERY_MS = 60_000;

/** Whether somebody on the way says whom the request is from. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || name === 'forwarded');

/** Behind a proxy the address is the client's; what only says it was forwarded could be from anywhere. */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isLoopback(request.ip) && !isForwarded(request.headers);

/** Whether it asks how the process is. */
export const isProbe = ({ routeOptions }: FastifyRequest): boolean => PROBES.test(routeOptions.url ?? '');

/** A health check of this machine addresses the machine and not the site. */
const isLocalProbe = (request: FastifyRequest): boolean =>
  isProbe(request) && LOCAL_HOSTS.has(request.hostname) && isFromThisMachine(request);

export interface FrontDoorOptions {
  trustsProxies: boolean;
  clock: Clock;
}

/**
 * Looks at which way a request came and whom it asked for, before anything else does. A proxy that is
 * not known as one would make everybody behind it one address without `Secure` cookies: it is refused,
 * and the log says what to set.
 */
export function guardFrontDoor(app: Server, { trustsProxies, clock }: FrontDoorOptions): void {
  let hintedAt = -Infinity;
  const refuseProxy = (request: FastifyRequest): never => {
    if (clock.now() - hintedAt >= HINT_EVERY_MS) {
      hintedAt = clock.now();
      request.log.warn({ peer: request.ip }, 'refused a request that came through a proxy: TRUST_PROXY must name it');
    }
    throw new Problem('proxy_not_trusted');
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, host, raw } = request;
    if (!trustsProxies && isForwarded(headers)) refuseProxy(request);
    if (headers.host === undefined && raw.httpVersion === '1.1') throw new Problem('invalid_request');
    if (app.publicUrl !== null && host !== app.publicUrl.host && !isLocalProbe(request)) {
      throw new Problem('unknown_host');
    }
    done();
  });
}
