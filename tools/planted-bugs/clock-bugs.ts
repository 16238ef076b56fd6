import type { PlantedBug } from './bug.ts';

const SERVER = 'apps/server/src';
const CLOCK = `${SERVER}/lib/clock.test.ts`;
const MARKET_CLOCK = `${SERVER}/engine/market-clock.test.ts`;
const SIMULATION = 'apps/server/test/simulation/engine.simulation.test.ts';

/** Bugs of a machine's clock that steps. */
export const CLOCK_BUGS: PlantedBug[] = [
  {
    name: 'the clock steps back with the machine',
    rule: 'E11',
    file: `${SERVER}/lib/clock.ts`,
    find: 'this.#time = Math.max(this.#base.now(), this.#time + passed * (1 - SLEW));',
    replace: 'this.#time = this.#base.now();',
    tests: [CLOCK, MARKET_CLOCK],
  },
  {
    name: 'the clock stands still until the machine has caught up',
    rule: 'E11',
    file: `${SERVER}/lib/clock.ts`,
    find: 'this.#time + passed * (1 - SLEW));',
    replace: 'this.#time + passed * 0);',
    tests: [CLOCK, MARKET_CLOCK],
  },
  {
    name: 'the clock never comes back to the machine',
    rule: 'E11',
    file: `${SERVER}/lib/clock.ts`,
    find: 'this.#time + passed * (1 - SLEW));',
    replace: 'this.#time + passed);',
    tests: [CLOCK],
  },
  {
    name: 'the clock of a market follows a feed back',
    rule: 'E11',
    file: `${SERVER}/engine/market-clock.ts`,
    find: 'this.#newest = Math.max(this.#newest, this.#feed.now());',
    replace: 'this.#newest = this.#feed.now();',
    tests: [MARKET_CLOCK],
  },
  {
    name: 'the clock of a market begins anew at a restart',
    rule: 'E11',
    file: `${SERVER}/engine/market-host.ts`,
    find: '    if (resumeAt !== null) this.#clock.goOnFrom(resumeAt);\n',
    replace: '',
    tests: [MARKET_CLOCK],
  },
  {
    name: 'the clock at a restart forgets openings and orders',
    rule: 'E11',
    file: `${SERVER}/engine/market-clock.ts`,
    find: '  for (const { createdAt } of orders) newest = Math.max(newest ?? createdAt, createdAt);\n',
    replace: '',
    tests: [MARKET_CLOCK, SIMULATION],
  },
  {
    name: 'prices begin where the clock of the machine is, not where they ended',
    rule: 'E11',
    file: `${SERVER}/feeds/synthetic/synthetic-feed.ts`,
    find: '    if (resumeAt !== null) this.#clock.goOnFrom(resumeAt);\n',
    replace: '',
    tests: [`${SERVER}/feeds/synthetic/synthetic-feed.test.ts`],
  },
  {
    name: 'a close is earlier than its opening when the clock is behind',
    rule: 'E11',
    file: `${SERVER}/commands/close-position.ts`,
    find: 'closedAt: Math.max(closedAt, added.at(-1)?.addedAt ?? openedAt),',
    replace: 'closedAt,',
    tests: [MARKET_CLOCK],
  },
  {
    name: 'an order fills before it was placed, by the clock of a slow feed',
    rule: 'E11',
    file: `${SERVER}/commands/fire-trigger.ts`,
    find: 'fillOrder({ ...decision, now: order.createdAt }, order, firing.record, firing.exit);',
    replace: 'fillOrder({ ...decision, now: firing.record.time }, order, firing.record, firing.exit);',
    tests: [MARKET_CLOCK, SIMULATION],
  },
  {
    name: 'a season ends before it began when the clock is behind',
    rule: 'E11',
    file: `${SERVER}/commands/start-season.ts`,
    find: 'const endedAt = Math.max(batch.at, seasonStartedAt);',
    replace: 'const endedAt = batch.at;',
    tests: [MARKET_CLOCK],
  },
  {
    name: 'a price an hour ahead of the clock is fresh',
    rule: 'E11',
    file: `${SERVER}/commands/decision.ts`,
    find: 'age <= rules.staleAfterMs && age >= -MAX_LEAD_MS',
    replace: 'age <= rules.staleAfterMs',
    tests: [MARKET_CLOCK],
  },
  {
    name: 'a check of the ledger rests for ten hours after a step of the clock',
    rule: 'E11',
    file: `${SERVER}/lib/sentinel.ts`,
    find: 'clock.monotonic() - begun',
    replace: 'clock.now() - begun',
    tests: [`${SERVER}/lib/sentinel.test.ts`],
  },
];
