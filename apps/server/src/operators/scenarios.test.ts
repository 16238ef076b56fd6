import { DEFAULT_RULES, type ClassRules, type Recipe } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { Markets, MarketStatus, RunningMarketPort } from '../engine/market-port.ts';
import { Problem } from '../lib/problem.ts';
import { rulesOf } from './costs.ts';
import { ScenarioAdministration } from './scenarios.ts';
import { countedIds } from '@plecho/testkit';

type About = Partial<Pick<MarketDefinition, 'id' | 'kind' | 'ownerId'>> &
  Partial<MarketStatus> & { classRules?: ClassRules };

/** A market of any kind in any state. */
class OneMarket extends FixedMarket {
  readonly #about: About;

  constructor(about: About) {
    super();
    this.#about = about;
  }

  override get definition(): MarketDefinition {
    const { id = 'main', kind = 'synthetic', ownerId, classRules = null } = this.#about;
    const rules = { ...DEFAULT_RULES, classRules };
    return { ...super.definition, id, kind, rules, ...(ownerId === undefined ? {} : { ownerId }) };
  }

  override async status(): Promise<MarketStatus> {
    const { life = 'running', halt = null } = this.#about;
    return { ...(await super.status()), life, halt };
  }
}

const HALT = { reason: 'the books do not add up', at: 0 };
const CLASS_RULES: ClassRules = {
  ...{ maxLeverage: 5, maxShare: null, maxDayLoss: null, maxLoss: null, target: null, days: null },
  calibration: false,
};
const ABOUT: Record<string, About> = {
  main: {},
  shared: { kind: 'replay' },
  personal: { kind: 'replay', ownerId: 7n },
  upcoming: { kind: 'replay', life: 'upcoming' },
  over: { kind: 'replay', life: 'ended' },
  halted: { halt: HALT },
  bent: { kind: 'scenario' },
  class: { kind: 'scenario', classRules: CLASS_RULES },
  drill: { kind: 'replay', life: 'upcoming', classRules: CLASS_RULES },
};

function administration() {
  const ports = Object.entries(ABOUT).map(([id, about]) => {
    const market = new OneMarket({ ...about, id });
    return Object.assign(market, { id }) as unknown as RunningMarketPort;
  });
  const get = (id: string): RunningMarketPort | null => ports.find((port) => port.id === id) ?? null;
  const asked = new Set<string>();
  const markets: Pick<Markets, 'mainId' | 'get' | 'running' | 'all'> = {
    ...{ mainId: 'main', get, all: () => ports },
    running: (id) => (ABOUT[id]?.life === 'ended' ? null : get(id)),
  };
  const scenarios = new ScenarioAdministration({
    markets: markets as Markets,
    ends: {
      askEnd: (id) => Promise.resolve(void asked.add(id)),
      asked: () => Promise.resolve(asked),
    },
    clock: { now: () => 0 } as never,
    ids: countedIds(),
    once: () => Promise.reject(new Error('nothing is published here')),
    entropy: (bytes) => new Uint8Array(bytes),
    drawBase: () => ({ parameters: {}, lastKey: new Uint8Array() }),
    ownSymbols: new Set(),
    refresh: () => Promise.resolve(),
  });
  return { scenarios, get, asked };
}

const over = (base: string): Recipe => ({ base, stages: [{ type: 'spread', percent: '1', symbols: null }] });

describe('what trading in a scenario costs', () => {
  const funding = { intervalHours: 8, capPercent: '0.75' };

  it('C2 is published with it, 0 and none by default', () => {
    expect(rulesOf()).toEqual(DEFAULT_RULES);
    expect(rulesOf({ takerFeePercent: '0.05', makerFeePercent: '0.02', funding })).toEqual({
      ...DEFAULT_RULES,
      ...{ takerFee: 500n, makerFee: 200n, funding: { intervalHours: 8, cap: 7_500n } },
    });
  });

  it.each([
    { takerFeePercent: '1.0001' },
    { takerFeePercent: '0.05', makerFeePercent: '0.06' },
    { funding: { ...funding, intervalHours: 3 } },
    { funding: { ...funding, capPercent: '0' } },
    { funding: { ...funding, capPercent: '0.7501' } },
  ])('M1 refuses %j', (costs) => {
    expect(() => rulesOf(costs)).toThrow(expect.objectContaining({ code: 'costs_out_of_range' }));
  });
});

describe('the markets of an installation', () => {
  it('S6 C2 a base is everybody’s, runs and is not halted; personal sessions are not even listed', async () => {
    const { scenarios } = administration();
    const items = await scenarios.list();
    expect(items.map(({ market }) => market.id)).toEqual(Object.keys(ABOUT).filter((id) => id !== 'personal'));
    expect(items.filter(({ canBeBase }) => canBeBase).map(({ market }) => market.id)).toEqual(['main', 'shared']);
    const refused = { personal: 'base_not_shared', bent: 'base_not_shared', nowhere: 'base_not_running' };
    const away = { upcoming: 'base_not_running', over: 'base_not_running', halted: 'base_not_running' };
    for (const [base, code] of Object.entries({ ...refused, ...away })) {
      await expect(scenarios.preview(over(base), 'BTCUSDT'), base).rejects.toMatchObject({ code });
    }
  });

  it('C4 scenarios and shared replays can be ended; personal sessions, those of classes and the others can not', async () => {
    const { scenarios, get, asked } = administration();
    const endable = async (): Promise<string[]> =>
      (await scenarios.list()).filter(({ canEnd }) => canEnd).map(({ market }) => market.id);
    expect(await endable()).toEqual(['shared', 'upcoming', 'bent']);
    const end = async (id: string): Promise<unknown> => {
      const market = get(id);
      if (market === null) throw new Error(id);
      try {
        await scenarios.end(market);
        return 'ending';
      } catch (error) {
        return error instanceof Problem ? error.code : error;
      }
    };
    const refused = await Promise.all(['main', 'personal', 'over', 'class', 'drill'].map(end));
    const [no, over] = ['market_not_endable', 'market_ended'];
    expect(refused).toEqual([no, no, over, no, no]);
    expect(await Promise.all(['shared', 'upcoming', 'bent'].map(end))).toEqual(['ending', 'ending', 'ending']);
    expect([...asked].toSorted()).toEqual(['bent', 'shared', 'upcoming']);
    expect(await endable()).toEqual([]);
  });
});
