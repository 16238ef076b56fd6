import type { PlantedBug } from './bug.ts';

const SERVER = 'apps/server/src';
const ENGINE = `${SERVER}/engine`;
const TESTS = [`${ENGINE}/refusals.test.ts`];

/** Bugs in what becomes of a refused batch and of a halted market. */
export const REFUSAL_BUGS: PlantedBug[] = [
  {
    name: 'a refused batch is taken for a broken connection',
    rule: 'E12',
    file: `${ENGINE}/runner.ts`,
    find: '    if (failure instanceof IntegrityError) return this.#recovery.refused(engine, work, built, failure);\n',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a refused batch halts the market',
    rule: 'E12',
    file: `${ENGINE}/recovery.ts`,
    find: '      list.putBackAlone(work);\n',
    replace: '      throw error;\n',
    tests: TESTS,
  },
  {
    name: 'what a refused command did stays in memory',
    rule: 'E12',
    file: `${ENGINE}/recovery.ts`,
    find: "    pending.resolve(refuse('internal'));\n    return this.#readAgain();\n",
    replace: "    pending.resolve(refuse('internal'));\n",
    tests: [...TESTS, 'apps/server/test/simulation/engine.simulation.test.ts'],
  },
  {
    name: 'the answer to a refused command is not frozen',
    rule: 'L6',
    file: `${ENGINE}/recovery.ts`,
    find: "    batch.outcome(idempotency, refuse('internal'));\n",
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a refused settlement is tried again and again',
    rule: 'E12',
    file: `${ENGINE}/runner.ts`,
    find: "      if (refusedOperations.has(command.operationId)) return Promise.resolve(refuse('internal'));\n",
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a refused firing halts before the others are carried out',
    rule: 'E12',
    file: `${ENGINE}/work-list.ts`,
    find: 'return this.#firings.length > 0 ? null : (this.#wrong[0] ?? null);',
    replace: 'return this.#wrong[0] ?? null;',
    tests: TESTS,
  },
  {
    name: 'a refused firing is forgotten by the halt',
    rule: 'E8',
    file: `${ENGINE}/work-list.ts`,
    find: '    this.putBack(this.#wrong.splice(0).map(({ firing }) => firing));\n',
    replace: '    this.#wrong = [];\n',
    tests: TESTS,
  },
  {
    name: 'a resumption is said to have worked although the firing is refused again',
    rule: 'E12',
    file: `${ENGINE}/runner.ts`,
    find: '    if (this.halted !== null) throw new Error(this.halted.reason);\n',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a market that is resumed never ends, refused once',
    rule: 'E12',
    file: `${ENGINE}/market-host.ts`,
    find: '    if (resumed && this.#pricesEnded) void this.end();\n',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a refused command is logged with a phone',
    rule: 'S8',
    file: `${ENGINE}/refusal.ts`,
    find: 'return maskPhonesIn(text);',
    replace: 'void maskPhonesIn;\n  return text;',
    tests: TESTS,
  },
  {
    name: 'stale findings refuse a resumption',
    rule: 'E12',
    file: `${SERVER}/lib/sentinel.ts`,
    find: '      if (inEpoch === epoch) take(violations);\n',
    replace: '      take(violations);\n',
    tests: [`${SERVER}/lib/sentinel.test.ts`],
  },
];
