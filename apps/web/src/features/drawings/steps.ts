import type { Drawing } from './drawing.ts';

/** One drawing before and after: null where it wasn't there. */
export interface Change {
  id: number;
  before: Drawing | null;
  after: Drawing | null;
}

/** What is done, and undone, at once. */
export type Step = readonly Change[];

/** What can be undone and done again; the newest last. */
export interface Trail {
  done: readonly Step[];
  undone: readonly Step[];
}

export const NO_TRAIL: Trail = { done: [], undone: [] };

/** Earlier steps can't be undone any more. */
const MAX_STEPS = 200;

/** The drawings with one side of a step in force; ascending by id, whatever came and went. */
export function withStep(items: readonly Drawing[], step: Step, side: 'before' | 'after'): readonly Drawing[] {
  const changed = new Map(step.map((change) => [change.id, change[side]]));
  const kept = items.filter(({ id }) => !changed.has(id));
  const put = [...changed.values()].filter((drawing) => drawing !== null);
  return [...kept, ...put].sort((a, b) => a.id - b.id);
}

/** A new step: what had been undone is gone. */
export const withDone = ({ done }: Trail, step: Step): Trail => ({
  done: [...done, step].slice(-MAX_STEPS),
  undone: [],
});

/** @returns the step to take back and the trail afterwards; null when there is none */
export function undone({ done, undone: later }: Trail): { step: Step; trail: Trail } | null {
  const step = done.at(-1);
  return step === undefined ? null : { step, trail: { done: done.slice(0, -1), undone: [...later, step] } };
}

/** @returns the step to do again and the trail afterwards; null when there is none */
export function redone({ done, undone: later }: Trail): { step: Step; trail: Trail } | null {
  const step = later.at(-1);
  return step === undefined ? null : { step, trail: { done: [...done, step], undone: later.slice(0, -1) } };
}
