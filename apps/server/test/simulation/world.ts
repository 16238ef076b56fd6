import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  countedIds,
  countFrom,
  Auditor,
  drawProfile,
  FakeClock,
  isCursed,
  LogAudit,
  Random,
  Workload,
} from '@plecho/testkit';
import type { Action, Profile, SeenCommand } from '@plecho/testkit';
import type { Batch, IdSource } from '../../src/commands/batch.ts';
import type { Command, Idempotency, Outcome } from '../../src/commands/command.ts';
import { definitionOf } from '../../src/engine/log/definition.ts';
import { MarketLog } from '../../src/engine/log/market-log.ts';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import { MarketHost } from '../../src/engine/market-host.ts';
import { KeyRegister } from '../../src/engine/key-register.ts';
import { NewestKeys } from '../../src/engine/newest-keys.ts';
import { ForwardClock } from '../../src/lib/clock.ts';
import { eventsOf } from './batch-events.ts';
import { LastCandles } from './last-candles.ts';
import { MemoryJournal, MemoryStore, type JournalWeather } from './memory-journal.ts';
import { MemoryLogStore, NODE_HASHING, TEST_SIGNER, type LogWeather } from './memory-log.ts';
import { Operators } from './operators.ts';
import { SamePathCheck } from './same-path-check.ts';
import { ScriptedFeed } from './scripted-feed.ts';
import { startInWeather } from './start-in-weather.ts';
import { withoutPeaks } from './without-peaks.ts';

