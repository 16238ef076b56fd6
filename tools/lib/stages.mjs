import { GO, HAPROXY, NATS } from './debian.mjs';

const MINUTE_MS = 60_000;

/**
 * @typedef {object} Stage
 * @property {string} name as in `--only`
 * @property {'check' | 'vitest' | 'playwright'} kind a check counts as one; the others count their tests
 * @property {'one' | 'two'} [lane] stages of different lanes run at the same time; without one, where there is room
 * @property {string} [script] npm script that a check runs
 * @property {{ name: string, variable: string }[]} [programs] server programs that some of its tests run
 * @property {number} timeoutMs
 */

/** Whose stages run at the same time. */
export const LANES = ['one', 'two'];

const check = (name, script, minutes, lane = 'one') => ({
  ...{ name, kind: 'check', lane, script, timeoutMs: minutes * MINUTE_MS },
});
const tests = (name, minutes) => ({ name, kind: 'vitest', timeoutMs: minutes * MINUTE_MS });

/**
 * Everything `npm test` runs; in the first lane, what answers in a second comes first. The integration tests and those
 * of the browser are in different lanes, because both wait for half of their time: for a start, a block, a kill. The
 * last ones fill up whichever lane is through first.
 * @type {Stage[]}
 */
export const stages = [
  check('types', 'typecheck', 10),
  check('lint', 'lint', 10),
  check('format', 'format:check', 10),
  check('architecture', 'arch', 10),
  check('unused', 'knip', 10),
  { ...tests('unit', 15), lane: 'one' },
  { ...tests('integration', 40), lane: 'one', programs: [NATS] },
  check('build', 'build', 10, 'two'),
  { name: 'e2e', kind: 'playwright', lane: 'two', timeoutMs: 40 * MINUTE_MS, programs: [NATS, HAPROXY] },
  tests('simulation', 15),
  { ...tests('tools', 12), programs: [GO] },
  tests('web', 15),
];
