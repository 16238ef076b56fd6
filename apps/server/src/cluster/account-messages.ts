import * as z from 'zod';
import type { AccountEvent } from '../engine/events.ts';

/** Where a market's owner is asked for the committed versions of some accounts. */
export const versionsSubject = (marketId: string): string => `market.${marketId}.versions`;

/** One message holds this many ids easily; a process has fewer streams. */
const MOST_ACCOUNTS = 50_000;

/** `term`: of the newest owner that the one who asks knows of: one of before that is silent. */
export const VersionsQuestion = z.object({ term: z.bigint(), accountIds: z.array(z.bigint()).max(MOST_ACCOUNTS) });

/** In the order of the question; null: the owner does not have it at hand. */
export const VersionsAnswer = z.object({ term: z.bigint(), versions: z.array(z.bigint().nullable()) });
export type VersionsAnswer = z.infer<typeof VersionsAnswer>;

/** What became of an account, with the term of the owner that says it. */
export const AccountMessage = z.object({
  term: z.bigint(),
  event: z.custom<AccountEvent>(
    (event) => typeof event === 'object' && event !== null && 'account' in event && 'fromVersion' in event,
  ),
});
