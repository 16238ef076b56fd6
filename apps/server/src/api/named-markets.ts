import { api, type Address } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';

/** Their `id` is that of a market. */
const ABOUT_A_MARKET: ReadonlySet<Address | undefined> = new Set(Object.values(api.markets));

/** Every place in which a request to the routes names a market. */
export function marketsNamed(request: FastifyRequest): unknown[] {
  const { market } = (request.query ?? {}) as { market?: unknown };
  const { id, market: inPath } = (request.params ?? {}) as { id?: unknown; market?: unknown };
  const { market: inBody } = (request.body ?? {}) as { market?: unknown };
  return [market, inPath, inBody, ABOUT_A_MARKET.has(request.routeOptions.config.address) ? id : undefined];
}
