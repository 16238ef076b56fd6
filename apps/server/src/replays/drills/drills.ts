import type { DrillControl, NewDrill } from '@plecho/contract';
import type { Markets } from '../../engine/market-port.ts';
import { pathStep } from '../../feeds/replay/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { requestKey, type Once } from '../../lib/once.ts';
import { Problem } from '../../lib/problem.ts';
import { checkEnd, checkStart, pairsOf } from '../choice.ts';
import { drillMarket } from '../definitions.ts';
import type { DatasetLibrary } from '../library.ts';
import { DAY_ONE, maskedSymbol } from '../mask.ts';
import { reveal, type Revelation } from '../session-view.ts';
import { controlled, DRILL, isDrill } from './drill.ts';
import type { DrilledClass, DrillPerson, DrillPublisher, DrillRecord, DrillStore, DrillTrade } from './ports.ts';
import { windowEnd, windowShift } from './window.ts';

const LISTED = 100;
/** What one server runs without getting slow. */
const MAX_RUNNING = 50;

/** A drill as it stands. Times are of the market's clock unless it says so. */
export interface DrillView {
  drill: DrillRecord;
  label: string;
  /** As the market calls its pairs. */
  symbols: string[];
  /** Seconds, and ms. */
  startAt: number;
  end: number;
  /** 00:00 of «день 1»; null unless the dates are masked. */
  dayOne: number | null;
  /** Until it plays, ms; null unless the countdown runs. */
  countdownMs: number | null;
}

export interface DebriefView extends DrillView {
  startBalance: bigint;
  people: DrillPerson[];
  trades: DrillTrade[];
  /** null unless the dates were masked. */
  revealed: Revelation | null;
}

interface Dependencies {
  store: DrillStore;
  library: DatasetLibrary;
  markets: Pick<Markets, 'get' | 'allRunning'>;
  clock: Clock;
  /** Random bytes, for ids. */
  entropy(bytes: number): Uint8Array;
  once: Once<DrillPublisher>;
  /** Starts what was published, and ends what was asked to. Never rejects. */
  refresh(): Promise<void>;
}

