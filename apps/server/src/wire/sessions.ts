import type { ReplaySession, SessionState } from '@plecho/contract';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketStatus } from '../engine/market-port.ts';
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

/** How a personal replay stands, as a part of its market; null of every other market. */
export function sessionStateOf(
  { ownerId, parameters }: MarketDefinition,
  { life, now, playback }: MarketStatus,
): SessionState | null {
  if (ownerId === undefined || playback === undefined) return null;
  const masked = parameters['dates'] === 'masked';
  const { playing, speed, end } = playback;
  const state = life === 'ended' ? 'ended' : playing ? 'playing' : 'paused';
  return { state, playhead: now, end, speed, masked, dayOne: masked ? DAY_ONE : null };
}
