import { basename } from 'node:path';
import { readKlineSeries } from '../feeds/replay/index.ts';
import { importSeries } from '../replays/library.ts';
import { createPool, ownerConfig } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { PgDatasetStore } from '../storage/dataset-store.ts';
import { toWireDataset } from '../wire/datasets.ts';
import { UsageError } from './errors.ts';
import { report } from './kline-report.ts';

/** Keeps klines as one recording, for everybody to replay; the same files a second time change nothing. @throws UsageError */
export async function importDataset(
  paths: string[],
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  if (paths.length === 0) throw new UsageError('dataset import takes one FILE or more; try --help');
  const series = await readKlineSeries(paths, undefined, (lines, path) =>
    process.stderr.write(`\r${basename(path)}: ${lines} lines`),
  );
  process.stderr.write('\n');
  report(series);
  return withDatabase(async ({ target }) => {
    const pool = createPool({ ...ownerConfig(target), max: 1 });
    try {
      const { dataset, known } = await importSeries(new PgDatasetStore(pool), series, Date.now());
      console.log(`dataset: ${dataset.id}${known ? ' (imported before)' : ''}`);
      console.log(toWireDataset(dataset).title);
      return 0;
    } finally {
      await pool.end();
    }
  });
}
