import { hash } from 'node:crypto';
import { commitmentText, spreadsOf, type Recipe } from '@plecho/domain';
import {
  countedIds,
  Auditor,
  drawProfile,
  FakeClock,
  Random,
  ratio,
  Workload,
  type Action,
  type Profile,
} from '@plecho/testkit';
import type { Command, Idempotency, Outcome } from '../../src/commands/command.ts';
import type { PriceRecord } from '../../src/commands/batch.ts';
import type { MarketDefinition, ScenarioDefinition } from '../../src/engine/market-definition.ts';
import { MarketHost, type HostOptions } from '../../src/engine/market-host.ts';
import { ForwardClock } from '../../src/lib/clock.ts';
import type { Feed } from '../../src/feeds/feed.ts';
import type { StartPriceStore } from '../../src/feeds/scenario/index.ts';
import { ScenarioMarkets } from '../../src/wiring/scenario-markets.ts';
import { LastCandles } from './last-candles.ts';
import { FAIR, MemoryJournal, MemoryStore, type JournalWeather } from './memory-journal.ts';
import { noCandles, ScriptedFeed } from './scripted-feed.ts';
import { startInWeather } from './start-in-weather.ts';

/** A whole minute. */
const START_MS = 1_770_300_000_000;
const MINUTE = 60_000;
/** Longer than any chain of promises between a command and its reply. */
const TURNS = 60;
const ALL = { symbols: null };

/** How a run comes to its end. */
export type Ending = 'planned' | 'base' | 'asked';

const turns = async (): Promise<void> => {
  for (let n = 0; n < TURNS; n++) await Promise.resolve();
};

/** What the recipe of a run makes of a price: written down once more, from docs/markets.md. */
interface Bent {
  recipe: Recipe;
  /** @param start what the pair cost in the base at the start */
  of(price: bigint, start: bigint, elapsed: number): bigint | null;
}

/** Volatility, a static trend, a shock that stays, an outage and the spread of the profile. */
function drawRecipe(random: Random, { rules }: Profile): Bent {
  const drift = random.bigint(1n, 90n);
  const up = random.chance(50);
  const [after, minutes, drop] = [random.int(0, 3) * 60, random.int(1, 5), random.bigint(1n, 80n)];
  const [silentFrom, silent] = [random.int(1, 300), random.int(1, 20)];
  const k = random.bigint(5n, 20n);
  const spread = rules.spreads.get('BTCUSDT');
  const recipe: Recipe = {
    base: 'main',
    stages: [
      { type: 'trend', mode: 'static', direction: up ? 'up' : 'down', driftPercent: String(drift), ...ALL },
      { type: 'shock', dropPercent: String(drop), afterSeconds: after, minutes, recoveryMinutes: null, ...ALL },
      { type: 'outage', afterSeconds: silentFrom, seconds: silent, ...ALL },
      { type: 'volatility', factor: (Number(k) / 10).toFixed(1), ...ALL },
      ...(spread === undefined
        ? []
        : [{ type: 'spread' as const, percent: (Number(spread) / 10_000).toFixed(4), symbols: ['BTCUSDT'] }]),
    ],
  };
  const of = (price: bigint, start: bigint, elapsed: number): bigint | null => {
    if (elapsed >= silentFrom * 1000 && elapsed < (silentFrom + silent) * 1000) return null;
    const fallen = BigInt(Math.min(Math.max(Math.floor(elapsed) - after * 1000, 0), minutes * MINUTE));
    const left = ratio(1n).minus(ratio(drop, 100n).times(ratio(fallen, BigInt(minutes * MINUTE))));
    const made = ratio(start)
      .plus(ratio(k, 10n).times(ratio(price - start)))
      .times(ratio(up ? 100n + drift : 100n - drift, 100n))
      .times(left)
      .floor();
    return made < 1n ? 1n : made;
  };
  return { recipe, of };
}