/** Drills of classes: made, controlled by any operator, looked back on. Who plays one stands in the database alone. */
export class Drills {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Newest first. @throws Problem class_not_found */
  async list(code: string): Promise<DrillView[]> {
    const { id } = await this.#class(code);
    const drills = await this.#with.store.ofClass(id, LISTED);
    return drills.map((drill) => this.#viewOf(drill));
  }

  /** The same for a member. @throws Problem class_not_found, not_a_member */
  async ofClass(code: string, userId: bigint): Promise<DrillView[]> {
    const { id } = await this.#class(code);
    if (!(await this.#with.store.isOfClass(id, userId))) throw new Problem('not_a_member');
    return this.list(code);
  }

  /** Whether somebody comes as a member of the class or as an operator. @throws Problem drill_not_found, not_a_member */
  async admit(marketId: string, userId: bigint): Promise<'member' | 'operator'> {
    const belonging = isDrill(marketId) ? await this.#with.store.belonging(marketId, userId) : null;
    if (belonging === null) throw new Problem('drill_not_found');
    if (belonging === 'stranger') throw new Problem('not_a_member');
    return belonging;
  }

  /** For whoever has been admitted. @throws Problem drill_not_found */
  async read(marketId: string): Promise<DrillView> {
    return this.#viewOf(await this.#find(marketId));
  }

  /** For whoever has been admitted. @throws Problem drill_not_found, drill_not_over */
  async debrief(marketId: string): Promise<DebriefView> {
    const { store, library, markets } = this.#with;
    const stored = await this.#find(marketId);
    const market = markets.get(marketId);
    if (!stored.ended || market === null) throw new Problem('drill_not_over');
    // Its last second was not saved any more.
    const drill = { ...stored, playhead: Math.max(stored.playhead, (await market.status()).now) };
    const [people, trades] = await Promise.all([store.people(marketId), store.trades(marketId)]);
    const { startBalance } = market.definition;
    const revealed = drill.masked ? await reveal(library, drill) : null;
    return { ...this.#viewOf(drill), startBalance, people, trades, revealed };
  }

  /**
   * @param key the request's Idempotency-Key: the same with the same drill makes one (rule L6)
   * @throws Problem class_not_found, class_ended, dataset_not_found, unknown_symbol, replay_start_outside, drill_too_long, too_many_markets
   */
  async make(operatorId: bigint, wanted: NewDrill, key: string | null): Promise<DrillView> {
    const { once, library, markets, entropy, refresh } = this.#with;
    const of = await this.#class(wanted.class);
    const dataset = await library.find(wanted.dataset);
    const id = `${DRILL}${Buffer.from(entropy(8)).toString('hex')}`;
    const made = await once(requestKey(operatorId, 'makeDrill', key, wanted), async (storage) => {
      if (of.ended) throw new Problem('class_ended');
      if (dataset === null) throw new Problem('dataset_not_found');
      if (markets.allRunning().length >= MAX_RUNNING) throw new Problem('too_many_markets');
      const symbols = pairsOf(dataset, wanted.symbols);
      checkStart(dataset, symbols, wanted.from);
      const endAt = windowEnd({ startAt: wanted.from, minutes: wanted.minutes });
      checkEnd(dataset, symbols, endAt);
      await this.#publish(storage, { id, symbols, endAt, wanted, dataset, of });
      return id;
    });
    await refresh();
    return this.read(made);
  }

  /** @throws Problem drill_not_found, drill_changed, market_ended */
  async control(marketId: string, asked: DrillControl): Promise<DrillView> {
    const { store, clock } = this.#with;
    const drill = await store.change(marketId, clock.now(), (at) =>
      controlled(at, asked, { isOver: at.ended || at.ending, now: at.readAt }),
    );
    if (drill === null) throw new Problem('drill_not_found');
    return this.#viewOf(drill);
  }

  async #publish(
    storage: DrillPublisher,
    {
      id,
      symbols,
      endAt,
      wanted,
      dataset,
      of,
    }: {
      id: string;
      symbols: string[];
      endAt: number;
      wanted: NewDrill;
      dataset: NonNullable<Awaited<ReturnType<DatasetLibrary['find']>>>;
      of: DrilledClass;
    },
  ): Promise<void> {
    const { from: startAt, masked, minutes, speed } = wanted;
    const now = this.#with.clock.now();
    const market = drillMarket({ marketId: id, symbols, startAt, endAt, masked }, dataset, of);
    await storage.addMarket(market, now);
    await storage.addDrill({
      ...{ marketId: id, classId: of.id, datasetId: dataset.id, symbols, startAt, minutes, masked, speed },
      ...{ createdAt: now, playhead: market.startAt * 1000 - 1, pathStep: pathStep(speed) },
    });
  }

  async #class(code: string): Promise<DrilledClass> {
    const found = await this.#with.store.classOf(code);
    if (found === null) throw new Problem('class_not_found');
    return found;
  }

  async #find(marketId: string): Promise<DrillRecord> {
    const drill = await this.#with.store.find(marketId);
    if (drill === null) throw new Problem('drill_not_found');
    return drill;
  }

  #viewOf(drill: DrillRecord): DrillView {
    const { marketId, symbols, startAt, masked, playsAt, readAt } = drill;
    const shift = windowShift(drill);
    return {
      drill,
      label: this.#with.markets.get(marketId)?.definition.label ?? '',
      symbols: masked ? symbols.map((_, place) => maskedSymbol(place)) : symbols,
      startAt: startAt + shift,
      end: (windowEnd(drill) + shift) * 1000,
      dayOne: masked ? DAY_ONE : null,
      countdownMs: playsAt === null ? null : Math.max(0, playsAt - readAt),
    };
  }
}
