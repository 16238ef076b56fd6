import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { looksStale } from '@/ui/stale.fixture.ts';
import { AssetSummary } from './asset-summary.tsx';
import { Breakdown } from './breakdown.tsx';

const total = 1_234_560_000n;
const totals = { available: 1_000_000_000n, inPositions: 234_560_000n, inOrders: 0n, locked: 0n, total };
const btcPrice = 5_000_000_000_000n;

function textOf(hidden: boolean): string {
  const { container } = render(
    <>
      <AssetSummary total={total} day={-12_345_600n} btcPrice={btcPrice} hidden={hidden} onToggle={() => undefined} />
      <Breakdown totals={totals} equity={1_300_000_000n} hidden={hidden} />
    </>,
  );
  return (container.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
}

afterEach(cleanup);

it('shows the total, the same in BTC, and the result of the day with its share', () => {
  const text = textOf(false);
  expect(text).toContain('1 234,56');
  expect(text).toContain('0,02469120 BTC');
  expect(text).toContain('−12,35 (−1,00 %)');
  expect(text).toContain('234,56');
  expect(text).toContain('1 300,00');
});

it('hides every amount at once, and how large each of them is', () => {
  const text = textOf(true);
  expect(text.replaceAll('24 ч', '')).not.toMatch(/\d/);
  expect(text).not.toContain('BTC');
});

it('leaves the bitcoin out where the market has no price of it', () => {
  const { container } = render(
    <AssetSummary total={total} day={0n} btcPrice={undefined} hidden={false} onToggle={() => undefined} />,
  );
  expect(container.textContent).not.toMatch(/BTC|N\/A/);
});

it('shows what depends on prices as stale, with their age, and nothing else', () => {
  const show = (isStale: boolean) => (
    <>
      <AssetSummary
        {...{ total, day: -12_345_600n, btcPrice, hidden: false, onToggle: () => undefined, isStale }}
        age={isStale && <span>цене 12 с</span>}
      />
      <Breakdown totals={totals} equity={1_300_000_000n} hidden={false} isStale={isStale} />
    </>
  );
  const { rerender } = render(show(false));
  const figures = (): boolean[] => [/−12,35/, /1.300,00/, /1.000,00/].map((text) => looksStale(screen.getByText(text)));
  expect(figures()).toEqual([false, false, false]);
  rerender(show(true));
  expect(figures()).toEqual([true, true, false]);
  expect(screen.getByText('цене 12 с')).toBeTruthy();
});
