import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { countedIds, countFrom, Auditor, drawProfile, FakeClock, isCursed, Random, Workload } from '@plecho/testkit';
import type { Action, Profile, SeenCommand } from '@plecho/testkit';
import type { Batch, IdSource } from '../../src/commands/batch.ts';
import type { Command, Idempotency, Outcome } from '../../src/commands/command.ts';
import { MarketHost } from '../../src/engine/market-host.ts';
import { ForwardClock } from '../../src/lib/clock.ts';
import { MemoryJournal, MemoryStore, type JournalWeather } from './memory-journal.ts';
import { noCandles, ScriptedFeed } from './scripted-feed.ts';
import { startInWeather } from './start-in-weather.ts';

/** 2026-02-05, some time after noon. */
const START_MS = 1_770_300_000_000;
/** Kinds of transfers that are no trading. */
const MONEY = new Set([
  'deposit',
  'card',
  'withdraw',
  'withdrawPaid',
  'cardPayout',
  'withdrawRefund',
  'adjustment',
  'seasonEnd',
]);
/** Longer than any chain of promises between a command and its reply. */
const TURNS = 60;

export interface RunResult {
  violations: string[];
  /** SHA-256 over everything that was written, answered and published, in its order. */
  hash: string;
  counts: Record<string, number>;
}

