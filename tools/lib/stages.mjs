const MINUTE_MS = 60_000;

/**
 * @typedef {object} Stage
 * @property {string} name as in `--only`
 * @property {'check' | 'vitest' | 'playwright'} kind a check counts as one; the others count their tests
 * @property {'code' | 'browser'} lane stages of different lanes run at the same time
 * @property {string} [script] npm script that a check runs
 * @property {boolean} [usesNats] some of its tests run several processes with a NATS server between them
 * @property {number} timeoutMs
 */

const check = (name, script, minutes, lane = 'code') => ({
  ...{ name, kind: 'check', lane, script, timeoutMs: minutes * MINUTE_MS },
});
const tests = (name, minutes) => ({ name, kind: 'vitest', lane: 'code', timeoutMs: minutes * MINUTE_MS });

/**
 * Everything `npm test` runs; in the lane of the code, what answers in a second comes first. The browser has a lane of
 * its own, because both it and the integration tests wait for half of their time: for a start, a block, a kill.
 * @type {Stage[]}
 */
export const stages = [
  check('types', 'typecheck', 5),
  check('lint', 'lint', 5),
  check('format', 'format:check', 3),
  check('architecture', 'arch', 3),
  check('unused', 'knip', 5),
  tests('tools', 5),
  tests('unit', 8),
  tests('web', 8),
  tests('simulation', 8),
  { ...tests('integration', 20), usesNats: true },
  check('build', 'build', 5, 'browser'),
  { name: 'e2e', kind: 'playwright', lane: 'browser', timeoutMs: 20 * MINUTE_MS, usesNats: true },
];
