import type { NewClass, NewClassRules } from '@plecho/contract';
import { CLASS_WORDS, MAX_CLASS_NUMBER } from '@plecho/domain';
import { countedIds, Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { ScenarioAdministration } from '../operators/scenarios.ts';
import type { DatasetRecord } from '../replays/ports.ts';
import { sharedMarket } from '../replays/definitions.ts';
import { ClassAdministration } from './administration.ts';
import { drawName } from './names.ts';
import type { NewClassRecord } from './ports.ts';

const DAY = 86_400;
const FROM = 20_000 * DAY;
const DATASET: DatasetRecord = {
  ...{ id: 'crash', story: 'crash', provenance: 'generated', sha256: [] },
  series: [{ symbol: 'BTCUSDT', priceDecimals: 2, first: FROM - DAY, last: FROM + 3 * DAY - 60, minutes: 5_760 }],
};
const RULES: NewClassRules = {
  ...{ maxLeverage: 5, maxSharePercent: null, maxDayLossPercent: null, maxLossPercent: '10', targetPercent: null },
  ...{ days: null, calibration: false },
};
const SOURCE = { kind: 'replay' as const, dataset: DATASET.id, from: FROM, startAt: FROM, speed: 60 };
const random = new Random(5);
const entropy = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, () => random.int(0, 255));

function administration(taken: (drawn: number) => boolean = () => false) {
  const markets: MarketDefinition[] = [];
  const classes: NewClassRecord[] = [];
  const asked: Parameters<ScenarioAdministration['define']>[1][] = [];
  const scenario: MarketDefinition = {
    ...sharedMarket({ id: 'scenario-1', symbols: ['BTCUSDT'], from: FROM, opensAt: FROM, speed: 1 }, DATASET),
    kind: 'scenario',
  };
  let drawn = 0;
  const made = new ClassAdministration({
    ...{ store: {} as never, boards: {} as never, markets: { mainId: 'main' }, entropy, ids: countedIds() },
    scenarios: {
      define: (_, publication) => {
        asked.push(publication);
        return Promise.resolve({ definition: scenario, lastKey: null, commitment: '' });
      },
    },
    replays: {
      define: (dataset, { from, startAt: opensAt, speed }) =>
        sharedMarket({ id: 'replay-1', symbols: ['BTCUSDT'], from, opensAt, speed }, dataset),
    },
    library: { find: (id) => Promise.resolve(id === DATASET.id ? DATASET : null) },
    once: (_, make) =>
      make({
        addMarket: (definition) => Promise.resolve(void markets.push(definition)),
        addClass: (record) => {
          drawn += 1;
          if (taken(drawn)) return Promise.resolve(false);
          classes.push(record);
          return Promise.resolve(true);
        },
      }),
    clock: { now: () => 0 } as never,
    refresh: () => Promise.resolve(),
  });
  const make = (asking: Partial<NewClass>): ReturnType<ClassAdministration['make']> =>
    made.make(7n, { source: SOURCE, rules: RULES, ...asking }, null);
  return { make, markets, classes, asked };
}

describe('a class that is made', () => {
  it('C2 has its rules, its balance and its end in the definition of its market', async () => {
    const { make, markets, classes } = administration();
    await make({ startBalance: '250', rules: { ...RULES, days: 3 } });
    expect(markets).toMatchObject([
      { id: 'replay-1', kind: 'replay', startBalance: 250_000_000n, endAt: FROM + 3 * DAY, startAt: FROM },
    ]);
    expect(markets[0]?.rules.classRules).toMatchObject({ maxLeverage: 5, maxLoss: 100_000n, days: 3, target: null });
    expect(classes).toMatchObject([{ marketId: 'replay-1', madeBy: 7n }]);
    await make({});
    expect(markets[1]?.endAt).toBeNull();
  });

  it('M7 lasts no longer than its recording', async () => {
    const { make, markets } = administration();
    await expect(make({ rules: { ...RULES, days: 4 } })).rejects.toMatchObject({ code: 'class_days_too_long' });
    await expect(make({ source: { ...SOURCE, dataset: 'other' } })).rejects.toMatchObject({
      code: 'dataset_not_found',
    });
    expect(markets).toEqual([]);
  });

  it('C2 has the main market’s prices through a recipe that changes nothing', async () => {
    const { make, asked } = administration();
    await make({ source: { kind: 'main' } });
    expect(asked).toMatchObject([{ blind: false, recipe: { base: 'main', stages: [{ direction: 'neutral' }] } }]);
  });

  it('M1 draws until a name is nobody’s', async () => {
    const { make, classes } = administration((drawn) => drawn < 4);
    await make({});
    expect(classes).toHaveLength(1);
    await expect(administration(() => true).make({})).rejects.toThrow('no name for a class was free');
  });
});

it('M1 names and codes have the forms that the database holds', () => {
  for (let n = 0; n < 500; n += 1) {
    const { word, number, code } = drawName(entropy);
    expect(CLASS_WORDS).toContain(word);
    expect(number >= 1 && number <= MAX_CLASS_NUMBER).toBe(true);
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  }
});
