import { expect, it } from 'vitest';
import { expiresAt, offeredMoment } from './expiry.ts';

it('an order ends after a while by the market’s clock, at a moment of it, or never', () => {
  expect((['none', 'hour', 'day', 'week', 5_400] as const).map((expiry) => expiresAt(expiry, 1_000))).toEqual([
    ...[null, 4_600, 87_400, 605_800, 5_400],
  ]);
});

it('the moment that is offered is a whole hour, at least an hour ahead', () => {
  expect([7_200, 7_201, 10_799].map(offeredMoment)).toEqual([14_400, 14_400, 14_400]);
});
