import { accountRoutes } from './account/account.ts';
import { personaRoutes } from './account/persona.ts';
import { operatorAuditRoutes } from './admin/audit.ts';
import { auditRefusals } from './admin/audited.ts';
import { operatorDrillRoutes } from './admin/drills.ts';
import { operatorClassRoutes } from './admin/classes.ts';
import { operatorHealthRoutes } from './admin/health.ts';
import { operatorOperationRoutes } from './admin/operations.ts';
import { operatorScenarioRoutes } from './admin/scenarios.ts';
import { operatorSessionRoutes } from './admin/session.ts';
import { operatorUserRoutes } from './admin/users.ts';
import { authRoutes } from './auth/auth.ts';
import { drillRoutes } from './drills/drills.ts';
import { guardClassMarkets } from './classes/admission.ts';
import { classRoutes } from './classes/classes.ts';
import { healthRoutes } from './health.ts';
import { lessonRoutes } from './lessons/lessons.ts';
import { logRoutes } from './log/log.ts';
import { networkRoutes } from './network/network.ts';
import { cardRoutes } from './payments/cards.ts';
import { depositRoutes } from './payments/deposits.ts';
import { operationRoutes } from './payments/operations.ts';
import { withdrawalRoutes } from './payments/withdrawals.ts';
import { guardPersonalReplays } from './replays/admission.ts';
import { datasetRoutes } from './replays/datasets.ts';
import { replayRoutes } from './replays/replays.ts';
import { resultRoutes } from './results/results.ts';
import type { Server, Services } from './server.ts';
import { alertRoutes } from './trading/alerts.ts';
import { fundingRoutes } from './trading/funding.ts';
import { guessRoutes } from './trading/guesses.ts';
import { marketRoutes } from './trading/markets.ts';
import { noteRoutes } from './trading/notes.ts';
import { orderRoutes } from './trading/orders.ts';
import { pathRoutes } from './trading/paths.ts';
import { positionRoutes } from './trading/positions.ts';
import { priceRoutes } from './trading/prices.ts';
import { seasonRoutes } from './trading/seasons.ts';
import { tradeRoutes } from './trading/trades.ts';
import { walletRoutes } from './wallet/wallet.ts';

const resources: ((app: Server, services: Services) => void)[] = [
  authRoutes,
  marketRoutes,
  priceRoutes,
  logRoutes,
  datasetRoutes,
  replayRoutes,
  drillRoutes,
  lessonRoutes,
  classRoutes,
  accountRoutes,
  personaRoutes,
  positionRoutes,
  orderRoutes,
  seasonRoutes,
  tradeRoutes,
  pathRoutes,
  noteRoutes,
  resultRoutes,
  alertRoutes,
  guessRoutes,
  fundingRoutes,
  walletRoutes,
  networkRoutes,
  depositRoutes,
  cardRoutes,
  withdrawalRoutes,
  operationRoutes,
  operatorSessionRoutes,
  operatorUserRoutes,
  operatorOperationRoutes,
  operatorAuditRoutes,
  operatorHealthRoutes,
  operatorScenarioRoutes,
  operatorDrillRoutes,
  operatorClassRoutes,
  healthRoutes,
];

/** Every endpoint that is described. */
export function registerApi(app: Server, services: Services): void {
  auditRefusals(app, services);
  guardPersonalReplays(app, services);
  guardClassMarkets(app, services);
  for (const register of resources) register(app, services);
}
