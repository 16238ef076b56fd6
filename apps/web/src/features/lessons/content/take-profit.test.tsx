import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TakeProfit } from './take-profit.tsx';

afterEach(cleanup);

it('says of one case in three, and of two, the same in the table and in words', () => {
  render(<TakeProfit />);
  const text = (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
  expect(text).toContain('0,5R66,67 %1R50,00 %1,5R40,00 %2R33,33 %3R25,00 %');
  expect(text).toContain('При 2R достаточно быть правым в одном случае из трёх');
  expect(text).not.toMatch(/\d R/);
});
