import type { PlantedBug } from './bug.ts';

const COMMANDS = 'apps/server/src/commands';
const ENGINE = 'apps/server/src/engine';
const SIMULATION = 'apps/server/test/simulation/engine.simulation.test.ts';
const ADDING_TESTS = [`${COMMANDS}/adding.test.ts`, SIMULATION];
const FUNDING_TESTS = [`${ENGINE}/funding.test.ts`, SIMULATION];

/** Bugs in what comes to positions as a whole, and in what trading costs. */
export const GROWTH_BUGS: PlantedBug[] = [
  {
    name: 'an average is rounded in favour of its person',
    rule: 'E13',
    file: 'packages/domain/src/position.ts',
    find: "side === 'long' ? 'ceil' : 'floor');\n}\n\n/** The largest margin",
    replace: "side === 'long' ? 'floor' : 'ceil');\n}\n\n/** The largest margin",
    tests: ADDING_TESTS,
  },
  {
    name: 'what is added takes a stop loss its turn',
    rule: 'E13',
    file: `${COMMANDS}/add-to-position.ts`,
    find: 'if (wrongLevel !== null) return refuse(wrongLevel);',
    replace: '',
    tests: ADDING_TESTS,
  },
  {
    name: 'a position is reversed with more than there is',
    rule: 'E13',
    file: `${COMMANDS}/reverse-position.ts`,
    find: 'const margin = affordable < position.margin ? affordable : position.margin;',
    replace: 'const margin = position.margin;',
    tests: ADDING_TESTS,
  },
  {
    name: 'closing everything stops at the first pair without a price',
    rule: 'E13',
    file: `${COMMANDS}/close-all.ts`,
    find: "else if (record === null) failed.push({ id: position.id, code: 'price_unavailable' });",
    replace: "else if (record === null) return refuse('price_unavailable');",
    tests: ADDING_TESTS,
  },
  {
    name: 'an order that the market has reached pays the maker fee',
    rule: 'E13',
    file: 'packages/domain/src/position.ts',
    find: "side === 'long' ? marketPrice > limitPrice : marketPrice < limitPrice;",
    replace: "side === 'long' ? marketPrice >= limitPrice : marketPrice <= limitPrice;",
    tests: ADDING_TESTS,
  },
  {
    name: 'what opens at the price of a round pays it',
    rule: 'E14',
    file: `${COMMANDS}/open-rounds.ts`,
    find: 'at > fundedAt && at > entryRecord.time',
    replace: 'at > fundedAt',
    tests: FUNDING_TESTS,
  },
  {
    name: 'what closes before its turn pays no funding',
    rule: 'E14',
    file: `${COMMANDS}/close-position.ts`,
    find: 'const position = payFunding(decision, known, fundedUntil(known, close));',
    replace: 'const position = known;',
    tests: FUNDING_TESTS,
  },
  {
    name: 'funding takes what is not available',
    rule: 'E15',
    file: `${COMMANDS}/funding.ts`,
    find: 'const amount = due < -account.available ? -account.available : due;',
    replace: 'const amount = due;',
    tests: FUNDING_TESTS,
  },
  {
    name: 'a round of funding is forgotten while somebody owes it',
    rule: 'E16',
    file: `${ENGINE}/funding-sweep.ts`,
    find: 'if (found.length === 0) this.#end(pass);',
    replace: 'this.#end(pass);',
    tests: FUNDING_TESTS,
  },
  {
    name: 'a round of funding is lost with the connection',
    rule: 'E16',
    file: `${ENGINE}/market-engine.ts`,
    find: 'this.state.rounds.add(firing.round);\n          return true;',
    replace: 'return false;',
    tests: FUNDING_TESTS,
  },
];
