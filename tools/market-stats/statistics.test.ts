import { describe, expect, it } from 'vitest';
import { autocorrelation, correlation, figuresOf, kurtosis, logReturns, standardDeviation } from './statistics.ts';

const seriesOf = (closes: readonly number[], times = closes.map((_, index) => index)) => ({
  time: Float64Array.from(times, (minute) => minute * 60),
  close: Float64Array.from(closes),
});

describe('market statistics', () => {
  it('moments of known values', () => {
    expect(standardDeviation([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(1.25), 12);
    expect(standardDeviation([1])).toBeNaN();
    expect(kurtosis([-1, 1, -1, 1])).toBeCloseTo(1, 12);
    expect(kurtosis([0, 0, 0, 0, 0, 0, 0, 10])).toBeCloseTo(6.142857, 6);
    expect(autocorrelation([1, -1, 1, -1, 1, -1], 1)).toBeCloseTo(-5 / 6, 12);
    expect(autocorrelation([1, -1, 1, -1, 1, -1], 2)).toBeCloseTo(4 / 6, 12);
  });

  it('returns leave out pairs of minutes that are further apart', () => {
    const series = seriesOf([1, Math.E, Math.E ** 2, Math.E ** 5], [0, 1, 2, 5]);
    expect(logReturns(series, 1).map((value) => Number(value.toFixed(9)))).toEqual([1, 1]);
    expect(logReturns(series, 5).map((value) => Number(value.toFixed(9)))).toEqual([5]);
  });

  it('correlation is taken over common minutes', () => {
    const a = seriesOf([1, 2, 1, 2, 1, 3]);
    const same = seriesOf([9, 5, 10, 5, 10, 5, 15], [-1, 0, 1, 2, 3, 4, 5]);
    const opposite = seriesOf([1, 0.5, 1, 0.5, 1, 1 / 3]);
    expect(correlation(a, same, 1)).toBeCloseTo(1, 9);
    expect(correlation(a, opposite, 1)).toBeCloseTo(-1, 9);
  });

  it('volatility of every horizon of a regular swing', () => {
    const up = Math.exp(0.001);
    const figures = figuresOf(seriesOf(Array.from({ length: 5_000 }, (_, index) => (index % 2 === 0 ? 1 : up))), 0);
    expect(figures.volatilityBp['1m']).toBeCloseTo(10, 3);
    expect(figures.volatilityBp['15m']).toBeCloseTo(10, 3);
    expect(figures.volatilityBp['4h']).toBeCloseTo(0, 9);
    expect(figures.unchanged).toBe(0);
  });
});
