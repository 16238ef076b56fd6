import { MarketAlerts } from '../../../apps/server/src/alerts/market-alerts.ts';
import type { StoredAlert } from '../../../apps/server/src/alerts/ports.ts';
import { median, round, spread, type Result } from '../lib/result.ts';

const ALERTS = 100_000;
const RUNS = 7;
const TICKS = 20_000;
const PRICE = 6_000_000_000_000n;
const STEP = 1_000_000n;

/** Half of them above every price that comes, half below. */
const alertOf = (n: number): StoredAlert => {
  const direction = n % 2 === 0 ? 'up' : 'down';
  const away = BigInt(n + 1_000) * STEP;
  const level = direction === 'up' ? PRICE + away : PRICE - away / 100n;
  return {
    ...{ id: BigInt(n + 1), userId: BigInt(n), marketId: 'main', pause: null, expiresAt: null, createdAt: 0 },
    ...{ rings: 0, restsUntil: null, position: null, terms: { kind: 'cross', symbol: 'BTCUSDT', direction, level } },
  };
};

/** A tick that crosses no alert, against looking at every one. */
export function measureAlerts(): Promise<Result[]> {
  const alerts = Array.from({ length: ALERTS }, (_, n) => alertOf(n));
  let rung = 0;
  const watched = new MarketAlerts(() => (rung += 1));
  for (const alert of alerts) watched.add(alert);
  const priceOf = (n: number): bigint => PRICE + BigInt(n % 100) * STEP;
  const scan = (price: bigint): void => {
    for (const { terms } of alerts) {
      if (terms.kind === 'cross' && (terms.direction === 'up' ? price >= terms.level : price <= terms.level)) rung += 1;
    }
  };
  const indexed: number[] = [];
  const scanned: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    indexed.push(microseconds(TICKS, (n) => watched.price('BTCUSDT', priceOf(n), n)));
    scanned.push(microseconds(20, (n) => scan(priceOf(n))));
  }
  if (rung > 0) throw new Error('a tick crossed an alert');
  const value = median(indexed);
  const ceiling = median(scanned);
  return Promise.resolve([
    {
      name: 'tick on 100,000 alerts that crosses none',
      value: round(value, 3),
      unit: 'µs',
      ceiling: round(ceiling, 1),
      ratio: round(ceiling / value, 0),
      target: '≥ 1000 times faster than a loop',
      met: ceiling / value >= 1_000,
      note: `plain loop over the ${ALERTS.toLocaleString('en')} alerts as ceiling; ${spread(indexed, 3)}, ceiling ${spread(scanned, 0)}`,
    },
  ]);
}

function microseconds(count: number, run: (n: number) => void): number {
  const started = performance.now();
  for (let n = 0; n < count; n += 1) run(n);
  return ((performance.now() - started) * 1000) / count;
}
