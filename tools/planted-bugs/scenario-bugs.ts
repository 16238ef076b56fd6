import type { PlantedBug } from './bug.ts';

const STAGES = 'packages/domain/src/scenario/stages.ts';
const STAGES_TESTS = ['packages/domain/src/scenario/stages.test.ts'];
const SPREAD = 'packages/domain/src/spread.ts';
const QUOTE = 'apps/server/src/commands/quote.ts';
const SPREAD_TESTS = ['apps/server/src/engine/spread.test.ts'];
const FEED = 'apps/server/src/feeds/scenario/scenario-feed';
const START_PRICES = 'apps/server/src/feeds/scenario/start-prices.ts';

/** Bugs in what a recipe does to prices and fills. */
export const SCENARIO_BUGS: PlantedBug[] = [
  {
    name: 'a schedule takes the smallest step instead of the mean',
    rule: 'M7',
    file: STAGES,
    find: 'recipeNumber(stepMinPercent) + recipeNumber(stepMaxPercent)',
    replace: '2n * recipeNumber(stepMinPercent)',
    tests: STAGES_TESTS,
  },
  {
    name: 'a shock recovers from its first moment on',
    rule: 'M7',
    file: STAGES,
    find: 'since < fall || recoveryMinutes === null',
    replace: 'recoveryMinutes === null',
    tests: STAGES_TESTS,
  },
  {
    name: 'what sells get is rounded in favour of who sells',
    rule: 'M7',
    file: SPREAD,
    find: "2n * PPM_ONE, 'floor'",
    replace: "2n * PPM_ONE, 'ceil'",
    tests: STAGES_TESTS,
  },
  {
    name: 'what sells get at the lowest price is nothing',
    rule: 'E5',
    file: SPREAD,
    find: 'atLeastMinPrice(divide(price',
    replace: '((any: Price) => any)(divide(price',
    tests: SPREAD_TESTS,
  },
  {
    name: 'longs are closed at what buys pay',
    rule: 'E5',
    file: SPREAD,
    find: "(side === 'long' ? 'sell' : 'buy')",
    replace: "(side === 'long' ? 'buy' : 'sell')",
    tests: SPREAD_TESTS,
  },
  {
    name: 'a quote has the number of the next price',
    rule: 'C3',
    file: QUOTE,
    find: 'SELL_STEP + 1n',
    replace: 'BUY_STEP',
    tests: SPREAD_TESTS,
  },
  {
    name: 'volatility is taken around the first price that was heard',
    rule: 'M7',
    file: `${FEED}.ts`,
    find: 'usesReference ? this.#startPrices.of(symbol) : any',
    replace: 'usesReference ? any : any',
    tests: [`${FEED}.test.ts`],
  },
  {
    name: 'a scenario uses a start price that is not stored',
    rule: 'M7',
    file: START_PRICES,
    find: 'this.#kept = await this.#store.keep(new Map(this.#found));',
    replace: 'this.#kept = new Map([...(await this.#store.keep(new Map())), ...this.#found]);',
    tests: ['apps/server/src/api/admin/scenarios.integration.test.ts'],
  },
  {
    name: 'a start price that is found again takes the place of the stored one',
    rule: 'M7',
    file: START_PRICES,
    find: 'this.#kept = await this.#store.keep(new Map(this.#found));',
    replace: 'this.#kept = new Map([...(await this.#store.keep(new Map(this.#found))), ...this.#found]);',
    tests: [`${FEED}.test.ts`],
  },
  {
    name: 'a scenario has prices before its start',
    rule: 'M7',
    file: `${FEED}.ts`,
    find: '|| price === null || time < this.#start',
    replace: '|| price === null',
    tests: [`${FEED}.test.ts`],
  },
  {
    name: 'a recipe that was changed in the database is run',
    rule: 'C2',
    file: 'apps/server/src/wiring/scenario-markets.ts',
    find: 'if (!isCommitted({ recipe, salt }, commitment, sha256)) {',
    replace: `if (!isCommitted({ recipe, salt }, sha256(commitment), sha256) && commitment === '') {`,
    tests: ['apps/server/src/api/admin/scenarios.integration.test.ts'],
  },
  {
    name: 'a blind recipe is public before the end',
    rule: 'C2',
    file: 'apps/server/src/wire/market.ts',
    find: 'const isPublic = isOver || !blind;',
    replace: 'const isPublic = isOver || blind || !blind;',
    tests: ['apps/server/src/api/admin/scenarios.integration.test.ts'],
  },
];
