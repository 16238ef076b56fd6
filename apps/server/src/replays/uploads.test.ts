import { Readable } from 'node:stream';
import { FakeClock } from '@plecho/testkit';
import { afterEach, expect, it, vi } from 'vitest';
import type { DatasetStore } from './ports.ts';
import { Uploads } from './uploads.ts';

afterEach(() => vi.unstubAllEnvs());

const unused = (): never => expect.fail('nothing is kept');
const store: DatasetStore = { list: unused, find: unused, read: unused, add: unused };

it('an import for which there is no place on the disk holds up no other one', async () => {
  const uploads = new Uploads(store, new FakeClock(0));
  const bring = (): Promise<unknown> => uploads.import('LINKUSDT-1m-2026-02.csv', Readable.from([]));
  vi.stubEnv('TMPDIR', '/nowhere');
  for (let n = 0; n < 2; n += 1) await expect(bring()).rejects.toMatchObject({ code: 'ENOENT' });
  expect(uploads.running()).toEqual([]);
  vi.unstubAllEnvs();
  await expect(bring()).rejects.toMatchObject({ code: 'dataset_refused' });
});
