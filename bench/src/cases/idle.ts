import { execFileSync } from 'node:child_process';
import type { Product } from '../../../tools/product/process.ts';
import { round, type Result } from '../lib/result.ts';
import { metric, seconds } from '../lib/server-figures.ts';

const FIRST_WAIT_SECONDS = 120;
const WINDOW_SECONDS = 60;
const MEGABYTE = 2 ** 20;

/** What is taken up in the file system, database and log included, MB. */
const diskOf = (directory: string): number =>
  Number(execFileSync('du', ['-sk', directory], { encoding: 'utf8' }).split('\t')[0]) / 1024;

/** What a new installation takes while nobody is there: disk, memory, and the event loop beside the market's own work. */
export async function measureIdle(product: Product): Promise<Result[]> {
  await seconds(FIRST_WAIT_SECONDS);
  // Reading the figures begins a new window of the event loop's.
  await metric(product, 'plecho_process_resident_memory_bytes');
  await seconds(WINDOW_SECONDS);
  const late = (await metric(product, 'plecho_nodejs_eventloop_lag_p99_seconds')) * 1000;
  const memory = (await metric(product, 'plecho_process_resident_memory_bytes')) / MEGABYTE;
  const disk = diskOf(product.dataDir);
  const note = `synthetic market of 100 pairs, nobody connected, ${FIRST_WAIT_SECONDS + WINDOW_SECONDS} s after the first start`;
  const absolute = { ceiling: null, ratio: null, note };
  return [
    {
      ...{ name: 'disk of a new installation', value: round(disk, 0), unit: 'MB', ...absolute },
      ...{ target: '< 200 MB', met: disk < 200 },
    },
    {
      ...{ name: 'memory of the idle server, resident', value: round(memory, 0), unit: 'MB', ...absolute },
      ...{ target: '< 150 MB', met: memory < 150 },
    },
    {
      ...{ name: 'event loop of the idle server: p99 delay', value: round(late, 1), unit: 'ms', ...absolute },
      ...{ target: '< 20 ms', met: late < 20, note: `${note}; window of ${WINDOW_SECONDS} s` },
    },
  ];
}
