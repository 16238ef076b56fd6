import type { BarPrice, Coordinate, PriceFormat, SeriesPartialOptionsMap } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { AxisNumbers } from './axis-numbers.ts';

/** A scale of ten pixels for one unit of price; it asks for the texts whenever its format is set. */
function axisOf(numbers: number[]) {
  const drawn = { texts: [] as string[], times: 0, ask: (): void => undefined };
  const series = {
    priceToCoordinate: (price: number) => (1_000 - price * 10) as Coordinate,
    applyOptions: ({ priceFormat }: SeriesPartialOptionsMap['Candlestick']) => {
      const format = priceFormat as PriceFormat & { type: 'custom' };
      drawn.ask = () => {
        drawn.texts = format.tickmarksFormatter?.(numbers as BarPrice[]) ?? [];
        drawn.times += 1;
      };
      drawn.ask();
    },
  };
  return { axis: new AxisNumbers(series, String, 0.01), drawn };
}

it('leaves out the numbers that a label stands on, and no others', () => {
  const { axis, drawn } = axisOf([10, 20, 30, 40]);
  expect(drawn.texts).toEqual(['10', '20', '30', '40']);
  axis.keepClearOf([20.5, 38.1]);
  expect(drawn.texts).toEqual(['10', '', '30', '40']);
  axis.keepClearOf([20.5, 38.3]);
  expect(drawn.texts).toEqual(['10', '', '30', '']);
  axis.keepClearOf([]);
  expect(drawn.texts).toEqual(['10', '20', '30', '40']);
});

it('asks the chart to draw its axis again only when a number comes or goes', () => {
  const { axis, drawn } = axisOf([10, 20]);
  axis.keepClearOf([14]);
  axis.keepClearOf([15]);
  expect(drawn.times).toBe(1);
  axis.keepClearOf([19]);
  axis.keepClearOf([20.5]);
  expect(drawn.times).toBe(2);
});

it('leaves out what is expected when the chart asks next, which it needs not do twice', () => {
  const { axis, drawn } = axisOf([10, 20]);
  axis.expect([20.5]);
  expect(drawn.texts).toEqual(['10', '20']);
  drawn.ask();
  expect(drawn.texts).toEqual(['10', '']);
  axis.keepClearOf([20.5]);
  expect(drawn.times).toBe(2);
});
