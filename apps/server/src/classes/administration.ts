import type { ClassSource, NewClass } from '@plecho/contract';
import type { ClassRules, Stage, Usdt } from '@plecho/domain';
import type { IdSource } from '../commands/batch.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import type { ScenarioAdministration } from '../operators/scenarios.ts';
import { endOf } from '../replays/choice.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { SharedReplays } from '../replays/shared.ts';
import type { Board, ClassBoards } from './board.ts';
import { drawName, type DrawnName } from './names.ts';
import type { ClassPublisher, ClassRecord, ClassStore, NewClassRecord } from './ports.ts';
import { rulesOf, startBalanceOf } from './rules.ts';

const DAY = 86_400;
/** Two of 24 thousand names are seldom the same. */
const MOST_DRAWS = 50;

/** What leaves the prices of the base as they are. */
const NEUTRAL: Stage = {
  ...{ type: 'trend', mode: 'static', direction: 'neutral', driftPercent: '0', symbols: null },
};

interface Dependencies {
  store: ClassStore;
  boards: ClassBoards;
  markets: Pick<Markets, 'mainId'>;
  scenarios: Pick<ScenarioAdministration, 'define'>;
  replays: Pick<SharedReplays, 'define'>;
  library: Pick<DatasetLibrary, 'find'>;
  once: Once<ClassPublisher>;
  clock: Clock;
  ids: Pick<IdSource, 'draw'>;
  /** Random bytes. */
  entropy(bytes: number): Uint8Array;
  /** Starts what was published, and ends what was asked to. Never rejects. */
  refresh(): Promise<void>;
}

interface OwnMarket {
  definition: MarketDefinition;
  lastKey: Uint8Array | null;
}

/** Classes for operators: made with rules that never change, looked at, ended. */
export class ClassAdministration {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The newest first. */
  list(): Promise<ClassRecord[]> {
    return this.#with.store.list();
  }

  /** @throws Problem class_not_found */
  async one(id: bigint): Promise<ClassRecord> {
    const found = await this.#with.store.byId(id);
    if (found === null) throw new Problem('class_not_found');
    return found;
  }

  board(found: ClassRecord): Promise<Board> {
    return this.#with.boards.read(found);
  }

  /**
   * @param key the request's Idempotency-Key: the same with the same class makes one (rule L6)
   * @throws Problem with what is wrong with the rules, the recipe or the replay
   */
  async make(operatorId: bigint, asked: NewClass, key: string | null): Promise<{ id: string; code: string }> {
    const { once, clock, ids, refresh } = this.#with;
    const startBalance = startBalanceOf(asked.startBalance);
    const rules = rulesOf(asked.rules, startBalance);
    const id = await ids.draw();
    const made = await once(requestKey(operatorId, 'makeClass', key, asked), async (publisher) => {
      const { definition, lastKey } = await this.#market(`scenario-${id}`, asked.source, rules, startBalance);
      const now = clock.now();
      await publisher.addMarket(definition, lastKey, now);
      const { code } = await this.#add(publisher, {
        ...{ id, marketId: definition.id, madeBy: operatorId, createdAt: now },
      });
      return { id: String(id), code };
    });
    await refresh();
    return made;
  }

  /** Ended twice is ended once. @throws Problem class_not_found */
  async end(id: bigint): Promise<ClassRecord> {
    const { store, boards, clock, refresh } = this.#with;
    await this.one(id);
    await store.end(id, clock.now());
    boards.forget(id);
    await refresh();
    return this.one(id);
  }

  /** The market of a class: a scenario over another one, or a replay; with its rules and its end. */
  async #market(id: string, source: ClassSource, rules: ClassRules, startBalance: Usdt): Promise<OwnMarket> {
    const { definition, lastKey } = await this.#prices(id, source, rules);
    const { startAt } = definition;
    const endAt = rules.days === null ? null : startAt + rules.days * DAY;
    return {
      definition: { ...definition, startBalance, endAt, rules: { ...definition.rules, classRules: rules } },
      lastKey,
    };
  }

  async #prices(id: string, source: ClassSource, { days }: ClassRules): Promise<OwnMarket> {
    const { scenarios, replays, library, markets } = this.#with;
    if (source.kind === 'main') {
      return scenarios.define(id, { recipe: { base: markets.mainId, stages: [NEUTRAL] }, blind: false });
    }
    if (source.kind === 'scenario') {
      const { recipe, costs, blind } = source;
      return scenarios.define(id, { recipe, blind, ...(costs === undefined ? {} : { costs }) });
    }
    const { kind: _kind, ...replay } = source;
    const dataset = await library.find(replay.dataset);
    if (dataset === null) throw new Problem('dataset_not_found');
    const definition = replays.define(dataset, replay);
    const symbols = definition.parameters['symbols'];
    const end = Array.isArray(symbols) ? endOf(dataset, symbols) : definition.startAt;
    if (days !== null && definition.startAt + days * DAY > end) throw new Problem('class_days_too_long');
    return { definition, lastKey: null };
  }

  /** Draws until a name and a code are nobody's. */
  async #add(publisher: ClassPublisher, made: Omit<NewClassRecord, keyof DrawnName>): Promise<DrawnName> {
    for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
      const name = drawName(this.#with.entropy);
      if (await publisher.addClass({ ...made, ...name })) return name;
    }
    throw new Error('no name for a class was free');
  }
}