/**
 * Start prices in memory. The base of a run has another past after every restart, which is no past at all: what was
 * stored first must be what prices are made from to the end.
 */
class MemoryStartPrices implements StartPriceStore {
  readonly kept = new Map<string, bigint>();
  /** What the process that runs has been told of them. */
  known: ReadonlyMap<string, bigint> = new Map();
  readonly #fails: () => boolean;

  /** @param fails before something is stored, or afterwards */
  constructor(fails: () => boolean) {
    this.#fails = fails;
  }

  async keep(found: ReadonlyMap<string, bigint>): Promise<ReadonlyMap<string, bigint>> {
    await Promise.resolve();
    if (this.#fails()) throw new Error('nothing is stored');
    for (const [symbol, price] of found) if (!this.kept.has(symbol)) this.kept.set(symbol, price);
    if (this.#fails()) throw new Error('the answer is lost');
    return (this.known = new Map(this.kept));
  }
}

/** A scenario over a base that is killed, halted and ended: the base's feed is hostile, the scenario's storage fails. */
export class ScenarioWorld {
  readonly violations: string[] = [];
  readonly counts: Record<string, number> = {};
  readonly #random: Random;
  readonly #profile: Profile;
  readonly #bent: Bent;
  readonly #definition: MarketDefinition;
  readonly #clock = new FakeClock(START_MS);
  readonly #startAt: number;
  readonly #endAt: number;
  readonly #baseStore = new MemoryStore();
  readonly #store = new MemoryStore();
  readonly #last = new LastCandles();
  readonly #auditor: Auditor;
  readonly #workload: Workload;
  readonly #startPrices: MemoryStartPrices;
  #baseFeed!: ScriptedFeed;
  #base!: MarketHost;
  #scenarios!: ScenarioMarkets;
  #journal!: MemoryJournal;
  #host!: MarketHost;
  /** Grows with every process; callbacks of an earlier one are not heard. */
  #process = 0;
  #calm = false;
  #over = false;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#profile = { ...drawProfile(this.#random), curses: false };
    const { symbols, startBalance } = this.#profile;
    this.#bent = drawRecipe(this.#random, this.#profile);
    const { recipe } = this.#bent;
    this.#startAt = START_MS + this.#random.int(0, 1) * MINUTE;
    this.#endAt = START_MS + 30 * 86_400_000;
    const salt = '0'.repeat(64);
    const commitment = hash('sha256', commitmentText({ recipe, salt }));
    const rules = { ...this.#profile.rules, spreads: spreadsOf(recipe, symbols) };
    this.#definition = {
      ...{ id: 'scenario-1', kind: 'scenario', title: 'Сценарий', label: 'Сценарий', rules, startBalance },
      ...{ startAt: this.#startAt / 1000, endAt: this.#endAt / 1000, parameters: { commitment }, ended: false },
      scenario: { recipe, salt, commitment, blind: false },
    };
    const { appendLost } = this.#profile.faults;
    this.#startPrices = new MemoryStartPrices(() => this.#isBad(appendLost));
    this.#auditor = new Auditor({ symbols, rules: this.#profile.rules, startBalance });
    this.#workload = new Workload(this.#random, this.#profile, this.#auditor.books);
  }

  async run(ending: Ending): Promise<void> {
    await this.#boot();
    for (let n = 0; n < this.#profile.actions && this.#auditor.violations.length === 0; n++) {
      await this.#act(this.#workload.next(this.#base.status().now));
      if (this.#random.chance(1)) this.#base.halt(new Error('the base is halted'));
      await turns();
    }
    this.#calm = true;
    await this.#comeToRest();
    this.#auditor.end();
    this.#over = true;
    await this.#end(ending);
    await this.#comeToRest();
    this.#auditor.quiet();
    this.#count(`ended as ${ending}`);
    this.violations.push(...this.#auditor.violations);
    if (this.#host.status().life !== 'ended') this.violations.push(`E2: ${ending} did not end it`);
    if (this.#store.positions.size + this.#store.orders.size > 0) this.violations.push('E2: something is left open');
  }

  /** A restart between the planned end and its carrying out ends it too. */
  async #end(ending: Ending): Promise<void> {
    if (ending === 'asked') return void this.#host.end();
    if (ending === 'base') {
      await this.#base.end();
      this.#scenarios.ended('main');
      return;
    }
    this.#clock.step(this.#endAt - this.#clock.now());
    if (this.#random.chance(50)) await this.#reboot('restart');
    this.#clock.advance(1_000);
  }

  async #act(action: Action): Promise<void> {
    this.#count(action.type);
    if (action.type === 'tick') this.#baseFeed.tick(action.tick);
    if (action.type === 'advance') this.#clock.advance(action.ms);
    if (action.type === 'step') this.#clock.step(action.ms);
    if (action.type === 'release') this.#journal.release();
    if (action.type === 'command') this.#ask(action.command as Command, action.key as Idempotency | null);
    if (action.type === 'crash' || action.type === 'restart') await this.#reboot(action.type);
  }

  /** A valid price of the base: what the scenario has to make of it. */
  #heard({ symbol, price, time }: PriceRecord): void {
    const elapsed = time - this.#startAt;
    const start = this.#startPrices.known.get(symbol);
    if (elapsed >= 0 && start === undefined) this.#count('without a start price');
    const made = elapsed < 0 || this.#over || start === undefined ? null : this.#bent.of(price, start, elapsed);
    this.#count(made === null ? 'silent' : 'price');
    if (made !== null) this.#auditor.tick({ symbol, price: made, time }, this.#host.status().now);
  }

  #ask(command: Command, key: Idempotency | null): void {
    const seenKey = key === null ? null : { scope: `${key.userId}:${key.action}:${key.key}`, bodyHash: key.bodyHash };
    const asked = this.#auditor.asked(command, seenKey, this.#host.status().now);
    const process = this.#process;
    const answer = (outcome: Outcome | null): void => {
      if (process !== this.#process) return;
      this.#count(outcome === null ? 'unavailable' : outcome.ok ? `ok ${command.type}` : outcome.code);
      this.#auditor.replied(asked, outcome, this.#host.status().now);
    };
    this.#host.submit(command, key ?? undefined).then(answer, () => answer(null));
  }

  /** Both markets are of one process: it dies with what it was doing, or is stopped in order. */
  async #reboot(how: 'crash' | 'restart'): Promise<void> {
    if (how === 'crash') {
      this.#journal.kill();
      this.#journal.release();
    } else {
      const stopped = this.#host.stop();
      for (let n = 0; n < 40; n++) {
        this.#journal.release();
        this.#clock.advance(n < 20 ? 0 : 5_000);
        await turns();
      }
      await stopped;
    }
    this.#process++;
    void this.#host.stop();
    await this.#base.stop();
    await turns();
    await this.#boot();
  }

  async #boot(): Promise<void> {
    const { symbols, rules } = this.#profile;
    const references = new Map(this.#workload.references());
    this.#baseFeed = new ScriptedFeed(symbols, this.#clock, references);
    this.#base = this.#hostOf(
      { ...this.#definition, id: 'main', kind: 'synthetic', scenario: null, rules: { ...rules, spreads: new Map() } },
      {
        ...{ feed: this.#baseFeed, store: this.#baseStore, candles: noCandles },
        journal: new MemoryJournal(this.#baseStore, FAIR, SILENT),
      },
    );
    this.#scenarios = new ScenarioMarkets({
      clock: this.#clock,
      store: { find: () => Promise.resolve(null) },
      dayKeys: { open: () => Promise.reject(new Error('it has a base')) },
      startPrices: () => this.#startPrices,
      running: (id) => (id === 'main' ? { past: this.#baseFeed, market: this.#base } : null),
      pairsOf: () => Promise.resolve(this.#baseFeed.pairs),
    });
    const process = this.#process;
    this.#base.listen({
      price: (_market, record) => process === this.#process && this.#heard(record),
      account: () => undefined,
    });
    this.#base.listen(this.#scenarios);
    await this.#base.start();
    await this.#bootScenario(references);
  }

  async #bootScenario(references: ReadonlyMap<string, bigint>): Promise<void> {
    const { scenario } = this.#definition;
    if (scenario === null) throw new TypeError('a scenario has a recipe');
    const feed = await this.#open(scenario);
    const process = this.#process;
    const tell = (what: () => void): void => {
      if (process === this.#process) what();
    };
    this.#journal = new MemoryJournal(this.#store, this.#weather(), {
      decided: (batch) => tell(() => this.#auditor.decided(batch, this.#host.status().now)),
      committed: (batch) =>
        tell(() => {
          for (const { reason } of batch.trades) this.#count(`closed by ${reason}`);
          this.#auditor.committed();
        }),
      aborted: () => tell(() => this.#auditor.aborted()),
    });
    this.#host = this.#hostOf(this.#definition, {
      ...{ feed, store: this.#store, journal: this.#journal, candles: this.#last.candles },
    });
    this.#host.listen({
      price: (_market, record) => tell(() => this.#auditor.shown(record)),
      account: (event) => tell(() => this.#auditor.event(event)),
    });
    const elapsed = Math.max(this.#base.status().now - this.#startAt, 0);
    const bent = [...references].flatMap(([symbol, price]) => {
      const made = this.#bent.of(price, this.#startPrices.known.get(symbol) ?? price, elapsed);
      return made === null ? [] : [[symbol, made] as const];
    });
    this.#auditor.restarted(this.#store.lastSeq, this.#store.lastRecordTime, new Map(bent));
    await startInWeather(this.#host);
  }

  /** Again and again while the storage fails. */
  async #open(scenario: ScenarioDefinition): Promise<Feed> {
    this.#startPrices.known = new Map();
    for (;;) {
      try {
        return await this.#scenarios.open(this.#definition, scenario);
      } catch {
        this.#count('open again');
      }
    }
  }

  #hostOf(
    definition: MarketDefinition,
    {
      feed,
      store,
      journal,
      candles,
    }: Pick<HostOptions, 'feed' | 'candles'> & { store: MemoryStore; journal: MemoryJournal },
  ): MarketHost {
    let last = store.lastId;
    return new MarketHost({
      ...{ definition, feed, journal, candles, clock: new ForwardClock(this.#clock) },
      ids: countedIds(() => (last += 1n)),
      candlesUntil: null,
      saveEnded: () => Promise.resolve(),
      onFailure: () => this.#count('failures'),
    });
  }

  #weather(): JournalWeather {
    const { faults } = this.#profile;
    return {
      isSlow: () => this.#isBad(faults.slow),
      fate: () =>
        this.#isBad(faults.appendLost) ? 'lost' : this.#isBad(faults.appendUnknown) ? 'unknown' : 'committed',
      refuses: () => false,
      failsLookUp: () => this.#isBad(faults.lookUp),
      isSlowLookUp: () => this.#isBad(faults.slow),
      failsLoad: () => this.#isBad(faults.load),
      failsHalt: () => this.#isBad(faults.load),
      isSlowHaltEnd: () => this.#isBad(faults.slow),
      losesHaltAnswer: () => this.#isBad(faults.appendUnknown),
    };
  }

  #isBad(percent: number): boolean {
    return !this.#calm && this.#random.chance(percent);
  }

  async #comeToRest(): Promise<void> {
    for (let n = 0; n < 12; n++) {
      this.#journal.release();
      this.#clock.advance(1_000);
      await turns();
    }
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

const SILENT = { decided: () => {}, committed: () => {}, aborted: () => {} };
