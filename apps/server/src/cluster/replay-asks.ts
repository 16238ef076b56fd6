import type { NewReplaySession, SessionControl } from '@plecho/contract';
import type { Pair } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { ReplaySessionDesk } from '../replays/sessions.ts';
import type { Bus } from './bus.ts';

export type SessionBus = Pick<Bus, 'request' | 'answer' | 'flushed'>;

/** A view of a replay, which crosses as it is. */
export type SessionView = Awaited<ReturnType<ReplaySessionDesk['start']>>;

/** Of all engines one is asked. */
export const ANY_ENGINE = 'replays';
/** The engine that has a replay. */
export const engineOf = (marketId: string): string => `replays.${marketId}`;

/** What is asked about a replay, by whom. */
export type Ask =
  | { ask: 'alive' }
  | { ask: 'admit'; userId: bigint; marketId: string }
  | { ask: 'view'; userId: bigint; marketId: string }
  | { ask: 'control'; userId: bigint; marketId: string; control: SessionControl }
  | { ask: 'list'; userId: bigint }
  | {
      ask: 'start';
      userId: bigint;
      wanted: NewReplaySession;
      key: string | null;
      id: string | null;
      playsEnough: boolean;
    };

/** A market of somebody's as another process makes a side of it. */
export interface Admission {
  definition: MarketDefinition;
  pairs: ReadonlyMap<string, Pair>;
}
