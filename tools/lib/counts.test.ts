import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCounts } from './counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'plecho-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function countsOf(report: object, code: number): ReturnType<typeof readCounts> {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return readCounts('vitest', path, code);
}

const test = (fullName: string, status: string, failureMessages: string[] = []) => ({
  ...{ fullName, status, failureMessages },
});

it('says why a file could not be prepared beside the tests that did not run for it', () => {
  const report = {
    ...{ numPassedTests: 1, numTotalTests: 3 },
    testResults: [
      { name: 'hook.test.ts', status: 'failed', message: 'no database', assertionResults: [test('waits', 'skipped')] },
      { name: 'load.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        ...{ name: 'sum.test.ts', status: 'failed', message: '' },
        assertionResults: [test('adds', 'passed'), test('divides', 'failed', ['1 is not 2'])],
      },
    ],
  };
  expect(countsOf(report, 1)).toEqual({
    ...{ passed: 1, failed: 3 },
    failures: [
      'hook.test.ts: no database',
      'load.test.ts: no such module',
      'hook.test.ts: waits: skipped',
      'sum.test.ts: divides: 1 is not 2',
    ],
  });
});

it('counts a run that failed, left no report or ran nothing as at least one failure', () => {
  const fine = { numPassedTests: 2, numTotalTests: 2, testResults: [] };
  expect(countsOf(fine, 0)).toMatchObject({ passed: 2, failed: 0 });
  expect(countsOf(fine, 1)).toMatchObject({ passed: 2, failed: 1 });
  expect(countsOf({ numPassedTests: 0, numTotalTests: 0, testResults: [] }, 0)).toMatchObject({ failed: 1 });
  expect(readCounts('vitest', join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
});
