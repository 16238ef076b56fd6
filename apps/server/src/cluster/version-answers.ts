import type { MarketPort } from '../engine/market-port.ts';
import type { AccountInterest } from './account-interest.ts';
import type { Bus } from './bus.ts';
import { VersionsQuestion, versionsSubject, type VersionsAnswer } from './account-messages.ts';

/**
 * Tells other processes the committed versions of the accounts that they show, so that they notice what they missed.
 * @param term of this process as the owner of the market
 * @param interest told whom they show
 * @returns stops it
 */
export function answerVersions(
  bus: Pick<Bus, 'answer'>,
  market: MarketPort,
  term: bigint,
  interest: Pick<AccountInterest, 'show'>,
): () => void {
  return bus.answer(versionsSubject(market.id), async (body): Promise<VersionsAnswer> => {
    const asked = VersionsQuestion.parse(body);
    // Another has the market, and answers; a word from here could only come before the right one.
    if (asked.term > term) return new Promise<never>(() => undefined);
    interest.show(asked.people ?? null);
    const views = await Promise.all(asked.accountIds.map((accountId) => market.account(accountId)));
    return { term, versions: views.map((view) => view?.account.version ?? null) };
  });
}
