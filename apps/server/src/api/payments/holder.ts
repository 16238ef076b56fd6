import type { FastifyRequest } from 'fastify';
import type { Holder } from '../../payments/deposits.ts';
import { identityOf, type Services } from '../server.ts';

/** Whoever asks, with the account in the main market: practice money goes in and out there. */
export async function holderOf({ accountIds, markets }: Services, request: FastifyRequest): Promise<Holder> {
  const { id: userId } = identityOf(request).user;
  return { userId, accountId: await accountIds.find(userId, markets.mainId) };
}
