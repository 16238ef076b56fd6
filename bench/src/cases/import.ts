import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKlineSeries } from '../../../apps/server/src/feeds/replay/index.ts';
import { importSeries } from '../../../apps/server/src/replays/library.ts';
import { createPool, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { PgDatasetStore } from '../../../apps/server/src/storage/dataset-store.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop } from '../lib/seed.ts';
import { writeMonth } from '../lib/month.ts';

const ROUNDS = 5;

/** A month of one-minute candles of a pair becomes a recording, against reading and parsing its file alone. */
export async function measureImport(dataDir: string): Promise<Result[]> {
  const workshop = await openWorkshop(dataDir);
  const pool = createPool({ ...ownerConfig(workshop.target), max: 1 });
  const store = new PgDatasetStore(pool);
  const imports: number[] = [];
  const readings: number[] = [];
  for (let round_ = 0; round_ < ROUNDS; round_ += 1) {
    const path = join(dataDir, `BTCUSDT-1m-2026-0${round_ + 1}.csv`);
    writeFileSync(path, writeMonth(60_000 + round_));
    readings.push(await milliseconds(() => readKlineSeries([path])));
    imports.push(await milliseconds(async () => importSeries(store, await readKlineSeries([path]), Date.now())));
  }
  await pool.end();
  await workshop.close();
  const [value, ceiling] = [median(imports), median(readings)];
  return [
    {
      name: 'import of a month of one-minute candles of a pair',
      value: round(value, 0),
      unit: 'ms',
      ceiling: round(ceiling, 0),
      ratio: round(ceiling / value),
      target: '≤ 3 times reading and parsing the file, < 3 s',
      met: value <= 3 * ceiling && value < 3_000,
      note: `43,200 lines of CSV, read, packed by day and committed; ceiling: the same file read and parsed; ${spread(imports, 0)}, ceiling ${spread(readings, 0)}`,
    },
  ];
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
