import { accountLogRoute } from './account/log.ts';
import { operatorAuditRoute } from './admin/audit.ts';
import { auditRefusals } from './admin/audited.ts';
import { operatorHealthRoute } from './admin/health.ts';
import { operatorOperationRoutes } from './admin/operations.ts';
import { operatorSessionRoutes } from './admin/session.ts';
import { operatorUserRoutes } from './admin/users.ts';
import { changePasswordRoute } from './auth/change-password.ts';
import { loginRoute } from './auth/login.ts';
import { logoutEverywhereRoute } from './auth/logout-everywhere.ts';
import { logoutRoute } from './auth/logout.ts';
import { profileRoute } from './auth/profile.ts';
import { registerRoute } from './auth/register.ts';
import { sessionsRoute } from './auth/sessions.ts';
import { healthRoutes } from './health.ts';
import { networkAddressRoute } from './network/address.ts';
import { networkBlockRoute } from './network/block.ts';
import { networkRoute } from './network/overview.ts';
import { networkSearchRoute } from './network/search.ts';
import { networkTransactionRoute } from './network/transaction.ts';
import { bankRoutes, depositCardRoute } from './payments/deposit-card.ts';
import { depositAddressesRoute } from './payments/deposit-addresses.ts';
import { depositHashRoute } from './payments/deposit-hash.ts';
import { operationRoute, operationsRoute } from './payments/operations.ts';
import { withdrawRoute, withdrawToCardRoute } from './payments/withdraw.ts';
import type { Server, Services } from './server.ts';
import { balanceRoute } from './trading/balance.ts';
import { cancelOrderRoute } from './trading/cancel-order.ts';
import { candlesRoute } from './trading/candles.ts';
import { closePositionRoute } from './trading/close-position.ts';
import { dayKeysRoute } from './trading/day-keys.ts';
import { enterMarketRoute, marketRoute, marketsRoute } from './trading/markets.ts';
import { movesRoute } from './trading/moves.ts';
import { openPositionRoute } from './trading/open-position.ts';
import { ordersRoute } from './trading/orders.ts';
import { pairsRoute } from './trading/pairs.ts';
import { placeOrderRoute } from './trading/place-order.ts';
import { positionsRoute } from './trading/positions.ts';
import { seasonsRoute, startSeasonRoute } from './trading/seasons.ts';
import { setTriggersRoute } from './trading/set-triggers.ts';
import { tradeRoute, tradesRoute } from './trading/trades.ts';
import { walletRoute } from './wallet/balances.ts';
import { walletSendRoute } from './wallet/send.ts';
import { walletTransactionsRoute } from './wallet/transactions.ts';

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
  dayKeysRoute,
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
  seasonsRoute,
  startSeasonRoute,
  tradesRoute,
  tradeRoute,
  walletRoute,
  walletSendRoute,
  walletTransactionsRoute,
  networkRoute,
  networkSearchRoute,
  networkTransactionRoute,
  networkAddressRoute,
  networkBlockRoute,
  depositAddressesRoute,
  depositHashRoute,
  depositCardRoute,
  bankRoutes,
  withdrawRoute,
  withdrawToCardRoute,
  operationsRoute,
  operationRoute,
  accountLogRoute,
  operatorSessionRoutes,
  operatorUserRoutes,
  operatorOperationRoutes,
  operatorAuditRoute,
  operatorHealthRoute,
  healthRoutes,
];

/** Every HTTP endpoint under /api, and the health endpoints at the root as well. */
export function registerApi(app: Server, services: Services): void {
  app.register(
    (scope, _options, done) => {
      auditRefusals(scope, services);
      for (const route of routes) route(scope, services);
      done();
    },
    { prefix: '/api' },
  );
  healthRoutes(app, services);
}
