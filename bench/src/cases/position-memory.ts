import { execFileSync } from 'node:child_process';
import { median, round, spread, type Result } from '../lib/result.ts';

const RUNS = 5;

/** Memory of an open position in the engine, in processes of their own with a forced collection. */
export function measurePositionMemory(): Promise<Result[]> {
  const script = new URL('../lib/position-memory.ts', import.meta.url).pathname;
  const runs = Array.from({ length: RUNS }, () =>
    Number(execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' })),
  );
  const bytes = median(runs);
  return Promise.resolve([
    {
      name: 'memory of an open position',
      value: round(bytes, 0),
      unit: 'B',
      ceiling: null,
      ratio: null,
      target: '< 1 kB',
      met: bytes < 1000,
      note: `100,000 positions with take profit and stop loss, 5 to an account, read from their rows, heap and trigger arrays after collection, accounts included; ${spread(runs, 0)}`,
    },
  ]);
}
