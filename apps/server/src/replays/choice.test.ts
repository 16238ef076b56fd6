import { describe, expect, it } from 'vitest';
import { choose } from './choice.ts';
import type { DatasetRecord } from './ports.ts';

const DAY = 86_400;
const FIRST = 1_770_000_000 - (1_770_000_000 % DAY);

/** A recording of one pair. */
function recording(id: string, days: number): DatasetRecord {
  const minutes = days * 1440;
  const series = { symbol: 'BTCUSDT', priceDecimals: 2, first: FIRST, last: FIRST + minutes * 60 - 60, minutes };
  return { id, story: null, provenance: 'generated', sha256: [], series: [series] };
}

const masked = { speed: 60, masked: true };

describe('what a masked replay plays', () => {
  it('is drawn from the recordings of which a day is left wherever it begins', () => {
    const datasets = [recording('hour', 1 / 24), recording('week', 7), recording('days', 3), recording('month', 28)];
    const drawn = Array.from({ length: 8 }, (_, n) => choose(datasets, masked, (below) => n % below));
    expect(new Set(drawn.map(({ dataset }) => dataset.id))).toEqual(new Set(['week', 'month']));
    for (const { dataset, startAt } of drawn) {
      const end = (dataset.series[0]?.last ?? 0) + 60;
      expect(end - startAt).toBeGreaterThanOrEqual(DAY);
    }
  });

  it('is a short one where there is no other, and the one that was asked for', () => {
    const datasets = [recording('hour', 1 / 24), recording('week', 7)];
    expect(choose(datasets.slice(0, 1), masked, () => 0).dataset.id).toBe('hour');
    expect(choose(datasets, { ...masked, dataset: 'hour' }, () => 0).dataset.id).toBe('hour');
  });
});
