import { changePasswordRoute } from './auth/change-password.ts';
import { loginRoute } from './auth/login.ts';
import { logoutEverywhereRoute } from './auth/logout-everywhere.ts';
import { logoutRoute } from './auth/logout.ts';
import { profileRoute } from './auth/profile.ts';
import { registerRoute } from './auth/register.ts';
import { sessionsRoute } from './auth/sessions.ts';
import { healthRoutes } from './health.ts';
import type { Server, Services } from './server.ts';
import { streamRoute } from './stream.ts';
import { balanceRoute } from './trading/balance.ts';
import { cancelOrderRoute } from './trading/cancel-order.ts';
import { candlesRoute } from './trading/candles.ts';
import { closePositionRoute } from './trading/close-position.ts';
import { enterMarketRoute, marketRoute, marketsRoute } from './trading/markets.ts';
import { movesRoute } from './trading/moves.ts';
import { openPositionRoute } from './trading/open-position.ts';
import { ordersRoute } from './trading/orders.ts';
import { pairsRoute } from './trading/pairs.ts';
import { placeOrderRoute } from './trading/place-order.ts';
import { positionsRoute } from './trading/positions.ts';
import { setTriggersRoute } from './trading/set-triggers.ts';
import { tradeRoute, tradesRoute } from './trading/trades.ts';

const routes: ((app: Server, services: Services) => void)[] = [
  registerRoute,
  loginRoute,
  logoutRoute,
  logoutEverywhereRoute,
  changePasswordRoute,
  profileRoute,
  sessionsRoute,
  marketsRoute,
  marketRoute,
  enterMarketRoute,
  pairsRoute,
  candlesRoute,
  movesRoute,
  balanceRoute,
  positionsRoute,
  openPositionRoute,
  setTriggersRoute,
  closePositionRoute,
  ordersRoute,
  placeOrderRoute,
  cancelOrderRoute,
  tradesRoute,
  tradeRoute,
  healthRoutes,
];

/** Every HTTP endpoint under /api, and the health endpoints at the root as well. */
export function registerApi(app: Server, services: Services): void {
  app.register(
    (scope, _options, done) => {
      for (const route of routes) route(scope, services);
      done();
    },
    { prefix: '/api' },
  );
  healthRoutes(app, services);
  streamRoute(app, services);
}
