import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALL_BUGS } from './all-bugs.ts';

/** A bug whose place has changed plants nothing, and nobody hears of it before the next run of all of them. */
it('every planted bug still has its one place in the code, and tests that may notice it', () => {
  const root = new URL('../../', import.meta.url);
  const unfit = ALL_BUGS.filter(({ file, find, tests }) => {
    const path = new URL(file, root);
    const places = existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0;
    return places !== 1 || tests.length === 0 || !tests.every((test) => existsSync(new URL(test, root)));
  });
  expect(unfit.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});
