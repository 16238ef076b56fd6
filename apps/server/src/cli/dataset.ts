import { basename } from 'node:path';
import { readKlineSeries, type KlineSeries } from '../feeds/replay/index.ts';
import { importSeries } from '../replays/library.ts';
import type { DatasetRecord } from '../replays/ports.ts';
import { createPool, ownerConfig } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { PgDatasetStore } from '../storage/dataset-store.ts';
import { toWireDataset } from '../wire/datasets.ts';
import { UsageError } from './errors.ts';
import { report } from './kline-report.ts';

/** Klines of files, and on the screen how far it is and what is wrong with them. @throws KlineFileError */
export async function readFiles(paths: string[]): Promise<KlineSeries[]> {
  const series = await readKlineSeries(paths, undefined, (lines, path) =>
    process.stderr.write(`\r${basename(path)}: ${lines} lines`),
  );
  process.stderr.write('\n');
  report(series);
  return series;
}

/** Keeps klines as one recording, for everybody to replay; the same files a second time change nothing. */
export async function keepRecording(
  pool: ReturnType<typeof createPool>,
  series: readonly KlineSeries[],
): Promise<DatasetRecord> {
  const { dataset, known } = await importSeries(new PgDatasetStore(pool), series, Date.now());
  console.log(`dataset: ${dataset.id}${known ? ' (imported before)' : ''}`);
  return dataset;
}

/** @throws UsageError */
export async function importDataset(
  paths: string[],
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  if (paths.length === 0) throw new UsageError('dataset import takes one FILE or more; try --help');
  const series = await readFiles(paths);
  return withDatabase(async ({ target }) => {
    const pool = createPool({ ...ownerConfig(target), max: 1 });
    try {
      console.log(toWireDataset(await keepRecording(pool, series)).title);
      return 0;
    } finally {
      await pool.end();
    }
  });
}
