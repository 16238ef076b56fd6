/**
 * Who may call a route (rule S6). This table is what the server enforces: a route that is missing
 * here can't be registered.
 *
 * - `public`: everybody.
 * - `machine`: this machine itself, and whoever has the token for the figures.
 * - `user`: a living session; a blocked user too.
 * - `active`: a living session of a user who is not blocked.
 * - `operator`: a living session of a user who has the role, whatever the step-up.
 * - `steppedUp`: an operator's session whose step-up is fresh.
 */
export type Access = 'public' | 'machine' | 'user' | 'active' | 'operator' | 'steppedUp';

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
  'GET /api/trading/markets/:id/keys': 'user',
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
  'GET /api/trading/seasons': 'user',
  'POST /api/trading/seasons': 'user',
  'GET /api/trading/trades': 'user',
  'GET /api/trading/trades/:id': 'user',

  'GET /api/wallet': 'user',
  'POST /api/wallet/send': 'user',
  'GET /api/wallet/transactions': 'user',
  'GET /api/network': 'public',
  'GET /api/network/search': 'public',
  'GET /api/network/transactions/:hash': 'public',
  'GET /api/network/addresses/:address': 'public',
  'GET /api/network/blocks/:network/:height': 'public',

  'GET /api/payments/deposit-addresses': 'user',
  'POST /api/payments/deposit/hash': 'user',
  'POST /api/payments/deposit/card': 'user',
  'GET /api/payments/deposit/card/:id': 'user',
  'POST /api/payments/deposit/card/:id/confirm': 'user',
  'POST /api/payments/deposit/card/:id/cancel': 'user',
  'POST /api/payments/withdraw/crypto': 'user',
  'POST /api/payments/withdraw/card': 'user',
  'GET /api/payments/transactions': 'user',
  'GET /api/payments/transactions/:id': 'user',

  'GET /api/account/log': 'user',

  'GET /api/admin/session': 'operator',
  'POST /api/admin/step-up': 'operator',
  'POST /api/admin/step-down': 'operator',
  'GET /api/admin/user': 'steppedUp',
  'POST /api/admin/balance/adjust': 'steppedUp',
  'POST /api/admin/user/block': 'steppedUp',
  'POST /api/admin/user/sign-out': 'steppedUp',
  'GET /api/admin/transfers': 'steppedUp',
  'GET /api/admin/request-ref/:code': 'steppedUp',
  'GET /api/admin/audit': 'steppedUp',
  'GET /api/admin/health': 'steppedUp',

  'GET /api/stream': 'user',

  'GET /api/health': 'public',
  'GET /api/health/ready': 'public',
  'GET /api/metrics': 'machine',
  'GET /health': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'machine',
  'GET /*': 'public',
};

/** Access of a route as Fastify names it; HEAD goes with GET. @throws Error when the table has no such route */
export function accessOf(method: string, url: string): Access {
  const key = `${method === 'HEAD' ? 'GET' : method} ${url}`;
  const access = ROUTES[key];
  if (access === undefined) throw new Error(`${key} is not in the table of routes`);
  return access;
}
