import { expect, it } from 'vitest';
import { ScenarioWorld, type Ending } from './scenario-world.ts';

/** SEED=n runs one seed alone. */
const only = process.env['SEED'];
const SEEDS = only === undefined ? Array.from({ length: 300 }, (_, n) => n) : [Number(only)];
const ENDINGS: readonly Ending[] = ['planned', 'base', 'asked'];
/** What the runs together must have met, or they prove nothing about it. */
const EVENTS = [
  ...['price', 'silent', 'crash', 'restart', 'step', 'failures', 'unavailable', 'ok openPosition', 'ok placeOrder'],
  ...['closed by user', 'closed by liquidation', 'closed by stopLoss', 'closed by takeProfit', 'closed by marketEnd'],
  ...['without a start price', 'open again'],
  ...ENDINGS.map((ending) => `ended as ${ending}`),
];

it('M7 E5 E2 a scenario over a base that is killed, halted and ended: the formula’s prices and clean books', async () => {
  const counts: Record<string, number> = {};
  for (const seed of SEEDS) {
    const world = new ScenarioWorld(seed);
    await world.run(ENDINGS[seed % ENDINGS.length] ?? 'planned');
    expect(world.violations, `seed ${seed}`).toEqual([]);
    for (const [what, count] of Object.entries(world.counts)) counts[what] = (counts[what] ?? 0) + count;
  }
  if (only === undefined) expect(EVENTS.filter((event) => counts[event] === undefined)).toEqual([]);
});
