import type { MarketPort } from '../engine/market-port.ts';
import type { Bus } from './bus.ts';
import { VersionsQuestion, versionsSubject, type VersionsAnswer } from './account-messages.ts';
import type * as z from 'zod';

/**
 * Tells other processes the committed versions of the accounts that they show, so that they notice what they missed.
 * @param term of this process as the owner of the market
 * @returns stops it
 */
export function answerVersions(bus: Pick<Bus, 'answer'>, market: MarketPort, term: bigint): () => void {
  return bus.answer(versionsSubject(market.id), async (body): Promise<z.infer<typeof VersionsAnswer>> => {
    const views = await Promise.all(VersionsQuestion.parse(body).map((accountId) => market.account(accountId)));
    return { term, versions: views.map((view) => view?.account.version ?? null) };
  });
}
