import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Drawing } from './drawing.ts';
import { NO_TRAIL, redone, undone, withDone, withStep, type Step, type Trail } from './steps.ts';

type Deed = 'add' | 'move' | 'remove' | 'clear' | 'undo' | 'redo';
const deeds = fc.array(
  fc.record({
    deed: fc.constantFrom<Deed>('add', 'move', 'remove', 'clear', 'undo', 'undo', 'undo', 'redo', 'redo', 'redo'),
    at: fc.nat(20),
    time: fc.nat(1000),
  }),
  { maxLength: 60, size: 'max' },
);

const drawing = (id: number, time: number): Drawing => ({
  id,
  kind: 'horizontal',
  locked: false,
  anchors: [{ time, price: 1n }],
});

/** What a person would do to these drawings. */
function stepOf(items: readonly Drawing[], deed: Deed, at: number, time: number): Step {
  const own = items[at % Math.max(items.length, 1)];
  const id = (items.at(-1)?.id ?? 0) + 1;
  if (deed === 'add') return [{ id, before: null, after: drawing(id, time) }];
  if (deed === 'clear') return items.map((before) => ({ id: before.id, before, after: null }));
  if (own === undefined) return [];
  return [{ id: own.id, before: own, after: deed === 'move' ? drawing(own.id, time) : null }];
}

it('undoes and does again exactly what was there, whatever was done', () => {
  fc.assert(
    fc.property(deeds, (all) => {
      // The model keeps every state whole; the trail keeps what changed.
      const states: (readonly Drawing[])[] = [[]];
      let now = 0;
      const ends: number[] = [];
      let items: readonly Drawing[] = [];
      let trail: Trail = NO_TRAIL;
      for (const { deed, at, time } of all) {
        if (deed === 'undo' || deed === 'redo') {
          const next = deed === 'undo' ? undone(trail) : redone(trail);
          if (next === null) {
            ends.push(deed === 'undo' ? now : states.length - 1 - now);
            continue;
          }
          items = withStep(items, next.step, deed === 'undo' ? 'before' : 'after');
          trail = next.trail;
          now += deed === 'undo' ? -1 : 1;
        } else {
          const step = stepOf(items, deed, at, time);
          if (step.length === 0) continue;
          items = withStep(items, step, 'after');
          trail = withDone(trail, step);
          states.splice(now + 1, states.length, items);
          now += 1;
        }
        expect(items).toEqual(states[now]);
      }
      // There is nothing to undo or do again at the ends alone.
      expect(ends.every((left) => left === 0)).toBe(true);
    }),
  );
});

it('forgets the oldest steps', () => {
  let trail: Trail = NO_TRAIL;
  for (let id = 1; id <= 500; id += 1) trail = withDone(trail, [{ id, before: null, after: drawing(id, 0) }]);
  expect(trail.done).toHaveLength(200);
  expect(trail.done[0]?.[0]?.id).toBe(301);
});