/** One seeded run: a market host on a store in memory, the workload and the auditor around it. */
export class World {
  readonly #random: Random;
  readonly #profile: Profile;
  /** The machine's. */
  readonly #clock = new FakeClock(START_MS);
  readonly #store = new MemoryStore();
  readonly #auditor: Auditor;
  readonly #workload: Workload;
  readonly #hash = createHash('sha256');
  readonly #counts: Record<string, number> = {};
  #journal!: MemoryJournal;
  #feed!: ScriptedFeed;
  #host!: MarketHost;
  /** Grows with every process; callbacks of an earlier one are not heard. */
  #process = 0;
  #calm = false;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#profile = drawProfile(this.#random);
    const { symbols, rules, startBalance, curses } = this.#profile;
    this.#auditor = new Auditor({ symbols, rules, startBalance, ...(curses ? { isCursed } : {}) });
    this.#workload = new Workload(this.#random, this.#profile, this.#auditor.books);
  }

  async run(): Promise<RunResult> {
    await this.#boot();
    for (let n = 0; n < this.#profile.actions && this.#auditor.violations.length === 0; n++) {
      await this.#act(this.#workload.next(this.#host.status().now));
      this.#readAccounts();
      await turns(TURNS);
      this.#readAccounts();
    }
    if (this.#auditor.violations.length === 0) await this.#finish();
    const counts = { ...this.#counts };
    for (const [reason, count] of Object.entries(this.#host.stats().rejected)) counts[`tick ${reason}`] = count;
    return { violations: this.#auditor.violations, hash: this.#hash.digest('hex'), counts };
  }

  async #act(action: Action): Promise<void> {
    this.#count(action.type);
    switch (action.type) {
      case 'tick':
        this.#auditor.tick(action.tick, this.#host.status().now);
        this.#feed.tick(action.tick);
        break;
      case 'advance':
        this.#clock.advance(action.ms);
        break;
      case 'step':
        this.#clock.step(action.ms);
        break;
      case 'release':
        this.#journal.release();
        break;
      case 'command':
        this.#ask(action.command, action.key as Idempotency | null);
        break;
      case 'crash':
        await this.#crash();
        break;
      case 'restart':
        await this.#restart();
        break;
    }
  }

  /** What the market says of an account is what is written down, or nothing (rule L7). */
  #readAccounts(): void {
    for (const [id, account] of this.#store.accounts) {
      const said = this.#host.account(id);
      this.#count(said === null ? 'account kept back' : 'account read');
      if (said === null || isDeepStrictEqual(said, { account, ...this.#store.openOf(id) })) continue;
      this.#auditor.violations.push(`L7: account ${id} is said to be ${textOf(said)}`);
    }
  }

  #ask(command: SeenCommand, key: Idempotency | null): void {
    const seenKey =
      key === null ? null : { scope: `${key.userId}:${key.operation}:${key.key}`, bodyHash: key.bodyHash };
    const asked = this.#auditor.asked(command, seenKey, this.#host.status().now);
    const process = this.#process;
    const answer = (outcome: Outcome | null): void => {
      if (process !== this.#process) return;
      this.#count(outcome === null ? 'unavailable' : outcome.ok ? `ok ${command.type}` : outcome.code);
      this.#record('reply', outcome);
      this.#auditor.replied(asked, outcome, this.#host.status().now);
    };
    this.#host.submit(command as Command, key ?? undefined).then(answer, () => answer(null));
  }

  /** Something is written or not, and the process is gone. */
  async #crash(): Promise<void> {
    this.#journal.kill();
    this.#journal.release();
    this.#process++;
    await turns(TURNS);
    await this.#boot();
  }

  async #restart(): Promise<void> {
    const stopped = this.#host.stop();
    for (let n = 0; n < 40; n++) {
      this.#journal.release();
      this.#clock.advance(n < 20 ? 0 : 5_000);
      await turns(TURNS);
    }
    await stopped;
    this.#process++;
    await this.#boot();
  }

  async #boot(): Promise<void> {
    const references = new Map(this.#workload.references());
    const process = this.#process;
    const { rules, startBalance, symbols } = this.#profile;
    this.#journal = new MemoryJournal(this.#store, this.#weather(), {
      decided: (batch) => this.#heard(process, () => this.#auditor.decided(batch, this.#host.status().now)),
      committed: (batch) => this.#committed(process, batch),
      aborted: () => this.#heard(process, () => this.#auditor.aborted()),
    });
    this.#feed = new ScriptedFeed(symbols, this.#clock, references);
    this.#host = new MarketHost({
      definition: {
        id: 'main',
        kind: 'synthetic',
        title: 'Main',
        label: 'Main',
        startAt: 0,
        rules,
        startBalance,
        parameters: {},
        scenario: null,
        endAt: null,
        ended: false,
      },
      feed: this.#feed,
      candles: noCandles,
      journal: this.#journal,
      ids: this.#ids(),
      clock: new ForwardClock(this.#clock),
      candlesUntil: null,
      saveEnded: () => Promise.resolve(),
      onFailure: () => this.#count('failures'),
    });
    this.#host.listen({
      price: (_market, record) => this.#heard(process, () => this.#auditor.shown(record)),
      account: (event) =>
        this.#heard(process, () => {
          this.#record('event', event);
          this.#auditor.event(event);
        }),
    });
    this.#auditor.restarted(this.#store.lastSeq, this.#store.lastRecordTime, references);
    await startInWeather(this.#host);
  }

  #committed(process: number, batch: Batch): void {
    this.#heard(process, () => {
      this.#record('batch', batch);
      for (const { reason, insurance } of batch.trades)
        this.#count(insurance > 0n ? 'beyond bankruptcy' : `closed by ${reason}`);
      for (const { status } of batch.endedOrders) this.#count(`order ${status}`);
      for (const { kind } of batch.transfers) if (MONEY.has(kind)) this.#count(`moved by ${kind}`);
      for (const { failure } of batch.settlements) if (failure !== null) this.#count(`failed: ${failure}`);
      this.#auditor.committed();
    });
  }

  #heard(process: number, tell: () => void): void {
    if (process === this.#process) tell();
  }

  #weather(): JournalWeather {
    const { faults, curses } = this.#profile;
    const bad = (percent: number): boolean => !this.#calm && this.#random.chance(percent);
    return {
      isSlow: () => bad(faults.slow),
      fate: () => (bad(faults.appendLost) ? 'lost' : bad(faults.appendUnknown) ? 'unknown' : 'committed'),
      refuses: (batch) => curses && marginsAsked(batch).some(isCursed),
      failsLookUp: () => bad(faults.lookUp),
      failsLoad: () => bad(faults.load),
    };
  }

  #ids(): IdSource {
    return countedIds(countFrom(this.#store.lastId + 1n));
  }

  /** Lets everything come to rest and looks at what is left. */
  async #finish(): Promise<void> {
    this.#calm = true;
    await this.#comeToRest();
    this.#auditor.quiet();
    if (!this.#profile.ends) return;
    this.#auditor.end();
    this.#feed.end();
    await this.#comeToRest();
    this.#auditor.quiet();
  }

  async #comeToRest(): Promise<void> {
    for (let n = 0; n < 12; n++) {
      this.#journal.release();
      this.#clock.advance(1_000);
      await turns(TURNS);
    }
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  #record(kind: string, value: unknown): void {
    this.#hash.update(`${kind} ${textOf(value)}\n`);
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await Promise.resolve();
}

/** Runs one seed from the beginning. */
export function simulate(seed: number): Promise<RunResult> {
  return new World(seed).run();
}

/** Margins that the commands of a batch asked for: a position that is closed in its own batch is in its transfer only. */
function marginsAsked({ transfers, placedOrders }: Batch): bigint[] {
  const opened = transfers.filter(({ kind }) => kind === 'open').flatMap(({ legs }) => legs);
  const margins = opened.flatMap(({ ref, amount }) => (ref.book === 'margin' ? [amount] : []));
  return [...margins, ...placedOrders.map(({ margin }) => margin)];
}
