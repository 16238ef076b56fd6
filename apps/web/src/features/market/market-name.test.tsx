import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MarketName } from './market-name.tsx';

const unbroken = (label: string): string[] => {
  const { container } = render(<MarketName label={label} />);
  expect(container.textContent).toBe(label);
  return [...container.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent);
};

it('C2 a label is whole, and no line of it ends between a figure and its unit', () => {
  expect(unbroken('Сценарий: падение на 20 % за 90 мин, спред 0,5 %, спред 0,5 %')).toEqual([
    '20 %',
    '90 мин',
    '0,5 %',
    '0,5 %',
  ]);
  expect(unbroken('Повтор: BTCUSDT, 5 февраля 2026')).toEqual([]);
  expect(unbroken('Синтетический рынок')).toEqual([]);
});
