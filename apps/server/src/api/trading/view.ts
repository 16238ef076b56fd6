import type { FastifyRequest } from 'fastify';
import type { AccountView } from '../../commands/batch.ts';
import type { MarketPort } from '../../engine/market-port.ts';
import type { Services } from '../server.ts';
import { accountOf } from './commands.ts';

/**
 * Committed state of the account of whoever asks, from memory when the market has it at hand.
 * @throws Problem market_not_entered
 */
export async function viewOf(services: Services, request: FastifyRequest, market: MarketPort): Promise<AccountView> {
  const accountId = await accountOf(services, request, market);
  const view = (await market.account(accountId)) ?? (await services.reader.view(accountId));
  if (view === null) throw new Error(`account ${accountId} is gone`);
  return view;
}
