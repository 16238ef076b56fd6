import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * What a test run did, from the JSON report of its runner.
 * A test that did not run counts as failed, and so does a file that could not be loaded.
 *
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts `failures`: file and title of each that
 *   failed, and of a file why it could not be loaded or prepared
 */

/** @returns {Counts} */
function countVitest(report) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + unloaded.length,
    failures: [
      ...report.testResults.filter((file) => file.message !== '').map((file) => `${file.name}: ${file.message}`),
      ...report.testResults.flatMap((file) =>
        file.assertionResults
          .filter((test) => test.status !== 'passed')
          .map((test) => `${file.name}: ${test.fullName}: ${(test.failureMessages?.[0] ?? test.status).slice(0, 500)}`),
      ),
    ],
  };
}

/** @returns {Counts} */
function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + skipped, failures: report.suites.flatMap(failedSpecs) };
}

/** @returns {string} the beginning of what went wrong first, without colours */
function errorOf({ tests = [] }) {
  const errors = tests.flatMap(({ results = [] }) => results.flatMap(({ errors: found = [] }) => found));
  return stripVTControlCharacters(errors[0]?.message ?? 'did not run').slice(0, 800);
}

/** A file's suite holds its tests and the suites of its `describe`s. @returns {string[]} */
function failedSpecs({ specs = [], suites = [] }) {
  return [
    ...specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line}: ${spec.title}: ${errorOf(spec)}`),
    ...suites.flatMap(failedSpecs),
  ];
}

/**
 * @param {'vitest' | 'playwright'} kind
 * @param {string} path of the report
 * @param {number} code exit code of the runner
 * @returns {Counts} at least one failure when the runner failed, left no report or ran nothing
 */
export function readCounts(kind, path, code) {
  let counts = { passed: 0, failed: 0, failures: [] };
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    counts = kind === 'vitest' ? countVitest(report) : countPlaywright(report);
  } catch {
    // No report: the zero counts below say so.
  }
  const somethingIsWrong = code !== 0 || counts.passed + counts.failed === 0;
  if (counts.failed === 0 && somethingIsWrong) counts.failed = 1;
  return counts;
}
