import type { ReplaySession, SessionState } from '@plecho/contract';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketStatus } from '../engine/market-port.ts';
import { isDrill } from '../replays/drills/drill.ts';
import { DAY_ONE } from '../replays/mask.ts';
import type { SessionView } from '../replays/session-view.ts';

/** While the dates are masked, nothing of the recording is in it. */
export function toWireSession(view: SessionView): ReplaySession {
  const { session, playing, label, symbols, startAt, end, dayOne, revealed } = view;
  const { marketId, playhead, speed, masked, ended, datasetId, createdAt } = session;
  return {
    ...{ market: marketId, label, symbols, startAt, end, speed, masked, dayOne, revealed, createdAt },
    state: ended ? 'ended' : playing ? 'playing' : 'paused',
    playhead: Math.max(playhead, startAt * 1000),
    dataset: masked && !ended ? null : datasetId,
  };
}

/** Of a market that is over and has no feed any more. */
const stands = (now: number): NonNullable<MarketStatus['playback']> => ({ playing: false, speed: 1, end: now });

/** How a personal replay or a drill stands, as a part of its market; null of every other market. */
export function sessionStateOf(
  { id, ownerId, parameters }: MarketDefinition,
  { life, now, playback }: MarketStatus,
): SessionState | null {
  const isControlled = isDrill(id) || (ownerId !== undefined && playback !== undefined);
  if (!isControlled) return null;
  const masked = parameters['dates'] === 'masked';
  const { playing, speed, end } = playback ?? stands(now);
  const state = life === 'ended' ? 'ended' : playing ? 'playing' : 'paused';
  return { state, playhead: now, end, speed, masked, dayOne: masked ? DAY_ONE : null };
}
