import type { NewReplaySession, SessionControl } from '@plecho/contract';
import type { SessionView } from './session-view.ts';

/** Markets of personal replays are named so. */
export const PERSONAL = 'session-';

/** That play at the same time, of a person. */
export const MOST_PLAYING = 3;

/** Personal replays: markets with one trader, whom alone they let in. */
export interface ReplaySessionDesk {
  /** Whether a market is one by its id, be it there or not. */
  isPersonal(marketId: string): boolean;
  /** Makes the market ready for its owner. @throws Problem unknown_market for everybody else */
  admit(marketId: string, userId: bigint): Promise<void>;
  /** Newest first. */
  list(userId: bigint): Promise<SessionView[]>;
  /**
   * @param id of its market, which is made unless it is there: for whoever must not leave two behind; drawn without it
   * @throws Problem with what is in the way
   */
  start(userId: bigint, wanted: NewReplaySession, key: string | null, id?: string): Promise<SessionView>;
  /** @throws Problem unknown_market, market_ended, jump_backwards, too_many_playing */
  control(userId: bigint, marketId: string, asked: SessionControl): Promise<SessionView>;
}
