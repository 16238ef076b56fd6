import { expect, it } from 'vitest';
import { riskOf } from './risk.ts';

it('calls leverage up to 3 low, up to 7 medium and anything above high', () => {
  const risks = Array.from({ length: 10 }, (_, i) => riskOf(i + 1));
  expect(risks).toEqual(['low', 'low', 'low', 'medium', 'medium', 'medium', 'medium', 'high', 'high', 'high']);
});
