import { hash } from 'node:crypto';
import { commitmentText, DEFAULT_RULES, DEFAULT_START_BALANCE, scenarioLabel, type Recipe } from '@plecho/domain';
import { SYNTHETIC_PAIRS } from '@plecho/synthetic';
import { connectClient, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { PgScenarioStore } from '../../../apps/server/src/storage/operators/scenario-store.ts';
import { newDataDir, startProduct, type Product } from '../../../tools/product/process.ts';
import { startChild } from '../lib/child.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop, seedPeople, type Workshop } from '../lib/seed.ts';
import { productCpu, seconds, waitUntilQuiet } from '../lib/server-figures.ts';

const ROUNDS = 6;
const WINDOW_SECONDS = 20;
/** On the stream in both products. */
const PEOPLE = 20;
const SCENARIO_ID = 'scenario-1';

/** A fall of 30 % within an hour, with a spread: another factor at every moment, and two quotes. */
const RECIPE: Recipe = {
  base: 'main',
  stages: [
    { type: 'shock', dropPercent: '30', afterSeconds: 0, minutes: 60, recoveryMinutes: null, symbols: null },
    { type: 'spread', percent: '1', symbols: null },
  ],
};

async function publish({ target }: Workshop): Promise<void> {
  const salt = '0'.repeat(64);
  const commitment = hash('sha256', commitmentText({ recipe: RECIPE, salt }));
  const label = scenarioLabel(RECIPE, false);
  const now = Date.now();
  const owner = await connectClient(ownerConfig(target));
  try {
    const definition = {
      ...{ id: SCENARIO_ID, kind: 'scenario' as const, title: label, label, startAt: Math.floor(now / 60_000) * 60 },
      ...{ endAt: null, rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE, ended: false },
      ...{ parameters: { commitment }, scenario: { recipe: RECIPE, salt, commitment, blind: false } },
    };
    await new PgScenarioStore(owner).publish(definition, null, now);
  } finally {
    await owner.end();
  }
}

/** A product with its main market, and with a scenario over that when it is asked for. */
async function prepared(dataDir: string, withScenario: boolean): Promise<Product> {
  await (await startProduct(dataDir)).stop();
  const workshop = await openWorkshop(dataDir);
  await seedPeople(workshop, PEOPLE);
  if (withScenario) await publish(workshop);
  await workshop.close();
  return startProduct(dataDir);
}

/** CPU seconds of both in the same windows, so that what else the machine does meets them alike. */
async function measure(alone: Product, both: Product): Promise<[number[], number[]]> {
  const people = [
    { url: alone.url, market: 'main' },
    { url: both.url, market: SCENARIO_ID },
  ].map(({ url, market }) =>
    startChild('stream-clients.ts', [`${url.replace('http', 'ws')}/api/stream`, String(PEOPLE), 'people', market]),
  );
  await Promise.all(people.map((clients) => clients.line()));
  const used: [number[], number[]] = [[], []];
  const cpu = (): Promise<number[]> => Promise.all([productCpu(alone), productCpu(both)]);
  for (let n = 0; n < ROUNDS; n += 1) {
    const before = await cpu();
    await seconds(WINDOW_SECONDS);
    const after = await cpu();
    used.forEach((each, of) => each.push((after[of] ?? 0) - (before[of] ?? 0)));
  }
  for (const clients of people) {
    const { frames } = JSON.parse(await clients.ask('report')) as { frames: number };
    clients.end();
    if (frames < PEOPLE * ROUNDS * WINDOW_SECONDS) throw new Error('a market had no prices');
  }
  return used;
}

/** A scenario over the running main market, against the same product without it: prices at their pace, storage and streams. */
export async function measureScenario(): Promise<Result[]> {
  const folders = [newDataDir(), newDataDir()] as const;
  const products: Product[] = [];
  try {
    const alone = await prepared(folders[0].path, false);
    products.push(alone);
    const both = await prepared(folders[1].path, true);
    products.push(both);
    for (const product of products) await waitUntilQuiet(product);
    const [without, withIt] = await measure(alone, both);
    const [value, ceiling] = [median(withIt), median(without)];
    return [
      {
        name: `scenario over a running market of ${SYNTHETIC_PAIRS.length} pairs`,
        value: round(value),
        unit: `CPU s in ${WINDOW_SECONDS} s`,
        ceiling: round(ceiling),
        ratio: round(value / ceiling),
        target: '≤ 1.2 times the CPU of the product without it',
        met: value <= 1.2 * ceiling,
        note:
          `the server’s process, ${PEOPLE} people on the stream of the scenario; ${spread(withIt)}; beside it in the same ` +
          `windows the product without a scenario, ${PEOPLE} people on that of the main market, ${spread(without)}`,
      },
    ];
  } finally {
    for (const product of products) await product.stop();
    for (const folder of folders) folder.remove();
  }
}
