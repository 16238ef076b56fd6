import type { PlantedBug } from './bug.ts';

const SYNTHETIC = 'packages/synthetic/src';
const PUBLISHED = 'apps/server/src/feeds/synthetic/published-keys.ts';
const PUBLISHED_TESTS = ['apps/server/src/feeds/synthetic/published-keys.test.ts'];
const BINANCE = 'apps/server/src/feeds/binance';
const FEED = [`${BINANCE}/binance-feed.test.ts`];
const FOLLOWED = ['apps/server/test/simulation/exchange-faults.simulation.test.ts'];
const RELISTED = ['apps/server/test/simulation/exchange-faults.integration.test.ts'];
const PRICES = [`${SYNTHETIC}/keyed-market.test.ts`];

/** Bugs in how prices are made, and in what is told about them too early. */
export const FEED_BUGS: PlantedBug[] = [
  {
    name: 'a day is made with a key that is not published when it ends',
    rule: 'M4',
    file: `${SYNTHETIC}/key-randomness.ts`,
    find: `return this.ofDay(name, 'end', day - 1);`,
    replace: `return this.ofDay(name, 'start', day);`,
    tests: PRICES,
  },
  {
    name: 'the morning tells the afternoon',
    rule: 'M4',
    file: `${SYNTHETIC}/minute-process.ts`,
    find: '&& plan.deviation !== null) bend(',
    replace: '&& plan.deviation === Number.NaN) bend(',
    tests: PRICES,
  },
  {
    name: 'the first pair that ticks tells where all others go within the minute',
    rule: 'M4',
    file: `${SYNTHETIC}/fair-minutes.ts`,
    find: 'sum += width * (words[',
    replace: 'sum += 0 * (words[',
    tests: PRICES,
  },
  {
    name: 'a key is published when its day begins',
    rule: 'M4',
    file: PUBLISHED,
    find: 'dayOf(now / 1000) - 1',
    replace: 'dayOf(now / 1000)',
    tests: PUBLISHED_TESTS,
  },
  {
    name: 'a clock that steps back takes a published key back',
    rule: 'M4',
    file: PUBLISHED,
    find: 'Math.max(this.#newest, ',
    replace: 'Math.max(-1, ',
    tests: PUBLISHED_TESTS,
  },
  {
    name: 'the keys are no chain',
    rule: 'M4',
    file: `${SYNTHETIC}/day-keys.ts`,
    find: 'primitives.sha256(this.keyOf(day))',
    replace: 'primitives.sha256(Uint8Array.of(day % 256))',
    tests: [`${SYNTHETIC}/day-keys.test.ts`],
  },
  {
    name: 'a price that the generator does not make is called the same',
    rule: 'M4',
    file: `${SYNTHETIC}/recompute.ts`,
    find: 'return made === price ?',
    replace: 'return made !== null ?',
    tests: [`${SYNTHETIC}/recompute.test.ts`],
  },
  {
    name: 'a day is recomputed with a key of another chain',
    rule: 'M4',
    file: `${SYNTHETIC}/day-keys.ts`,
    find: 'if (bytesToHex(hash) === anchor) return',
    replace: 'if (day === 0) return',
    tests: [`${SYNTHETIC}/day-keys.test.ts`],
  },
  {
    name: 'the first price of an exchange after a start is measured by nothing',
    rule: 'E5',
    file: 'apps/server/src/engine/market-host.ts',
    find: `(await candles.series(symbol, '1m', 1, null))[0]?.close`,
    replace: 'null',
    tests: FOLLOWED,
  },
  {
    name: 'a pair that is off the list is never ended',
    rule: 'E2',
    file: `${BINANCE}/binance-feed.ts`,
    find: 'if (now - since >= DELISTED_AFTER_MS)',
    replace: 'if (now - since >= Number.MAX_VALUE)',
    tests: FEED,
  },
  {
    name: 'the time of an exchange that sets its clock back is asked for minutes later',
    rule: 'E11',
    file: `${BINANCE}/exchange-clock.ts`,
    find: 'return lead >= -MAX_LAG_MS;',
    replace: 'return true;',
    tests: FEED,
  },
  {
    name: 'a pair keeps the tick size that the product knows, whatever the exchange lists',
    rule: 'M3',
    file: `${BINANCE}/binance-feed.ts`,
    find: 'const found = listed.get(pair.symbol) ?? (known.has(pair.symbol) ? pair : undefined);',
    replace: 'const found = known.has(pair.symbol) ? pair : listed.get(pair.symbol);',
    tests: RELISTED,
  },
  {
    name: 'an exchange market forgets a pair without candles in which something is open',
    rule: 'E2',
    file: 'apps/server/src/wiring/exchange-market.ts',
    find: ', ...open]',
    replace: ']',
    tests: ['apps/server/src/wiring/exchange-market.integration.test.ts'],
  },
  {
    name: 'the prices of a test exchange bear the name of the real one',
    rule: 'C2',
    file: 'apps/server/src/feeds/binance/hosts.ts',
    find: 'HOSTS.has(restUrl.hostname) &&',
    replace: '/\\.binance\\.(vision|com)$/.test(restUrl.hostname) &&',
    tests: ['apps/server/src/feeds/binance/hosts.test.ts'],
  },
];
