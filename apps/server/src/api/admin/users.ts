import { api, type OperatorUser } from '@plecho/contract';
import { formatUsdt, parseUsdt, type Usdt } from '@plecho/domain';
import { MAX_ADJUSTMENT } from '../../commands/adjust-balance.ts';
import type { RegisteredUser } from '../../identity/ports.ts';
import { Problem } from '../../lib/problem.ts';
import { toUser } from '../auth/user-body.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { marketOf } from '../trading/commands.ts';
import { auditedOnUser } from './audited.ts';

async function overviewOf({ operators }: Services, { phone }: RegisteredUser): Promise<OperatorUser> {
  const { user, balances, sessions } = await operators.users.overview(phone);
  return { user: { ...toUser(user), phone: user.phone }, isOperator: user.role === 'operator', balances, sessions };
}

/** What is no amount that could be moved is not kept: other operators read it. */
function amountAsked(amount: Usdt | null): Record<string, string> {
  if (amount === null || amount > MAX_ADJUSTMENT || amount < -MAX_ADJUSTMENT) return {};
  return { amount: formatUsdt(amount) };
}

function adjustRoute(app: Server, services: Services): void {
  handle(app, api.admin.adjustBalance, async (request) => {
    const { phone, reason } = request.body;
    const market = marketOf(services, request.body.market);
    const amount = parseUsdt(request.body.amount.trim());
    const details = { market: market.id, reason, ...amountAsked(amount) };
    return auditedOnUser(services, request, { action: 'balanceAdjusted', phone, details }, async (user) => {
      if (amount === null) throw new Problem('amount_not_a_number');
      const { id } = identityOf(request).user;
      const key = idempotencyKeyOf(request, services.clock.now());
      const done = await services.operators.users.adjust(id, user, { market, amount, reason, key });
      return { market: market.id, amount: formatUsdt(done.amount), available: formatUsdt(done.available) };
    });
  });
}

/** Looking at a user and acting on one; none of it touches a withdrawal (charter rule C4). */
export function operatorUserRoutes(app: Server, services: Services): void {
  handle(app, api.admin.user, (request) =>
    auditedOnUser(services, request, { action: 'userViewed', phone: request.query.phone }, (user) =>
      overviewOf(services, user),
    ),
  );
  adjustRoute(app, services);
  handle(app, api.admin.blockUser, (request) => {
    const { phone, blocked, reason } = request.body;
    const action = blocked ? 'userBlocked' : 'userUnblocked';
    return auditedOnUser(services, request, { action, phone, details: { reason } }, async (user) => {
      await services.operators.users.setBlocked(identityOf(request).user.id, user, blocked, reason);
      return overviewOf(services, user);
    });
  });
  handle(app, api.admin.signOutUser, (request) =>
    auditedOnUser(services, request, { action: 'userSignedOut', phone: request.body.phone }, async (user) => {
      await services.operators.users.signOut(identityOf(request).user.id, user);
      return overviewOf(services, user);
    }),
  );
}
