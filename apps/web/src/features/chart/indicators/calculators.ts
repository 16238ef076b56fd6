import { ATR, BollingerBands, EMA, MACD, RSI, SMA, VWAP } from 'trading-signals';
import type { Bar } from '../candle-book.ts';
import type { Indicator, IndicatorKind } from './catalog.ts';

/** One for each plot of the indicator; null where the bars are too few. */
export type Values = readonly (number | null)[];

/**
 * Takes bars one after another and keeps only what the next one needs.
 * @param replaces the bar is the last one again, which has changed
 */
export type Calculator = (bar: Bar, replaces: boolean) => Values;

/** Seconds. */
export const DAY = 86_400;

function sma([period = 0]: readonly number[], read: (bar: Bar) => number): Calculator {
  const average = new SMA(period);
  return (bar, replaces) => [average.update(read(bar), replaces)];
}

function ema([period = 0]: readonly number[]): Calculator {
  const average = new EMA(period);
  let count = 0;
  return (bar, replaces) => {
    if (!replaces) count += 1;
    const value = average.update(bar.close, replaces);
    return [count < period ? null : value];
  };
}

/**
 * The average price of the turnover since 00:00 UTC. A bar tells its turnover in money, so its size is
 * that over its typical price. A bar without turnover is not taken until it has some. Of a first day whose
 * beginning isn't among the bars there is none.
 */
function vwap(_: readonly number[], isComplete: boolean): Calculator {
  let day = -1;
  let isWhole = false;
  let average = new VWAP();
  let isTaken = false;
  let value: number | null = null;
  return (bar, replaces) => {
    const own = Math.floor(bar.time / DAY);
    if (own !== day) {
      isWhole = day >= 0 || isComplete || bar.time % DAY === 0;
      day = own;
      average = new VWAP();
      isTaken = false;
      value = null;
    } else if (!replaces) isTaken = false;
    const { high, low, close } = bar;
    const volume = bar.volume / ((high + low + close) / 3);
    if (isWhole && volume > 0) {
      value = average.update({ high, low, close, volume }, isTaken && replaces);
      isTaken = true;
    }
    return [value];
  };
}

function bollinger([period = 0, deviations = 0]: readonly number[]): Calculator {
  const bands = new BollingerBands(period, deviations);
  return (bar, replaces) => {
    const value = bands.update(bar.close, replaces);
    return value === null ? [null, null, null] : [value.upper, value.middle, value.lower];
  };
}

function rsi([period = 0]: readonly number[]): Calculator {
  const strength = new RSI(period);
  return (bar, replaces) => [strength.update(bar.close, replaces)];
}

function macd([fast = 0, slow = 0, signal = 0]: readonly number[]): Calculator {
  const difference = new MACD(new EMA(fast), new EMA(slow), new EMA(signal));
  return (bar, replaces) => {
    const value = difference.update(bar.close, replaces);
    return value === null ? [null, null, null] : [value.histogram, value.macd, value.signal];
  };
}

function atr([period = 0]: readonly number[]): Calculator {
  const range = new ATR(period);
  return (bar, replaces) => [range.update(bar, replaces)];
}

const MAKERS: Record<IndicatorKind, (parameters: readonly number[], isComplete: boolean) => Calculator> = {
  sma: (parameters) => sma(parameters, ({ close }) => close),
  volumeAverage: (parameters) => sma(parameters, ({ volume }) => volume),
  ...{ ema, vwap, bollinger, rsi, macd, atr },
};

/** What calculates an indicator, from its first bar on. @param isComplete there are no bars before that */
export const calculatorOf = (
  { kind, parameters }: Pick<Indicator, 'kind' | 'parameters'>,
  isComplete: boolean,
): Calculator => MAKERS[kind](parameters, isComplete);
