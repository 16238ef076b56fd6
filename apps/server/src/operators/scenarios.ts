import { hash } from 'node:crypto';
import type { OperatedMarket, ScenarioPreviewed, ScenarioPublication, ScenarioPublished } from '@plecho/contract';
import {
  commitmentText,
  DEFAULT_START_BALANCE,
  PairStages,
  recipeProblem,
  recipeWords,
  scenarioLabel,
  type Recipe,
} from '@plecho/domain';
import type { IdSource } from '../commands/batch.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketPort, Markets, MarketStatus } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import { toWireMarket } from '../wire/market.ts';
import { toWireCandle } from '../wire/trading.ts';
import { rulesOf } from './costs.ts';
import type { EndStore, ScenarioStore } from './ports.ts';

const MINUTE = 60;
const PREVIEW_CANDLES = 240;
const SALT_BYTES = 32;
/** How far ahead a start can be planned, seconds. */
const MAX_AHEAD = 30 * 86_400;
/** What one server runs without getting slow. */
const MAX_RUNNING = 50;

/** What the prices of a scenario without a base are made from. */
export interface OwnBase {
  parameters: MarketDefinition['parameters'];
  lastKey: Uint8Array;
}

interface Dependencies {
  markets: Markets;
  ends: EndStore;
  once: Once<ScenarioStore>;
  clock: Clock;
  ids: Pick<IdSource, 'draw'>;
  /** Random bytes. */
  entropy(bytes: number): Uint8Array;
  /** Draws a synthetic market, with these pairs. */
  drawBase(): OwnBase;
  ownSymbols: ReadonlySet<string>;
  /** Starts what was published, and ends what was asked to. Never rejects. */
  refresh(): Promise<void>;
}

/** A scenario that is to be published. */
export interface DefinedScenario {
  definition: MarketDefinition;
  /** Of the keys that its own base is made from; null when it has another market's prices. */
  lastKey: Uint8Array | null;
  commitment: string;
}

interface Base {
  port: MarketPort;
  symbols: ReadonlySet<string>;
  /** The clock of the scenario to be, seconds. */
  now: number;
}

/** A scenario's prices are bent already, and a personal session is played as one person likes. */
const isShareable = ({ definition: { kind, ownerId } }: MarketPort): boolean =>
  kind !== 'scenario' && ownerId === undefined;

const canBeBase = (market: MarketPort, { life, halt }: MarketStatus): boolean =>
  isShareable(market) && life === 'running' && halt === null;

/** What was made here to be over one day; a personal session is its owner's, and a class and its drills end in their own places. */
function canEnd({ id, definition }: MarketPort, { life }: MarketStatus, mainId: string): boolean {
  const { kind, ownerId, rules } = definition;
  const isMade = kind === 'scenario' || (kind === 'replay' && ownerId === undefined);
  return isMade && rules.classRules === null && id !== mainId && life !== 'ended';
}

/** Scenarios: looked at beforehand, published, ended. There is no way to change one (charter rule C2). */
export class ScenarioAdministration {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async list(): Promise<OperatedMarket[]> {
    const { markets, ends } = this.#with;
    const asked = await ends.asked();
    const shared = markets.all().filter(({ definition }) => definition.ownerId === undefined);
    const items = shared.map(async (port): Promise<OperatedMarket> => {
      const status = await port.status();
      const ending = asked.has(port.id) && status.life !== 'ended';
      const market = toWireMarket(port, status, markets.mainId);
      const endable = canEnd(port, status, markets.mainId) && !ending;
      return { market, ending, canEnd: endable, canBeBase: canBeBase(port, status) };
    });
    return Promise.all(items);
  }

  /**
   * The recipe on the newest candles of its base; of a base that is yet to be drawn, on the main market's.
   * @throws Problem with what is wrong with the recipe
   */
  async preview(recipe: Recipe, symbol: string): Promise<ScenarioPreviewed> {
    const { port, symbols } = await this.#checked(recipe);
    if (!symbols.has(symbol) || !port.pairs.has(symbol)) throw new Problem('unknown_symbol');
    const before = await port.candles(symbol, '1m', PREVIEW_CANDLES, null);
    const startAt = before[0]?.time ?? 0;
    const reference = before[0]?.open ?? 0n;
    const stages = new PairStages(
      recipe.stages.filter((stage) => stage.symbols === null || stage.symbols.includes(symbol)),
    );
    const after = before.map((candle) => stages.candle(candle, reference, (candle.time - startAt) * 1000));
    return {
      ...{ label: scenarioLabel(recipe, false), market: port.id, symbol, startAt },
      before: before.map(toWireCandle),
      after: after.filter((candle) => candle !== null).map(toWireCandle),
      words: recipeWords(recipe),
    };
  }

