/**
 * Compares one-minute returns of recorded klines with those of the synthetic market:
 *
 *   node tools/market-stats.ts FILE... [--synthetic SYMBOL]... [--seed S | --last-key HEX] [--days N] [--until YYYY-MM-DD]
 *
 * The synthetic market is one with keys, whose last key is 64 zeros by default, or one with a seed. Prints a Markdown table, a column a series.
 */
import { parseArgs } from 'node:util';
import { DayKeys, KEY_BYTES, KEY_VERSION, LAST_DAY } from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import { HORIZONS_MIN, LAGS_MIN, correlation, figuresOf } from './market-stats/statistics.ts';
import { type NamedSeries, recordedSeries, syntheticSeries } from './market-stats/series.ts';

const REFERENCE = 'BTCUSDT';
const MINUTES_A_YEAR = 525_600;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    synthetic: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    'last-key': { type: 'string', default: '0'.repeat(2 * KEY_BYTES) },
    days: { type: 'string', default: '28' },
    until: { type: 'string', default: '2026-11-01' },
  },
});

/** The reference of a series among those of the same origin: same minutes, so that returns can be compared. */
function referenceOf(series: NamedSeries, all: readonly NamedSeries[]): NamedSeries | undefined {
  const overlapping = all.filter((other) => other !== series && other.closes.time[0] === series.closes.time[0]);
  const ofOrigin = overlapping.filter(
    (other) => other.name.includes('synthetic') === series.name.includes('synthetic'),
  );
  return ofOrigin.find(({ symbol }) => symbol === REFERENCE) ?? ofOrigin[0];
}

function columnOf(series: NamedSeries, all: readonly NamedSeries[]): string[] {
  const figures = figuresOf(series.closes, series.rangeBp);
  const reference = referenceOf(series, all);
  const correlations = [1, 60].map((minutes) =>
    reference === undefined ? 'n/a' : correlation(series.closes, reference.closes, minutes).toFixed(2),
  );
  const yearly = ((figures.volatilityBp['1h'] * Math.sqrt(MINUTES_A_YEAR / 60)) / 100).toFixed(0);
  return [
    String(figures.minutes),
    figures.kurtosis.toFixed(1),
    ...figures.returnsAcf.map((value) => value.toFixed(3)),
    ...figures.absoluteAcf.map((value) => value.toFixed(3)),
    ...Object.values(figures.volatilityBp).map((value) => (Number.isNaN(value) ? 'n/a' : value.toFixed(1))),
    `${yearly} %`,
    figures.rangeBp.toFixed(1),
    `${(figures.unchanged * 100).toFixed(1)} %`,
    reference === undefined ? 'n/a' : reference.symbol,
    ...correlations,
  ];
}

const LABELS = [
  'minutes',
  'kurtosis of 1m returns',
  ...LAGS_MIN.map((lag) => `autocorrelation of returns, ${lag} min`),
  ...LAGS_MIN.map((lag) => `autocorrelation of absolute returns, ${lag} min`),
  ...Object.keys(HORIZONS_MIN).map((horizon) => `volatility of ${horizon} returns, bp`),
  'volatility of 1h returns, annualised',
  'mean range of a minute, bp',
  'minutes without a change',
  'correlation with',
  '… of 1m returns',
  '… of 1h returns',
];

const recorded = await recordedSeries(positionals);
const until = Date.parse(`${values.until}T00:00Z`) / 1000;
const source =
  values.seed === undefined
    ? { keys: new DayKeys(LAST_DAY, Buffer.from(values['last-key'], 'hex'), nodePrimitives), version: KEY_VERSION }
    : { seed: values.seed };
const synthetic = values.synthetic.map((symbol) => syntheticSeries(symbol, source, Number(values.days), until));
const all = [...recorded, ...synthetic];
if (all.length === 0) throw new Error('name a kline file or --synthetic SYMBOL');

const columns = all.map((series) => columnOf(series, all));
console.log(`| | ${all.map(({ name }) => name).join(' | ')} |`);
console.log(`|---|${all.map(() => '---:|').join('')}`);
LABELS.forEach((label, row) => console.log(`| ${label} | ${columns.map((column) => column[row]).join(' | ')} |`));
