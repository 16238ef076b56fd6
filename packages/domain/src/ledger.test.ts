import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legsOf, MARKET_BOOKS, USER_BOOKS, type BookRef } from './ledger.ts';

const available: BookRef = { accountId: 7n, book: 'available' };
const margin: BookRef = { accountId: 7n, book: 'margin' };
const fees: BookRef = { accountId: null, book: 'fees' };

describe('legsOf', () => {
  it('L1 merges postings into one leg for each book', () => {
    expect(
      legsOf([
        { from: available, to: margin, amount: 100n },
        { from: available, to: fees, amount: 3n },
      ]),
    ).toEqual([
      { ref: available, amount: -103n },
      { ref: margin, amount: 100n },
      { ref: fees, amount: 3n },
    ]);
  });

  it('L1 keeps the same book of two accounts apart', () => {
    const other: BookRef = { accountId: 8n, book: 'available' };
    expect(legsOf([{ from: available, to: other, amount: 5n }])).toEqual([
      { ref: available, amount: -5n },
      { ref: other, amount: 5n },
    ]);
  });

  it('L1 drops what moves nothing', () => {
    expect(legsOf([{ from: available, to: fees, amount: 0n }])).toEqual([]);
    expect(
      legsOf([
        { from: available, to: margin, amount: 5n },
        { from: margin, to: available, amount: 5n },
      ]),
    ).toEqual([]);
  });

  it('refuses a negative posting', () => {
    expect(() => legsOf([{ from: available, to: margin, amount: -1n }])).toThrow(RangeError);
  });

  it('L1 always has two legs or more, none of them zero, summing to zero, or none at all', () => {
    const ref = fc.oneof(
      fc.record({ accountId: fc.bigInt(1n, 2n), book: fc.constantFrom(...USER_BOOKS) }),
      fc.record({ accountId: fc.constant(null), book: fc.constantFrom(...MARKET_BOOKS) }),
    );
    const posting = fc.record({ from: ref, to: ref, amount: fc.bigInt(0n, 5n) });
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 6 }), (postings) => {
        const legs = legsOf(postings);
        expect(legs.length).not.toBe(1);
        expect(legs.every(({ amount }) => amount !== 0n)).toBe(true);
        expect(legs.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        expect(new Set(legs.map(({ ref: { accountId, book } }) => `${accountId} ${book}`)).size).toBe(legs.length);
      }),
    );
  });
});