  /**
   * @param key the request's Idempotency-Key: the same with the same scenario makes one (rule L6)
   * @throws Problem with what is wrong with the recipe or its times
   */
  async publish(operatorId: bigint, asked: ScenarioPublication, key: string | null): Promise<ScenarioPublished> {
    const { once, clock, ids, refresh } = this.#with;
    const id = `scenario-${await ids.draw()}`;
    const published = await once(requestKey(operatorId, 'publishScenario', key, asked), async (store) => {
      const { definition, lastKey, commitment } = await this.define(id, asked);
      await store.publish(definition, lastKey, clock.now());
      return { id: definition.id, label: definition.label, commitment };
    });
    await refresh();
    return published;
  }

  /** @throws Problem market_ended, market_not_endable */
  async end(market: MarketPort): Promise<void> {
    const status = await market.status();
    if (status.life === 'ended') throw new Problem('market_ended');
    if (!canEnd(market, status, this.#with.markets.mainId)) throw new Problem('market_not_endable');
    await this.#with.ends.askEnd(market.id, this.#with.clock.now());
    await this.#with.refresh();
  }

  /**
   * The market of a scenario that is to be published.
   * @throws Problem with what is wrong with the recipe or its times
   */
  async define(id: string, asked: ScenarioPublication): Promise<DefinedScenario> {
    const { recipe, costs, blind, endAt = null } = asked;
    const { entropy, drawBase, markets } = this.#with;
    const { now } = await this.#checked(recipe);
    if (markets.allRunning().length >= MAX_RUNNING) throw new Problem('too_many_markets');
    const startAt = startOf(asked, now);
    const salt = Buffer.from(entropy(SALT_BYTES)).toString('hex');
    const commitment = hash('sha256', commitmentText({ recipe, salt }));
    const own = recipe.base === null ? drawBase() : null;
    const label = scenarioLabel(recipe, blind);
    const definition: MarketDefinition = {
      ...{ id, kind: 'scenario', title: label, label, startAt, endAt },
      ...{ rules: rulesOf(costs), startBalance: DEFAULT_START_BALANCE, ended: false },
      parameters: { commitment, ...own?.parameters },
      scenario: { recipe, salt, commitment, blind },
    };
    return { definition, lastKey: own?.lastKey ?? null, commitment };
  }

  async #checked(recipe: Recipe): Promise<Base> {
    const base = await this.#baseOf(recipe);
    const problem = recipeProblem(recipe, base.symbols);
    if (problem === null) return base;
    throw new Problem(problem.code, 'details' in problem ? { details: problem.details } : {});
  }

  async #baseOf({ base }: Recipe): Promise<Base> {
    const { markets, clock, ownSymbols } = this.#with;
    const id = base ?? markets.mainId;
    const known = markets.get(id);
    if (known !== null && !isShareable(known)) throw new Problem('base_not_shared');
    const port = markets.running(id);
    if (port === null) throw new Problem('base_not_running');
    if (base === null) return { port, symbols: ownSymbols, now: clock.now() / 1000 };
    const status = await port.status();
    if (!canBeBase(port, status)) throw new Problem('base_not_running');
    return { port, symbols: new Set(port.pairs.keys()), now: status.now / 1000 };
  }
}

/**
 * A scenario starts with a whole minute, so that each of its candles is before the start or after it: asked to start
 * now, with the one that has begun.
 * @throws Problem scenario_times
 */
function startOf({ startAt, endAt }: ScenarioPublication, now: number): number {
  const wanted = startAt ?? now;
  const start = Math.floor(wanted / MINUTE) * MINUTE;
  const isEarly = start < Math.floor(now / MINUTE) * MINUTE;
  if (isEarly || wanted > now + MAX_AHEAD) throw new Problem('scenario_times');
  if (endAt !== undefined && (endAt <= start || endAt <= now)) throw new Problem('scenario_times');
  return start;
}
