import { hash } from 'node:crypto';
import { commitmentText, DEFAULT_RULES, spreadsOf, type Recipe } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { CandleBook } from '../../../apps/server/src/engine/candles/book.ts';
import type { MarketDefinition } from '../../../apps/server/src/engine/market-definition.ts';
import type { MarketHost } from '../../../apps/server/src/engine/market-host.ts';
import type { Feed } from '../../../apps/server/src/feeds/feed.ts';
import { SYNTHETIC_PAIRS, SyntheticFeed } from '../../../apps/server/src/feeds/synthetic/index.ts';
import { ScenarioMarkets } from '../../../apps/server/src/wiring/scenario-markets.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { noStore, onError, storelessHost } from '../lib/storeless.ts';

const RUNS = 5;
/** Market time of a run, in steps as short as a feed's. */
const SECONDS = 600;
/** The first minutes are taken from the history. */
const WARM_UP_SECONDS = 180;
const STEP_MS = 100;
const START_MS = Date.parse('2026-03-10T08:00:00Z');

/** A fall of 30 % within an hour, with a spread: factors of every tick, and two quotes. */
const RECIPE: Recipe = {
  base: 'main',
  stages: [
    { type: 'shock', dropPercent: '30', afterSeconds: 0, minutes: 60, recoveryMinutes: null, symbols: null },
    { type: 'spread', percent: '1', symbols: null },
  ],
};

async function play(clock: FakeClock, seconds: number): Promise<void> {
  for (let ms = 0; ms < seconds * 1000; ms += STEP_MS) {
    clock.advance(STEP_MS);
    if (ms % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

const hostOf = (definition: MarketDefinition, feed: Feed, clock: FakeClock): MarketHost =>
  storelessHost(definition, feed, new CandleBook({ feed, store: noStore, clock, onError }), clock);

/** CPU seconds of a market of all pairs, and of a scenario over it, for ten minutes of their time. */
async function cpuOf(withScenario: boolean): Promise<number> {
  const clock = new FakeClock(START_MS);
  const baseFeed = new SyntheticFeed({ seed: 'bench', clock, pairs: SYNTHETIC_PAIRS });
  const salt = '0'.repeat(64);
  const commitment = hash('sha256', commitmentText({ recipe: RECIPE, salt }));
  const main: MarketDefinition = {
    ...{ id: 'main', kind: 'synthetic', title: '', label: '', startAt: 0, startBalance: 0n, parameters: {} },
    ...{ rules: DEFAULT_RULES, scenario: null, endAt: null, ended: false },
  };
  const base = hostOf(main, baseFeed, clock);
  const scenarios = new ScenarioMarkets({
    ...{ clock, store: { find: () => Promise.resolve(null) }, pairsOf: () => Promise.resolve([]) },
    dayKeys: { open: () => Promise.reject(new Error('it has a base')) },
    running: () => ({ past: baseFeed, host: base }),
  });
  base.listen(scenarios);
  await base.start();
  const hosts = [base];
  if (withScenario) {
    const scenario = { recipe: RECIPE, salt, commitment, blind: false };
    const spreads = spreadsOf(
      RECIPE,
      SYNTHETIC_PAIRS.map(({ symbol }) => symbol),
    );
    const definition: MarketDefinition = {
      ...{ ...main, id: 'scenario-1', kind: 'scenario', startAt: START_MS / 1000, scenario },
      rules: { ...DEFAULT_RULES, spreads },
    };
    const host = hostOf(definition, await scenarios.open(definition, scenario), clock);
    await host.start();
    hosts.push(host);
  }
  await play(clock, WARM_UP_SECONDS);
  const ticksOf = (): number[] => hosts.map((host) => host.stats().validTicks);
  const [before = 0, madeBefore = 0] = ticksOf();
  const used = process.cpuUsage();
  await play(clock, SECONDS);
  const { user, system } = process.cpuUsage(used);
  const [after = 0, madeAfter = 0] = ticksOf();
  if (withScenario && after - before !== madeAfter - madeBefore) throw new Error('the scenario had other prices');
  for (const host of hosts.toReversed()) await host.stop();
  return (user + system) / 1e6;
}

/** A scenario over a running market of a hundred pairs, against the market alone: without storage and listeners. */
export async function measureScenario(): Promise<Result[]> {
  const alone: number[] = [];
  const both: number[] = [];
  await cpuOf(true);
  for (let run = 0; run < RUNS; run += 1) {
    alone.push(await cpuOf(false));
    both.push(await cpuOf(true));
  }
  const [value, ceiling] = [median(both), median(alone)];
  return [
    {
      name: `scenario over a running market of ${SYNTHETIC_PAIRS.length} pairs`,
      value: round(value),
      unit: `CPU s in ${SECONDS} s of the market`,
      ceiling: round(ceiling),
      ratio: round(value / ceiling),
      target: '≤ 1.2 times the CPU of the market alone',
      met: value <= 1.2 * ceiling,
      note: `feed, gate, candles and triggers in one process; ${spread(both)}, the market alone ${spread(alone)}`,
    },
  ];
}
