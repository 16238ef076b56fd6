/** What a device keeps of the chart's tools, by key, and what the screen may cost with it. */
export interface ChartLoad {
  name: string;
  kept: Readonly<Record<string, unknown>>;
  /** Of a core's time, at most this for the main thread. */
  busyPercent: number;
}

const KINDS: readonly (readonly [kind: string, ...parameters: number[]])[] = [
  ['bollinger', 20, 2],
  ['ema', 50],
  ['vwap'],
  ['rsi', 14],
  ['macd', 12, 26, 9],
  ['volumeAverage', 20],
];

const indicators = KINDS.map(([kind, ...parameters], n) => ({
  ...{ id: String(n + 1), kind, parameters, color: n },
  hidden: false,
}));

const layout = {
  count: 4,
  active: 0,
  cells: ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT'].map((symbol) => ({ symbol, interval: '1m' })),
  links: { symbol: false, interval: false, crosshair: true },
};

export const CHART_LOADS: readonly ChartLoad[] = [
  { name: 'six indicators', kept: { indicators }, busyPercent: 25 },
  { name: 'four charts with six indicators each', kept: { indicators, 'chart-layout': layout }, busyPercent: 40 },
];

/** Runs in the page, before the application. */
export function keptOnDevice(kept: ChartLoad['kept']): void {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(`plecho:${key}`, JSON.stringify(value));
}
