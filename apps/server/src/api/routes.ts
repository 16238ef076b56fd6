/**
 * Who may call a route (rule S6). This table is what the server enforces: a route that is missing
 * here can't be registered.
 *
 * - `public`: everybody.
 * - `user`: a living session; a blocked user too.
 * - `active`: a living session of a user who is not blocked.
 */
export type Access = 'public' | 'user' | 'active';

export const ROUTES: Readonly<Record<string, Access>> = {
  'POST /api/auth/register': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'user',
  'POST /api/auth/logout-everywhere': 'user',
  'POST /api/auth/password': 'user',
  'GET /api/auth/profile': 'user',
  'GET /api/auth/sessions': 'user',

  'GET /api/trading/markets': 'user',
  'GET /api/trading/markets/:id': 'user',
  'POST /api/trading/markets/:id/enter': 'user',
  'GET /api/trading/pairs': 'user',
  'GET /api/trading/candles': 'user',
  'GET /api/trading/moves': 'user',
  'GET /api/trading/balance': 'user',
  'GET /api/trading/positions': 'user',
  'POST /api/trading/positions': 'active',
  'PUT /api/trading/positions/:id': 'user',
  'DELETE /api/trading/positions/:id': 'user',
  'GET /api/trading/orders': 'user',
  'POST /api/trading/orders': 'active',
  'DELETE /api/trading/orders/:id': 'user',
  'GET /api/trading/trades': 'user',
  'GET /api/trading/trades/:id': 'user',

  'GET /api/stream': 'user',

  'GET /api/health': 'public',
  'GET /api/health/ready': 'public',
  'GET /api/metrics': 'public',
  'GET /health': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
  'GET /*': 'public',
};

/** Access of a route as Fastify names it; HEAD goes with GET. @throws Error when the table has no such route */
export function accessOf(method: string, url: string): Access {
  const key = `${method === 'HEAD' ? 'GET' : method} ${url}`;
  const access = ROUTES[key];
  if (access === undefined) throw new Error(`${key} is not in the table of routes`);
  return access;
}
