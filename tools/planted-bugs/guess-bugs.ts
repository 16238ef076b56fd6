import type { PlantedBug } from './bug.ts';

const DOMAIN = 'packages/domain/src/guess.ts';
const UNIT = ['packages/domain/src/guess.test.ts'];
const STORE = 'apps/server/src/storage/guess-store.ts';
const QUERIES = 'apps/server/src/queries/guesses.ts';
const ROUTES = 'apps/server/src/api/trading/guesses.ts';
const TESTS = ['apps/server/src/api/trading/guesses.integration.test.ts'];

/** Bugs in guesses and how they are scored. */
export const GUESS_BUGS: readonly PlantedBug[] = [
  {
    name: 'a guess is scored against the other side',
    rule: 'E5',
    file: DOMAIN,
    find: 'const liquidation = liquidationPrice(side, entryPrice, leverage, maintenance);',
    replace:
      "const liquidation = liquidationPrice(side === 'long' ? 'short' : 'long', entryPrice, leverage, maintenance);",
    tests: UNIT,
  },
  {
    name: 'the loss that is guessed is that of a close without a spread',
    rule: 'E10',
    file: ROUTES,
    find: 'exitPrice: closingPrice(about.side, price, spread),',
    replace: 'exitPrice: closingPrice(about.side, price, 0n * spread),',
    tests: ['apps/server/src/api/trading/guesses.test.ts'],
  },
  {
    name: 'the error of a guess is a share of the price',
    rule: 'L8',
    file: DOMAIN,
    find: 'return relativeError(distance(guess, truth), distance(entryPrice, truth));',
    replace: 'return relativeError(distance(guess, truth), entryPrice);',
    tests: UNIT,
  },
  {
    name: 'a point of the curve is of all guesses so far',
    rule: 'L8',
    file: DOMAIN,
    find: 'errors.slice(Math.max(0, n + 1 - JUDGED_GUESSES), n + 1)',
    replace: 'errors.slice(Math.max(0, -JUDGED_GUESSES), n + 1)',
    tests: UNIT,
  },
  {
    name: 'the curve is told backwards',
    rule: 'L8',
    file: QUERIES,
    find: 'accuracyCurve(errors.toReversed())',
    replace: 'accuracyCurve(errors.slice())',
    tests: TESTS,
  },
  {
    name: 'the moments of the curve are those of other guesses',
    rule: 'L8',
    file: QUERIES,
    find: 'const oldestFirst = ofLiquidations.toReversed();',
    replace: 'const oldestFirst = ofLiquidations.slice();',
    tests: TESTS,
  },
  {
    name: 'who has been told what is true guesses it and is counted',
    rule: 'L6',
    file: QUERIES,
    find: 'await this.#store.keep(userId, guess, guess.at - ONCE_IN_MS);',
    replace: 'await this.#store.keep(userId, guess, guess.at + ONCE_IN_MS);',
    tests: TESTS,
  },
  {
    name: 'of windows that guess at once each is counted',
    rule: 'L6',
    file: STORE,
    find: "await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);",
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a second answer is told as if it were the first',
    rule: 'L6',
    file: QUERIES,
    find: 'return isSame(kept.earlier, guess) ? kept.earlier : guess;',
    replace: 'return isSame(guess, guess) ? kept.earlier : guess;',
    tests: TESTS,
  },
  {
    name: 'somebody is calibrated by the oldest guesses for ever',
    rule: 'E17',
    file: STORE,
    find: 'AND liquidation IS NOT NULL ORDER BY id DESC LIMIT $2',
    replace: 'AND liquidation IS NOT NULL ORDER BY id LIMIT $2',
    tests: TESTS,
  },
  {
    name: 'guesses about what has no liquidation price calibrate',
    rule: 'E17',
    file: STORE,
    find: 'AND liquidation IS NOT NULL ORDER BY',
    replace: 'ORDER BY',
    tests: TESTS,
  },
  {
    name: 'a guess is scored at a price that was stale',
    rule: 'E5',
    file: ROUTES,
    find: 'if (record === undefined || now - record.time > market.definition.rules.staleAfterMs) {',
    replace: 'if (record === undefined || now < 0) {',
    tests: TESTS,
  },
];
