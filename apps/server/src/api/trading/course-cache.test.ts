import { expect, it } from 'vitest';
import { FixedMarket } from '../../../test/support/fixed-market.ts';
import { CourseCache } from './course-cache.ts';

it('is made once for everybody who asks within a few seconds, and again after a failure', async () => {
  const market = new FixedMarket();
  const cache = new CourseCache();
  const priceOf = async (): Promise<string | undefined> => (await cache.of(market)).items[0]?.prices[0];
  market.setPrice('BTCUSDT', '100');
  expect(await priceOf()).toBe('100');
  market.setPrice('BTCUSDT', '101');
  expect(await priceOf()).toBe('100');
  market.time += 15_000;
  expect(await priceOf()).toBe('101');

  market.time += 15_000;
  const { courses } = market;
  market.courses = () => Promise.reject(new Error('nobody answers'));
  await expect(priceOf()).rejects.toThrow('nobody answers');
  market.courses = courses;
  expect(await priceOf()).toBe('101');
});