/** 2026-02-05, half a minute before a full hour, so that funding comes; and a minute before midnight (UTC), so that the day ends too. */
const STARTS = [1_770_299_970_000, 1_770_335_940_000, 1_770_335_940_000] as const;
/** Longer than any chain of promises between a command and its reply. */
const TURNS = 60;
/** So long a frame may be open where prices wait, and then be without a checkpoint. */
const UNTIL_SIGNED_SECONDS = 22;

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
  readonly #clock: FakeClock;
  readonly #store = new MemoryStore();
  readonly #last = new LastCandles();
  readonly #auditor: Auditor;
  readonly #logAudit: LogAudit;
  readonly #samePath: SamePathCheck;
  /** As one of several processes looks up every key. */
  readonly #isAlone: boolean;
  /** As in a personal replay, frames are closed when a price was used. */
  readonly #isLazy: boolean;
  readonly #workload: Workload;
  readonly #hash = createHash('sha256');
  readonly #counts: Record<string, number> = {};
  #journal!: MemoryJournal;
  #logStore!: MemoryLogStore;
  #feed!: ScriptedFeed;
  #host!: MarketHost;
  /** Grows with every process; callbacks of an earlier one are not heard. */
  #process = 0;
  #calm = false;
  /** After so many actions the market ends, in whatever weather; null: at rest, or not at all. */
  readonly #endsAfter: number | null;
  #end: 'to come' | 'told' | 'saved' = 'to come';
  /** Pairs that the venue has taken off its list. */
  readonly #delisted = new Set<string>();
  /** A batch is with the storage. */
  #isWriting = false;
  readonly #operators: Operators;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#clock = new FakeClock(this.#random.pick(STARTS));
    this.#isAlone = seed % 8 < 4;
    this.#isLazy = seed % 4 === 0;
    this.#profile = drawProfile(this.#random);
    const { symbols, rules, startBalance, curses, ends, actions } = this.#profile;
    this.#endsAfter = ends && this.#random.chance(70) ? this.#random.int(Math.floor(actions / 2), actions) : null;
    this.#auditor = new Auditor({ symbols, rules, startBalance, ...(curses ? { isCursed } : {}) });
    const report = (rule: string, message: string): void => void this.#auditor.violations.push(`${rule}: ${message}`);
    this.#logAudit = new LogAudit(rules, NODE_HASHING, report);
    this.#samePath = new SamePathCheck(rules);
    this.#workload = new Workload(this.#random, this.#profile, this.#auditor.books);
    this.#operators = new Operators({
      ...{ auditor: this.#auditor, logAudit: this.#logAudit, samePath: this.#samePath, store: this.#store },
      host: () => this.#host,
      count: (what) => this.#count(what),
      record: (kind, value) => this.#record(kind, value),
      inProcess: () => {
        const process = this.#process;
        return (tell) => this.#heard(process, tell);
      },
    });
  }

  async run(): Promise<RunResult> {
    await this.#boot();
    for (let n = 0; n < this.#profile.actions && this.#auditor.violations.length === 0; n++) {
      if (this.#isTimeToEnd(n)) await this.#endInWeather();
      await this.#act(this.#workload.next(this.#host.status().now, this.#auditor.isHalted));
      this.#readAccounts();
      await turns(TURNS);
      this.#readAccounts();
    }
    if (this.#auditor.violations.length === 0) await this.#finish();
    this.#auditor.violations.push(...this.#samePath.violations(this.#store.positions));
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
        // One whose end is saved is nobody's to start.
        if (!this.#isSaved()) await this.#crash();
        break;
      case 'restart':
        if (!this.#isSaved()) await this.#restart();
        break;
      case 'halt':
        if (!this.#isSaved()) this.#operators.halt(this.#isWriting);
        break;
      case 'resume':
        void this.#operators.resume();
        break;
      case 'bar':
        this.#operators.bar(action.accountId, action.reason);
        break;
      case 'unbar':
        this.#operators.bar(action.accountId, null);
        break;
      case 'delist':
        this.#delist(action.symbol);
        break;
    }
  }

  /** What the market says of an account is what is written down, or nothing (rule L7). */
  #readAccounts(): void {
    for (const [id, account] of this.#store.accounts) {
      const said = this.#host.account(id);
      this.#count(said === null ? 'account kept back' : 'account read');
      if (said === null || isDeepStrictEqual(withoutPeaks(said), withoutPeaks({ account, ...this.#store.openOf(id) })))
        continue;
      this.#auditor.violations.push(`L7: account ${id} is said to be ${textOf(said)}`);
    }
  }

  #ask(command: SeenCommand, key: Idempotency | null): void {
    const seenKey = key === null ? null : { scope: `${key.userId}:${key.action}:${key.key}`, bodyHash: key.bodyHash };
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

  #isTimeToEnd(n: number): boolean {
    return this.#end === 'to come' && this.#endsAfter !== null && n >= this.#endsAfter;
  }

  /** The recording is over while things are under way; the process may be gone before that is saved. */
  async #endInWeather(): Promise<void> {
    this.#count('ended in weather');
    this.#tellEnd();
    if (this.#profile.faults.crash === 0 || this.#random.chance(50)) return;
    await turns(this.#random.int(0, TURNS));
    if (this.#isSaved()) return;
    this.#count('killed at the end');
    await this.#crash();
  }

  #isSaved(): boolean {
    return this.#end === 'saved';
  }

  #tellEnd(): void {
    this.#end = 'told';
    if (this.#auditor.isHalted) this.#count('ended in a halt');
    this.#auditor.end();
    this.#feed.end();
  }

  /** One without a price since the start would end at what was last known before, which takes a number of its own. */
  #delist(symbol: string): void {
    if (this.#end !== 'to come' || this.#auditor.prices.newest(symbol) === null) return;
    this.#count('pair ended');
    if (this.#auditor.isHalted) this.#count('pair ended in a halt');
    this.#delisted.add(symbol);
    this.#auditor.endPair(symbol);
    this.#feed.delist(symbol);
  }

  async #saveEnded(process: number): Promise<void> {
    await Promise.resolve();
    if (process !== this.#process) return never();
    if (!this.#calm && this.#random.chance(this.#profile.faults.load)) throw new Error('the database is gone');
    this.#end = 'saved';
    this.#count('end saved');
  }

  /** Something is written or not, and the process is gone. */
  async #crash(): Promise<void> {
    this.#journal.kill();
    this.#logStore.kill();
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
    if (this.#isSaved()) return;
    this.#process++;
    await this.#boot();
  }

  async #boot(): Promise<void> {
    const references = new Map(this.#workload.references());
    const process = this.#process;
    const { rules, symbols } = this.#profile;
    this.#journal = new MemoryJournal(this.#store, this.#weather(), {
      decided: (batch) =>
        this.#heard(process, () => {
          this.#isWriting = true;
          this.#auditor.decided(batch, this.#host.status().now);
        }),
      committed: (batch) => {
        this.#samePath.committed(batch);
        this.#committed(process, batch);
      },
      aborted: () =>
        this.#heard(process, () => {
          this.#isWriting = false;
          this.#auditor.aborted();
        }),
      reading: () => this.#heard(process, () => this.#operators.reading()),
      read: () =>
        this.#heard(process, () => {
          if (this.#store.snapshot().barred.length > 0) this.#count('read with orders of the barred');
          this.#auditor.read();
        }),
      haltKept: (since) => this.#heard(process, () => this.#auditor.haltKept(since)),
      haltEnded: (time) => this.#heard(process, () => this.#auditor.haltEnded(time)),
    });
    this.#feed = new ScriptedFeed(symbols, this.#clock, references);
    const definition = this.#definition();
    const clock = new ForwardClock(this.#clock);
    this.#logStore = new MemoryLogStore(this.#store.log, this.#logWeather(), (append) => {
      this.#record('log', [append.expectedSize, append.entries.length, append.checkpoint]);
      this.#count(append.checkpoint === null ? 'logged' : 'signed');
      this.#logAudit.appended(append);
    });
    this.#host = new MarketHost({
      definition,
      feed: this.#feed,
      candles: this.#last.candles,
      journal: this.#journal,
      ids: this.#ids(),
      clock,
      log: new MarketLog({
        ...{ store: this.#logStore, signer: TEST_SIGNER, rules, clock, beat: clock, isLazy: this.#isLazy },
        definition: definitionOf(definition, this.#feed.pairs, TEST_SIGNER.name(definition.id)),
        onFailure: () => this.#count('log failures'),
      }),
      candlesUntil: null,
      keys: new KeyRegister(this.#isAlone ? new NewestKeys() : null),
      saveEnded: () => this.#saveEnded(process),
      onFailure: () => this.#count('failures'),
    });
    this.#host.listen({
      price: (_market, record) =>
        this.#heard(process, () => {
          const isMissed = this.#auditor.prices.newestMet(record.symbol) === null;
          if (!isMissed) this.#samePath.price(record);
          this.#logAudit.came(record.seq, isMissed);
          this.#auditor.shown(record);
        }),
      account: (event) =>
        this.#heard(process, () => {
          this.#record('event', event);
          this.#auditor.event(event);
        }),
    });
    const { log, lastSeq, lastRecordTime } = this.#store;
    const logged = log.head?.lastSeq ?? 0n;
    const floor = this.#isLazy ? lastRecordTime : latest(lastRecordTime, log.lastTime);
    const newest = logged > lastSeq ? logged : lastSeq;
    this.#samePath.forgetAfter(newest);
    this.#logAudit.restarted(newest);
    const isHalted = this.#store.halt !== null;
    if (isHalted) this.#count('started halted');
    this.#isWriting = false;
    this.#operators.restarted();
    this.#auditor.restarted(newest, floor, references, { isHalted });
    await startInWeather(this.#host);
    this.#auditor.says(this.#host.status().halt !== null);
    if (this.#end === 'told') this.#feed.end();
  }

  #definition(): MarketDefinition {
    const { rules, startBalance } = this.#profile;
    return {
      ...{ id: 'main', kind: 'synthetic', title: 'Main', label: 'Main', startAt: 0, rules, startBalance },
      ...{ parameters: {}, scenario: null, endAt: null, ended: false },
    };
  }

  #committed(process: number, batch: Batch): void {
    this.#heard(process, () => {
      this.#record('batch', batch);
      this.#logAudit.filled([
        ...batch.openedPositions.map(({ entryRecord }) => entryRecord),
        ...batch.trades.flatMap(({ entryRecord, exitRecord }) => [entryRecord, exitRecord]),
      ]);
      for (const what of eventsOf(batch)) this.#count(what);
      this.#isWriting = false;
      this.#auditor.committed(this.#host.status().now);
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
      isSlowLookUp: () => bad(faults.slow),
      failsLoad: () => bad(faults.load),
      failsHalt: () => bad(faults.load),
      isSlowHaltEnd: () => bad(faults.slow),
      losesHaltAnswer: () => bad(faults.appendUnknown),
    };
  }

  #logWeather(): LogWeather {
    const { faults } = this.#profile;
    const bad = (percent: number): boolean => !this.#calm && this.#random.chance(percent);
    return {
      fate: () => (bad(faults.appendLost) ? 'lost' : bad(faults.appendUnknown) ? 'unknown' : 'committed'),
      refuses: () => false,
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
    if (this.#auditor.isHalted) await this.#goOn();
    // Said until it is done: the market may not have heard it, and something may have come since.
    for (const symbol of this.#delisted) this.#feed.delist(symbol);
    await this.#comeToRest(1);
    this.#auditor.quiet();
    await this.#comeToRest(UNTIL_SIGNED_SECONDS);
    this.#logAudit.quiet();
    if (!this.#profile.ends || this.#end !== 'to come') return;
    this.#tellEnd();
    await this.#comeToRest();
    this.#auditor.quiet();
    this.#logAudit.quiet();
  }

  /** A halt lasts until an operator ends it, whoever has the market; then nothing is in the way. */
  async #goOn(): Promise<void> {
    const { halt } = this.#host.status();
    if (halt === null || this.#store.halt === null)
      this.#auditor.violations.push(
        `E12: the market stands halted by ${textOf(halt)}, kept is ${textOf(this.#store.halt)}`,
      );
    if (!this.#isSaved() && this.#random.chance(50)) await this.#restart();
    void this.#operators.resume();
    await this.#comeToRest();
    this.#auditor.says(this.#host.status().halt !== null);
    if (this.#auditor.isHalted) this.#auditor.violations.push('E12: the market does not go on');
  }

  async #comeToRest(seconds = 12): Promise<void> {
    for (let n = 0; n < seconds; n++) {
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

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));

const never = (): Promise<never> => new Promise(() => {});

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await Promise.resolve();
}

/** Runs one seed from the beginning. */
export function simulate(seed: number): Promise<RunResult> {
  return new World(seed).run();
}

/** Margins that the commands of a batch asked for: a position that is closed in its own batch is in its transfer only. */
function marginsAsked({ transfers, placedOrders, changedOrders }: Batch): bigint[] {
  const opened = transfers.filter(({ kind }) => kind === 'open' || kind === 'add').flatMap(({ legs }) => legs);
  const margins = opened.flatMap(({ ref, amount }) => (ref.book === 'margin' ? [amount] : []));
  return [...margins, ...[...placedOrders, ...changedOrders].map(({ margin }) => margin)];
}
