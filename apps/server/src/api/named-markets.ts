import type { FastifyRequest } from 'fastify';

/** Every place in which a request to the routes names a market. */
export function marketsNamed({ query, params, body, routeOptions }: FastifyRequest): unknown[] {
  const { market } = (query ?? {}) as { market?: unknown };
  const { id, market: inPath } = (params ?? {}) as { id?: unknown; market?: unknown };
  const { market: inBody } = (body ?? {}) as { market?: unknown };
  return [market, inPath, inBody, routeOptions.url?.startsWith('/api/trading/markets/') === true ? id : undefined];
}
