import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedLevels, type Level } from './sorted-levels.ts';

const level = fc.record({ key: fc.bigInt(-5n, 5n), id: fc.bigInt(1n, 9n) });
const operation = fc.oneof(
  level.map((l) => ({ type: 'insert' as const, ...l })),
  level.map((l) => ({ type: 'remove' as const, ...l })),
  fc.bigInt(-6n, 6n).map((probe) => ({ type: 'reach' as const, probe })),
);

const same =
  (a: Level) =>
  (b: Level): boolean =>
    a.key === b.key && a.id === b.id;
const sorted = (ids: bigint[]): bigint[] => ids.toSorted((a, b) => Number(a - b));

describe('SortedLevels', () => {
  it('behaves like a list that is searched from end to end', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200 }), fc.integer({ min: 2, max: 9 }), (operations, blockSize) => {
        const levels = new SortedLevels(blockSize);
        let naive: Level[] = [];
        for (const op of operations) {
          if (op.type === 'insert') {
            if (naive.some(same(op))) continue;
            levels.insert(op.key, op.id);
            naive.push({ key: op.key, id: op.id });
          } else if (op.type === 'remove') {
            levels.remove(op.key, op.id);
            naive = naive.filter((l) => !same(op)(l));
          } else {
            const reached = naive.filter(({ key }) => key >= op.probe);
            naive = naive.filter(({ key }) => key < op.probe);
            expect(sorted(levels.takeReached(op.probe))).toEqual(sorted(reached.map(({ id }) => id)));
          }
          expect(levels.size).toBe(naive.length);
        }
        expect(sorted(levels.takeReached(-100n))).toEqual(sorted(naive.map(({ id }) => id)));
      }),
      { numRuns: 500 },
    );
  });

  it('E2 removes many wherever they are, and nothing else, with what is left in its order', () => {
    const many = fc.uniqueArray(fc.bigInt(0n, 300n), { minLength: 5, maxLength: 150 });
    fc.assert(
      fc.property(
        many,
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 2, max: 40 }),
        (keys, choices, blockSize) => {
          const levels = new SortedLevels(blockSize);
          for (const key of keys) levels.insert(key, key);
          const [gone, kept] = [[] as bigint[], [] as bigint[]];
          for (const key of keys) (choices.next().value === true ? gone : kept).push(key);
          for (const key of gone) levels.remove(key, key);
          expect(levels.takeReached(0n)).toEqual(sorted(kept).toReversed());
        },
      ),
    );
  });

  it('grows, and keeps keys at the edges of 64 bits', () => {
    const levels = new SortedLevels();
    for (let n = 1n; n <= 5000n; n++) levels.insert((n * 7919n) % 5009n, n);
    levels.insert(-(10n ** 17n), 2000n);
    levels.insert(10n ** 17n, 2001n);
    expect(levels.takeReached(10n ** 17n)).toEqual([2001n]);
    expect(levels.takeReached(0n).length).toBe(5000);
    expect(levels.takeReached(-(10n ** 17n))).toEqual([2000n]);
  });
});
