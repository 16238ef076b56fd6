import { cardPayout, idempotencyHeaders, operation, withdrawal } from '@plecho/contract';
import { readPayout, readWithdrawal } from '../../payments/withdrawals.ts';
import { toWireOperationAsMade } from '../../wire/payments.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { carryOut, marketOf } from '../trading/commands.ts';

/** A withdrawal to an address of the practice network. Nobody approves it (charter rule C4). */
export function withdrawRoute(app: Server, services: Services): void {
  const schema = { headers: idempotencyHeaders, body: withdrawal, response: { 200: operation } };
  app.post('/payments/withdraw/crypto', { schema }, async (request) => {
    const { withdrawals } = services.payments;
    const { user } = identityOf(request);
    const read = readWithdrawal(request.body);
    const market = marketOf(services, undefined);
    const key = idempotencyKeyOf(request, services.clock.now());
    const made = await withdrawals.begin(user.id, key, async (isLimitReached) => {
      const command = { type: 'withdraw' as const, ...read, isLimitReached };
      // Whether the limit was reached is nothing that the person asked for.
      const result = await carryOut(services, request, market, command, 'withdrawal', read);
      return result.withdrawal.id;
    });
    return toWireOperationAsMade(market.id, made);
  });
}

/** A withdrawal to a practice card. Nobody approves it either: the bank answers as the card says. */
export function withdrawToCardRoute(app: Server, services: Services): void {
  const schema = { headers: idempotencyHeaders, body: cardPayout, response: { 200: operation } };
  app.post('/payments/withdraw/card', { schema }, async (request) => {
    const { withdrawals } = services.payments;
    const { user } = identityOf(request);
    const read = readPayout(request.body);
    const market = marketOf(services, undefined);
    const key = idempotencyKeyOf(request, services.clock.now());
    const made = await withdrawals.begin(user.id, key, async (isLimitReached) => {
      const command = { type: 'withdrawToCard' as const, ...read, isLimitReached };
      const result = await carryOut(services, request, market, command, 'withdrawal', read);
      return result.withdrawal.id;
    });
    return toWireOperationAsMade(market.id, made);
  });
}
