import * as z from 'zod';
import type { AccountEvent } from '../engine/events.ts';
import { decodeMessage } from './message.ts';

/** Where a market's owner is asked for the committed versions of some accounts, and to tell of some people. */
export const versionsSubject = (marketId: string): string => `market.${marketId}.versions`;

/** One message holds this many ids easily; a process has fewer streams. */
const MOST_ACCOUNTS = 50_000;

/**
 * `term`: of the newest owner that the one who asks knows of: one of before that is silent. `people`: who is shown where
 * it comes from, to be told of; a process of an earlier version does not say it, and is told of everybody.
 */
export const VersionsQuestion = z.object({
  term: z.bigint(),
  accountIds: z.array(z.bigint()).max(MOST_ACCOUNTS),
  people: z.array(z.bigint()).max(MOST_ACCOUNTS).optional(),
});
export type VersionsQuestion = z.infer<typeof VersionsQuestion>;

/** In the order of the question; null: the owner does not have it at hand. */
export const VersionsAnswer = z.object({ term: z.bigint(), versions: z.array(z.bigint().nullable()) });
export type VersionsAnswer = z.infer<typeof VersionsAnswer>;

/**
 * What became of accounts in a market, in its order, with the term of the owner that says it: for each event its person
 * and its bytes, so that a process reads those alone that it shows.
 */
export const AccountsMessage = z.object({
  term: z.bigint(),
  events: z.array(z.tuple([z.bigint(), z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array)])),
});
export type AccountsMessage = z.infer<typeof AccountsMessage>;

const AccountEventBody = z.custom<AccountEvent>(
  (event) => typeof event === 'object' && event !== null && 'account' in event && 'fromVersion' in event,
);

/** @throws for what is no event of this person in this market */
export function decodeAccountEvent(marketId: string, userId: bigint, bytes: Uint8Array): AccountEvent {
  const event = AccountEventBody.parse(decodeMessage(bytes));
  if (event.marketId !== marketId || event.userId !== userId) throw new TypeError('an event of another account');
  return event;
}
