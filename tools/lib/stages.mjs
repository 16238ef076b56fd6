const MINUTE_MS = 60_000;

/**
 * @typedef {object} Stage
 * @property {string} name as in `--only`
 * @property {'check' | 'vitest' | 'playwright'} kind a check counts as one; the others count their tests
 * @property {string} [script] npm script that a check runs
 * @property {number} timeoutMs
 */

const check = (name, script, minutes) => ({ name, kind: 'check', script, timeoutMs: minutes * MINUTE_MS });
const tests = (name, minutes) => ({ name, kind: 'vitest', timeoutMs: minutes * MINUTE_MS });

/** Everything `npm test` runs, in this order: what answers in a second comes first. @type {Stage[]} */
export const stages = [
  check('types', 'typecheck', 3),
  check('lint', 'lint', 3),
  check('format', 'format:check', 2),
  check('architecture', 'arch', 2),
  check('unused', 'knip', 3),
  tests('tools', 4),
  tests('unit', 5),
  tests('web', 5),
  tests('simulation', 8),
  tests('integration', 20),
  check('build', 'build', 3),
  { name: 'e2e', kind: 'playwright', timeoutMs: 15 * MINUTE_MS },
];
