import { PassThrough, Readable } from 'node:stream';
import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { MemoryBus } from '../../test/support/memory-bus.ts';
import { Problem } from '../lib/problem.ts';
import { Uploads } from '../replays/uploads.ts';
import { PgDatasetStore } from '../storage/dataset-store.ts';
import { ImportNews } from './import-news.ts';

const NAME = 'LINKUSDT-1m-2026-02.csv';
const START = Date.parse('2026-02-01T00:00:00Z');

const db = useDatabase();

const rows = (from: number, to: number, price: number): Buffer[] =>
  Array.from({ length: to - from }, (_, n) => {
    const time = START + (from + n) * 60_000;
    return Buffer.from(`${time},${price},${price},${price},${price},1,${time + 59_999},${price},1,1,1,0\n`);
  });

/** Two edges of one installation. */
function edges() {
  const bus = new MemoryBus();
  const clock = new FakeClock(START);
  const newEdge = (process: string): Uploads =>
    new Uploads(new PgDatasetStore(db.pool), clock, new ImportNews({ bus, clock, process }));
  return { clock, one: newEdge('one'), other: newEdge('other') };
}

it('an import is seen through every process while it is under way, and not after it or when its process has gone', async () => {
  const { clock, one, other } = edges();
  const file = new PassThrough();
  const importing = one.import(NAME, file);
  expect(other.running()).toMatchObject([{ symbol: 'LINKUSDT', startedAt: START, bytes: 0 }]);
  const [first = Buffer.of(), ...more] = rows(0, 10, 10);
  file.write(first);
  await expect
    .poll(() => {
      clock.advance(1_000);
      return other.running();
    })
    .toMatchObject([{ bytes: first.length }]);
  await expect(one.import(NAME, Readable.from([]))).rejects.toThrow(Problem);
  for (const row of more) file.write(row);
  file.end();
  expect(await importing).toMatchObject({ known: false });
  expect([one.running(), other.running()]).toEqual([[], []]);
});

it('an import is forgotten whose process says nothing any more', () => {
  const bus = new MemoryBus();
  const clock = new FakeClock(START);
  const [here, gone] = ['here', 'gone'].map((process) => new ImportNews({ bus, clock, process }));
  gone?.tell({ symbol: 'LINKUSDT', startedAt: START, bytes: 1, rows: 0 });
  clock.advance(5_000);
  expect([here?.list().length, gone?.list()]).toEqual([1, []]);
  clock.advance(1);
  expect(here?.list()).toEqual([]);
});

it('the same file through two processes at once is one recording, whole, and both are told so', async () => {
  const { one, other } = edges();
  const content = rows(0, 3_000, 12);
  const results = await Promise.all([one, other].map((edge) => edge.import(NAME, Readable.from(content))));
  expect(results.map(({ known }) => known).toSorted()).toEqual([false, true]);
  const [first, second] = results.map(({ dataset }) => dataset);
  expect(second).toEqual(first);
  expect(first?.series).toMatchObject([{ minutes: 3_000 }]);
  expect(await new PgDatasetStore(db.pool).read(first?.id ?? '', 'LINKUSDT')).toHaveLength(3_000);
});
