import { LINE_COLORS } from '../chart-colors.ts';

/** Kinds of indicators, in the order in which they are offered. */
export const INDICATOR_KINDS = ['sma', 'ema', 'vwap', 'bollinger', 'rsi', 'macd', 'atr', 'volumeAverage'] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

/** At once on one chart. */
export const MOST_INDICATORS = 6;

export type ParameterKey = 'period' | 'deviations' | 'fast' | 'slow' | 'signal';

/** A number that an indicator is told. */
export interface ParameterRule {
  key: ParameterKey;
  min: number;
  max: number;
  first: number;
  /** Digits after the comma. */
  decimals: number;
}

export type PlotKey = 'value' | 'upper' | 'middle' | 'lower' | 'histogram' | 'signal';

export interface IndicatorRule {
  parameters: readonly ParameterRule[];
  /** Over the prices, over the volume below them, or in a pane below both. */
  place: 'price' | 'volume' | 'own';
  /** What it draws; each has its value in the legend. */
  plots: readonly { key: PlotKey; kind: 'line' | 'faint' | 'histogram' }[];
  /** In whose decimals its values are: those of the pair's price, of a sum of money, or its own two. */
  unit: 'price' | 'money' | 'plain';
  /** Where its pane has lines across. */
  guides: readonly number[];
}

const period = (first: number, key: ParameterKey = 'period'): ParameterRule => ({
  key,
  min: 2,
  max: 500,
  first,
  decimals: 0,
});
const line = [{ key: 'value', kind: 'line' }] as const;

export const INDICATORS: Record<IndicatorKind, IndicatorRule> = {
  sma: { parameters: [period(20)], place: 'price', plots: line, unit: 'price', guides: [] },
  ema: { parameters: [period(50)], place: 'price', plots: line, unit: 'price', guides: [] },
  vwap: { parameters: [], place: 'price', plots: line, unit: 'price', guides: [] },
  bollinger: {
    parameters: [period(20), { key: 'deviations', min: 0.5, max: 5, first: 2, decimals: 1 }],
    place: 'price',
    plots: [
      { key: 'upper', kind: 'line' },
      { key: 'middle', kind: 'faint' },
      { key: 'lower', kind: 'line' },
    ],
    unit: 'price',
    guides: [],
  },
  rsi: { parameters: [period(14)], place: 'own', plots: line, unit: 'plain', guides: [30, 70] },
  macd: {
    parameters: [period(12, 'fast'), period(26, 'slow'), period(9, 'signal')],
    place: 'own',
    plots: [
      { key: 'histogram', kind: 'histogram' },
      { key: 'value', kind: 'line' },
      { key: 'signal', kind: 'faint' },
    ],
    unit: 'price',
    guides: [0],
  },
  atr: { parameters: [period(14)], place: 'own', plots: line, unit: 'price', guides: [] },
  volumeAverage: { parameters: [period(20)], place: 'volume', plots: line, unit: 'money', guides: [] },
};

/** An indicator as somebody has set it. */
export interface Indicator {
  /** Of its own on this device. */
  id: string;
  kind: IndicatorKind;
  /** In the order of its rule's parameters. */
  parameters: readonly number[];
  /** Which of the chart's colours for lines. */
  color: number;
  hidden: boolean;
}

/** Why a parameter can't be `value`; null when it can. */
export function parameterFault(rule: ParameterRule, value: number): 'range' | 'decimals' | null {
  if (!Number.isFinite(value) || value < rule.min || value > rule.max) return 'range';
  return Number(value.toFixed(rule.decimals)) === value ? null : 'decimals';
}

/** Whether an indicator of this kind can be calculated with these parameters. */
export function isCalculable(kind: IndicatorKind, parameters: readonly number[]): boolean {
  const rules = INDICATORS[kind].parameters;
  if (parameters.length !== rules.length) return false;
  if (rules.some((rule, n) => parameterFault(rule, parameters[n] ?? Number.NaN) !== null)) return false;
  const [fast = 0, slow = 0] = parameters;
  return kind !== 'macd' || fast < slow;
}

function isIndicator(value: unknown): value is Indicator {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, parameters, color, hidden } = value as Partial<Indicator>;
  return (
    typeof id === 'string' &&
    kind !== undefined &&
    INDICATOR_KINDS.includes(kind) &&
    Array.isArray(parameters) &&
    isCalculable(kind, parameters as number[]) &&
    Number.isInteger(color) &&
    LINE_COLORS[color ?? -1] !== undefined &&
    typeof hidden === 'boolean'
  );
}

/** Whether what a device kept is a list of indicators that can be shown. */
export const isIndicatorList = (value: unknown): value is readonly Indicator[] =>
  Array.isArray(value) &&
  value.length <= MOST_INDICATORS &&
  value.every(isIndicator) &&
  new Set(value.map(({ id }: Indicator) => id)).size === value.length;

/** A new one of a kind beside those there are. */
export function newIndicator(kind: IndicatorKind, others: readonly Indicator[]): Indicator {
  const numbers = others.map((other) => Number(other.id)).filter(Number.isSafeInteger);
  const id = String(Math.max(0, ...numbers) + 1);
  const color = LINE_COLORS.findIndex((_, n) => others.every((other) => other.color !== n));
  const parameters = INDICATORS[kind].parameters.map(({ first }) => first);
  return { id, kind, parameters, color: Math.max(color, 0), hidden: false };
}
