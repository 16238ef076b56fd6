import { readFileSync } from 'node:fs';

/**
 * What a test run did, from the JSON report of its runner.
 * A test that did not run counts as failed, and so does a file that could not be loaded.
 *
 * @typedef {{ passed: number, failed: number }} Counts
 */

/** @returns {Counts} */
function countVitest(report) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + unloaded.length,
  };
}

/** @returns {Counts} */
function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
}

/**
 * @param {'vitest' | 'playwright'} kind
 * @param {string} path of the report
 * @param {number} code exit code of the runner
 * @returns {Counts} at least one failure when the runner failed, left no report or ran nothing
 */
export function readCounts(kind, path, code) {
  let counts = { passed: 0, failed: 0 };
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
