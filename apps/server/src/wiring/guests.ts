import type { TradingDesk } from '../commands/command.ts';
import type { GuestStore } from '../identity/ports.ts';
import { GUEST_IDLE_MS } from '../identity/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import { keepHouse } from '../lib/housekeeping.ts';
import type { Jobs } from '../lib/jobs.ts';
import type { Logger } from '../lib/logger.ts';

/** Guests who are ended in one round, and in one question for those who left something open. */
const AT_ONCE = 100;

export interface GuestEndings {
  store: GuestStore;
  desk: TradingDesk;
  clock: Clock;
  onError(error: unknown): void;
}

/**
 * Closes what somebody left open, by the commands that people use. What a market refuses now (its prices are stale,
 * or it is halted) is tried again in the next round.
 */
async function closeAll({ store, desk }: GuestEndings, userId: bigint): Promise<void> {
  for (const { marketId, accountId } of await store.openOf(userId)) {
    await desk.submit(marketId, { type: 'cancelAll', accountId, symbol: null });
    await desk.submit(marketId, { type: 'closeAll', accountId, symbol: null });
  }
  if ((await store.openOf(userId)).length === 0) await store.nothingOpen(userId);
}

/**
 * One round: guests who were not seen for a week are ended, a hundred at most, and what they left open is closed. Every
 * step is known by what the database holds: a round that was cut short is gone on with by the next one.
 * @param isOver whether it should come to an end
 */
export async function endGuests(parts: GuestEndings, isOver: () => boolean): Promise<void> {
  const { store, clock, onError } = parts;
  for (let ended = 0; ended < AT_ONCE && !isOver(); ended += 1) {
    if (!(await store.endOne(clock.now() - GUEST_IDLE_MS, clock.now()))) break;
  }
  let afterId = 0n;
  for (;;) {
    const users = await store.leavingOpen(afterId, AT_ONCE);
    for (const userId of users) {
      if (isOver()) return;
      await closeAll(parts, userId).catch(onError);
      afterId = userId;
    }
    if (users.length < AT_ONCE) return;
  }
}

/** Guests don't stay for ever (docs/guests.md). */
export function guestJobs({ log, ...parts }: Omit<GuestEndings, 'onError'> & { log: Logger }): Jobs {
  const onError = (error: unknown): void => log.warn({ err: error }, 'a guest who has gone could not be ended');
  return keepHouse(parts.clock, (isOver) => endGuests({ ...parts, onError }, isOver), onError);
}
