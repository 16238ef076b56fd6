/** Closing prices of one-minute candles, ascending; `time` in seconds. */
export interface CloseSeries {
  time: Float64Array;
  close: Float64Array;
}

export const LAGS_MIN = [1, 5, 15, 60] as const;
export const HORIZONS_MIN = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '4h': 240, '1d': 1440 } as const;
export type Horizon = keyof typeof HORIZONS_MIN;

export interface SeriesFigures {
  minutes: number;
  /** Fourth standardised moment; 3 for a normal distribution. */
  kurtosis: number;
  /** Share of minutes whose close equals the one before. */
  unchanged: number;
  /** Autocorrelation by lag in minutes, in the order of {@link LAGS_MIN}. */
  returnsAcf: number[];
  absoluteAcf: number[];
  /** Standard deviation of the log return over the horizon, basis points. */
  volatilityBp: Record<Horizon, number>;
  /** Mean of (high − low) / open of a minute, basis points. */
  rangeBp: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Log returns over `minutes`, one after another without overlap; pairs of closes that are not exactly so far apart are left out. */
export function logReturns(series: CloseSeries, minutes: number): number[] {
  const closeAt = new Map<number, number>();
  series.time.forEach((time, index) => closeAt.set(time, series.close[index] ?? Number.NaN));
  const returns: number[] = [];
  const step = minutes * 60;
  const first = series.time[0] ?? 0;
  const last = series.time.at(-1) ?? 0;
  for (let time = first; time + step <= last; time += step) {
    const from = closeAt.get(time);
    const to = closeAt.get(time + step);
    if (from !== undefined && to !== undefined) returns.push(Math.log(to / from));
  }
  return returns;
}

/** NaN for fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

export function kurtosis(values: readonly number[]): number {
  const centre = mean(values);
  const variance = mean(values.map((value) => (value - centre) ** 2));
  return mean(values.map((value) => (value - centre) ** 4)) / variance ** 2;
}

export function autocorrelation(values: readonly number[], lag: number): number {
  const centre = mean(values);
  let product = 0;
  let square = 0;
  values.forEach((value, index) => {
    square += (value - centre) ** 2;
    const later = values[index + lag];
    if (later !== undefined) product += (value - centre) * (later - centre);
  });
  return product / square;
}

/** Correlation of one-minute returns over the minutes that both series have. */
export function correlation(a: CloseSeries, b: CloseSeries, minutes: number): number {
  const common = new Set(b.time);
  const times = [...a.time].filter((time) => common.has(time));
  const restrict = (series: CloseSeries): CloseSeries => {
    const closeAt = new Map([...series.time].map((time, index) => [time, series.close[index] ?? Number.NaN]));
    return {
      time: Float64Array.from(times),
      close: Float64Array.from(times, (time) => closeAt.get(time) ?? Number.NaN),
    };
  };
  const x = logReturns(restrict(a), minutes);
  const y = logReturns(restrict(b), minutes);
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = mean(x.map((value, index) => (value - meanX) * ((y[index] ?? meanY) - meanY)));
  return covariance / (standardDeviation(x) * standardDeviation(y));
}

export function figuresOf(series: CloseSeries, rangeBp: number): SeriesFigures {
  const returns = logReturns(series, 1);
  const absolute = returns.map(Math.abs);
  const volatility = Object.entries(HORIZONS_MIN).map(([name, minutes]) => [
    name,
    standardDeviation(logReturns(series, minutes)) * 10_000,
  ]);
  return {
    minutes: series.time.length,
    kurtosis: kurtosis(returns),
    unchanged: returns.filter((value) => value === 0).length / returns.length,
    returnsAcf: LAGS_MIN.map((lag) => autocorrelation(returns, lag)),
    absoluteAcf: LAGS_MIN.map((lag) => autocorrelation(absolute, lag)),
    volatilityBp: Object.fromEntries(volatility) as Record<Horizon, number>,
    rangeBp,
  };
}
