import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AlertForm } from './alert-form.tsx';

const add = vi.fn().mockResolvedValue({});
vi.mock('@/api/alerts.ts', () => ({ useAddAlert: () => ({ mutateAsync: add, isPending: false }) }));
vi.mock('@/api/selected-market.tsx', () => ({
  useMarket: () => ({ label: 'Синтетический рынок', symbols: ['BTCUSDT'] }),
}));
vi.mock('@/live/index.ts', () => ({
  ...{ useAccount: () => ({ positions: [] }), useMarketNow: () => 0, usePair: () => undefined },
  useTicker: () => undefined,
}));

afterEach(cleanup);

const choose = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const shown = (): string | undefined =>
  screen.getByLabelText<HTMLSelectElement>('Куда').selectedOptions[0]?.textContent;

it.each([
  ['either', 'up', 'Не ниже уровня'],
  ['down', 'down', 'Не выше уровня'],
] as const)('has a side of the level for a candle after a change %s', async (before, then, words) => {
  render(<AlertForm symbol="BTCUSDT" onDone={() => undefined} />);
  choose('Когда', 'change');
  choose('Куда', before);
  choose('Когда', 'close');
  expect(shown()).toBe(words);
  fireEvent.change(screen.getByLabelText('Цена'), { target: { value: '70000' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Поставить' })));
  expect(add).toHaveBeenLastCalledWith(expect.objectContaining({ body: expect.objectContaining({ direction: then }) }));
});
