import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PRICE } from '@plecho/domain';
import { tickOf } from '@/lib/tick.ts';
import {
  ANCHORS,
  DRAWING_KINDS,
  hasForm,
  isPosition,
  MAX_TIME,
  moveAnchor,
  movePart,
  moveWhole,
  positionAnchors,
  type Anchor,
  type Drawing,
} from './drawing.ts';
import { readDrawings, writeDrawings } from './stored.ts';

const TICK = tickOf(2);
const price = fc.bigInt({ min: 3n, max: MAX_PRICE / TICK / 4n }).map((ticks) => ticks * TICK);
const anchor: fc.Arbitrary<Anchor> = fc.record({ time: fc.integer({ min: 0, max: 4_000_000_000 }), price });
const drawing: fc.Arbitrary<Drawing> = fc
  .record({ kind: fc.constantFrom(...DRAWING_KINDS), first: anchor, second: anchor, risk: price })
  .map(({ kind, first, second, risk }) => ({
    id: 1,
    kind,
    locked: false,
    anchors: isPosition(kind)
      ? positionAnchors(kind, first, 3600, risk, TICK)
      : [first, second].slice(0, ANCHORS[kind]),
  }));

const PLACE = { market: 'main', symbol: 'BTCUSDT' };
/** A drawing that would not be read back is none: what may be kept is what may be. */
const isSound = (moved: Drawing): boolean => !readDrawings(writeDrawings([moved], PLACE), PLACE).spoilt;

describe('a new position', () => {
  it('has its target twice as far as its stop, all three of them prices of the tick', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long', 'short'),
        anchor,
        fc.bigInt({ min: 0n, max: MAX_PRICE }),
        (side, at, risk) => {
          const anchors = positionAnchors(side, at, 3600, risk, TICK);
          expect(isSound({ id: 1, kind: side, anchors, locked: false })).toBe(true);
          const [entry, target, stop] = anchors.map((own) => own.price) as [bigint, bigint, bigint];
          expect([entry, target, stop].every((own) => own % TICK === 0n)).toBe(true);
          expect(target - entry).toBe(2n * (entry - stop));
        },
      ),
    );
  });
});

describe('moving', () => {
  it('an anchor puts it at a price of the tick and leaves a sound drawing', () => {
    fc.assert(
      fc.property(
        drawing,
        fc.nat(2),
        fc.integer({ min: -1e9, max: 2 * MAX_TIME }),
        fc.bigInt({ min: -MAX_PRICE, max: 2n * MAX_PRICE }),
        (own, index, time, to) => {
          fc.pre(index < own.anchors.length);
          const moved = moveAnchor(own, index, { time, price: to }, TICK);
          expect(isSound(moved)).toBe(true);
          expect(moved.anchors.every((each) => each.price % TICK === 0n)).toBe(true);
          // The end of a position is one, so its anchors move together.
          const others = isPosition(own.kind) ? moved : own;
          expect(moved.anchors.toSpliced(index, 1)).toEqual(others.anchors.toSpliced(index, 1));
        },
      ),
    );
  });

  it('the whole keeps its form, and back again is where it was', () => {
    fc.assert(
      fc.property(
        drawing,
        fc.integer({ min: -5e9, max: 5e9 }),
        fc.bigInt({ min: -MAX_PRICE / TICK, max: MAX_PRICE / TICK }),
        (own, byTime, ticks) => {
          const moved = moveWhole(own, byTime, ticks * TICK, TICK);
          expect(isSound(moved)).toBe(true);
          if (moved === own) return;
          expect(moveWhole(moved, -byTime, -ticks * TICK, TICK)).toEqual(own);
        },
      ),
    );
  });

  it('by keys moves the part that is chosen', () => {
    const line: Drawing = {
      id: 1,
      kind: 'trend',
      locked: false,
      anchors: [
        { time: 60, price: 100n * TICK },
        { time: 120, price: 200n * TICK },
      ],
    };
    expect(movePart(line, 1, 60, -TICK, TICK).anchors).toEqual([line.anchors[0], { time: 180, price: 199n * TICK }]);
    expect(movePart(line, 'whole', 0, TICK, TICK).anchors.map((own) => own.price)).toEqual([101n * TICK, 201n * TICK]);
    expect(movePart(line, 5, 60, TICK, TICK)).toBe(line);
  });
});

it('two anchors at one place are no line', () => {
  const at = { time: 60, price: TICK };
  expect(hasForm({ anchors: [at] })).toBe(true);
  expect(hasForm({ anchors: [at, { ...at }] })).toBe(false);
  expect(hasForm({ anchors: [at, { ...at, time: 120 }] })).toBe(true);
});
