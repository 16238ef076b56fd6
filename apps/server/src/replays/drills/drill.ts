import type { DrillControl } from '@plecho/contract';
import type { DrillState } from '@plecho/domain';
import { Problem } from '../../lib/problem.ts';

/** A market of a drill is named so. */
export const DRILL = 'drill-';

export const isDrill = (marketId: string): boolean => marketId.startsWith(DRILL);

/** How a drill is played: what operators have made of it, and restarts. */
export interface DrillPlay {
  state: DrillState;
  /** When the countdown is over, by the clock of the database, ms; null unless it runs. */
  playsAt: number | null;
  /** Market seconds in a second. */
  speed: number;
  /** Grows with each control and each interruption: whoever names an older one has not seen how it stands. */
  version: number;
}

/** What is to be made of it. */
export interface DrillChange {
  play: DrillPlay;
  /** Its market is to end. */
  ends: boolean;
}

const stopped = ({ state }: DrillPlay): DrillState => (state === 'countdown' ? 'waiting' : 'paused');

const isMoving = ({ state }: DrillPlay): boolean => state === 'playing' || state === 'countdown';

/** Whether the drill stands already as a control would have it stand: then it is a repetition. */
function isAsAsked(play: DrillPlay, asked: DrillControl): boolean {
  if (asked.action === 'start' || asked.action === 'resume') return isMoving(play);
  if (asked.action === 'pause') return !isMoving(play);
  return asked.action === 'speed' && play.speed === asked.speed;
}

const FROM = { start: 'waiting', resume: 'paused' } as const;

/**
 * What a control makes of a drill; null when it stands so already.
 * @param isOver it has ended, or is to
 * @param now by the clock of the database, ms
 * @throws Problem drill_changed when somebody else has changed it meanwhile; market_ended
 */
export function controlled(
  play: DrillPlay,
  asked: DrillControl,
  { isOver, now }: { isOver: boolean; now: number },
): DrillChange | null {
  const { action } = asked;
  if (isOver) {
    if (action === 'end' || action === 'pause') return null;
    throw new Problem('market_ended');
  }
  if (isAsAsked(play, asked)) return null;
  if (asked.version !== play.version) throw new Problem('drill_changed');
  const next = { ...play, version: play.version + 1 };
  if (action === 'speed') return { play: { ...next, speed: asked.speed }, ends: false };
  if (action === 'pause' || action === 'end') {
    const state = isMoving(play) ? stopped(play) : play.state;
    return { play: { ...next, state, playsAt: null }, ends: action === 'end' };
  }
  if (play.state !== FROM[action]) throw new Problem('drill_changed');
  if (action === 'resume') return { play: { ...next, state: 'playing' }, ends: false };
  return { play: { ...next, state: 'countdown', playsAt: now + asked.seconds * 1000 }, ends: false };
}

/**
 * What the end of the countdown makes of it; null unless it is over. Nobody’s control: the version stays.
 * @param now by the clock of the database, ms
 */
export function begun(play: DrillPlay, now: number): DrillPlay | null {
  if (play.playsAt === null || now < play.playsAt) return null;
  return { ...play, state: 'playing', playsAt: null };
}

/** A process begins with it, whatever had become of the one before: it stands until somebody lets it go on. */
export function interrupted(play: DrillPlay): DrillPlay | null {
  if (!isMoving(play)) return null;
  return { ...play, state: stopped(play), playsAt: null, version: play.version + 1 };
}
