/** How a drill that is not over stands; `waiting`: it has not begun. */
export const DRILL_STATES = ['waiting', 'countdown', 'playing', 'paused'] as const;
export type DrillState = (typeof DRILL_STATES)[number];
