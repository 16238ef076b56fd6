import { parsePrice } from '@plecho/domain';
import { expect, it } from 'vitest';
import { priceTitle } from './price-title.ts';

const price = parsePrice('67412.5') ?? 0n;

it('C2 names every market but the main one beside the price', () => {
  const synthetic = { main: true, label: 'Синтетический рынок' };
  expect(priceTitle('BTCUSDT', price, 2, synthetic)).toBe('67\u202f412,50 BTCUSDT · Плечо');
  const replay = { main: false, label: 'Повтор 2024-08-05' };
  expect(priceTitle('BTCUSDT', price, 2, replay)).toBe('67\u202f412,50 BTCUSDT · Повтор 2024-08-05 · Плечо');
});
