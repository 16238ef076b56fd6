import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BEGINNING, canGoOn, follow, goOn, isTour, TOUR_STEPS, type Tour } from './tour-state.ts';

const MARKET = 'main';

describe('the first trade', () => {
  it('goes from step to step by what is read and by what the server did', () => {
    let tour = follow(BEGINNING, MARKET, ['7']);
    expect(tour).toEqual({ step: 'price', market: MARKET, known: ['7'], position: null });
    tour = goOn(goOn(tour));
    expect([tour.step, canGoOn(tour)]).toEqual(['open', false]);
    expect(follow(tour, MARKET, ['7'])).toBe(tour);
    tour = follow(tour, MARKET, ['8', '7']);
    expect(tour).toMatchObject({ step: 'position', position: '8' });
    tour = goOn(tour);
    expect([tour.step, canGoOn(tour)]).toEqual(['close', false]);
    expect(follow(tour, MARKET, ['8'])).toBe(tour);
    expect(follow(tour, MARKET, ['7']).step).toBe('receipt');
  });

  it('whatever is pressed, nothing about a position is said before there is one, and its end is not said before it is gone', () => {
    const event = fc.oneof(
      fc.constant('next' as const),
      fc.uniqueArray(fc.constantFrom('1', '2', '3', '4'), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let tour: Tour = BEGINNING;
        let open: readonly string[] = [];
        for (const each of events) {
          if (each === 'next') tour = goOn(tour);
          else {
            open = each;
            tour = follow(tour, MARKET, open);
          }
          const place = TOUR_STEPS.indexOf(tour.step);
          expect(place >= TOUR_STEPS.indexOf('position')).toBe(tour.position !== null);
          const isOpen = tour.position !== null && open.includes(tour.position);
          expect(isOpen || !['position', 'close'].includes(tour.step)).toBe(true);
          expect(tour.position !== null && tour.known?.includes(tour.position)).toBe(false);
        }
      }),
    );
  });

  it('what was kept by something else is none', () => {
    expect([null, BEGINNING, follow(BEGINNING, MARKET, ['1'])].every(isTour)).toBe(true);
    expect([1, {}, { ...BEGINNING, step: 'riches' }, { ...BEGINNING, known: [1] }].some(isTour)).toBe(false);
  });
});
