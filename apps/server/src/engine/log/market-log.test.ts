import { createPublicKey, verify } from 'node:crypto';
import { decodeDefinition, decodeFrame, encodeDefinition, parseNote } from '@plecho/proofs';
import { DEFAULT_RULES, READY_RECIPES } from '@plecho/domain';
import { FakeClock, LogAudit } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FAIR_LOG,
  MemoryLog,
  MemoryLogStore,
  NODE_HASHING,
  TEST_SIGNER,
  type LogWeather,
} from '../../../test/simulation/memory-log.ts';
import type { AppendFate } from '../../../test/simulation/memory-journal.ts';
import { IntegrityError, SupersededError, type PriceRecord } from '../../commands/batch.ts';
import type { MarketDefinition } from '../market-definition.ts';
import { definitionOf } from './definition.ts';
import { MarketLog } from './market-log.ts';

const START = 1_770_300_000_000;
const SECOND = 1_000;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT'];
const MARKET: MarketDefinition = {
  ...{ id: 'main', kind: 'synthetic', title: 'Main', label: 'Main', startAt: 0, rules: DEFAULT_RULES },
  ...{ startBalance: 1_000n, parameters: { seed: 1 }, scenario: null, endAt: null, ended: false },
};
const pairsOf = (symbols: readonly string[]) =>
  symbols.map((symbol) => ({ symbol, baseAsset: symbol.slice(0, 3), quoteAsset: 'USDT' as const, priceDecimals: 2 }));

interface Setup {
  log?: MemoryLog;
  clock?: FakeClock;
  weather?: Partial<LogWeather>;
  symbols?: readonly string[];
  rules?: MarketDefinition['rules'];
  isLazy?: boolean;
  waitingBytes?: number;
}

/** A log in a process of its own, and what it told its market. */
class TestLog {
  readonly clock: FakeClock;
  readonly kept: MemoryLog;
  readonly store: MemoryLogStore;
  readonly log: MarketLog;
  readonly violations: string[] = [];
  readonly audit: LogAudit;
  readonly failures: string[] = [];
  readonly refusals: unknown[] = [];
  lost = 0;
  superseded = 0;
  seq = 0n;

  constructor({
    log,
    clock,
    weather,
    symbols = SYMBOLS,
    rules = DEFAULT_RULES,
    isLazy = false,
    waitingBytes,
  }: Setup = {}) {
    this.clock = clock ?? new FakeClock(START);
    this.kept = log ?? new MemoryLog();
    this.store = new MemoryLogStore(this.kept, { ...FAIR_LOG, ...weather });
    this.audit = new LogAudit(rules, NODE_HASHING, (rule, message) => void this.violations.push(`${rule}: ${message}`));
    this.log = new MarketLog({
      ...{ store: this.store, signer: TEST_SIGNER, rules, clock: this.clock, beat: this.clock, isLazy },
      definition: definitionOf({ ...MARKET, rules }, pairsOf(symbols), TEST_SIGNER.name(MARKET.id)),
      onFailure: (message) => void this.failures.push(message),
      ...(waitingBytes === undefined ? {} : { waitingBytes }),
    });
  }

  async start(): Promise<{ lastSeq: bigint; lastTime: number | null }> {
    const last = await this.log.start({
      now: () => this.clock.now(),
      refused: (error) => void this.refusals.push(error),
      superseded: () => (this.superseded += 1),
      lost: () => (this.lost += 1),
      inUse: () => [],
    });
    this.seq = last.lastSeq;
    return last;
  }

  /** Some valid prices, one after another. */
  prices(count: number, symbol = 'BTCUSDT', step = 1n): PriceRecord[] {
    return Array.from({ length: count }, (_, n) => {
      this.seq += step;
      const record = { seq: this.seq, symbol, price: 6_000_000_000_000n + BigInt(n % 97), time: this.clock.now() };
      this.log.record(record);
      return record;
    });
  }

  /** A fill uses a price and is committed. */
  fill(record: PriceRecord): void {
    this.kept.used.set(record.seq, record);
    this.log.used();
  }

  async seconds(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      this.clock.advance(SECOND);
      await turns();
    }
  }

  /** Everything that is stored, read by the auditor from the beginning. */
  check(): string[] {
    this.audit.filled([...this.kept.used.values()]);
    for (const append of this.kept.appends) this.audit.appended(append);
    this.audit.quiet();
    return this.violations;
  }
}

async function turns(): Promise<void> {
  for (let n = 0; n < 60; n += 1) await Promise.resolve();
}

const frames = (kept: MemoryLog) =>
  kept.appends.flatMap(({ entries }) => entries.map(({ data }) => decodeFrame(data))).filter((frame) => frame !== null);

/** A log that somebody else has written since it was begun. */
async function writtenByAnother(): Promise<TestLog> {
  const first = new TestLog();
  await first.start();
  const second = new TestLog({ log: first.kept, clock: first.clock });
  await second.start();
  second.prices(4);
  await second.seconds(1);
  return first;
}

describe('the log of a market', () => {
  it('T1 begins with what the market is, has a frame for every second with prices, and a checkpoint every ten', async () => {
    const test = new TestLog();
    expect(await test.start()).toEqual({ lastSeq: 0n, lastTime: null });
    expect(test.kept.size).toBe(1n);
    for (let second = 0; second < 25; second += 1) {
      test.prices(second === 7 ? 0 : 40);
      await test.seconds(1);
    }
    expect(frames(test.kept).map(({ records }) => records.length)).toEqual(Array.from({ length: 24 }, () => 40));
    expect(test.kept.appends.filter(({ checkpoint }) => checkpoint !== null)).toHaveLength(2);
    expect(test.log.stats()).toMatchObject({ size: 25n, lagMs: 0, appendedMs: 0 });
    test.prices(3);
    await test.log.finish();
    await test.log.stop();
    expect(test.log.tip?.size).toBe(26n);
    expect(test.check()).toEqual([]);
  });

  it('T1 checkpoints are signed by the key of the logs', async () => {
    const test = new TestLog();
    await test.start();
    await test.log.stop();
    const note = parseNote(test.kept.head?.checkpoint ?? '');
    const [signature] = note?.signatures ?? [];
    expect(signature?.name).toBe(TEST_SIGNER.name(MARKET.id));
    const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), TEST_SIGNER.publicKey]);
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(note?.text ?? ''), publicKey, signature?.signature ?? Buffer.of())).toBe(true);
  });

  it('T1 a price that a fill used is in the log within a second, where frames wait too', async () => {
    const test = new TestLog({ isLazy: true });
    await test.start();
    const [record] = test.prices(5);
    await test.seconds(4);
    expect(test.kept.size).toBe(1n);
    expect(test.log.problem).toBeNull();
    test.fill(record!);
    await test.seconds(1);
    expect(frames(test.kept)).toHaveLength(1);
    test.prices(5);
    await test.seconds(10);
    expect(frames(test.kept)).toHaveLength(2);
    test.prices(5_000);
    await test.seconds(1);
    expect(frames(test.kept)).toHaveLength(3);
    await test.log.stop();
    expect(test.check()).toEqual([]);
  });

  it.each([
    [false, 10],
    [true, 1],
  ])('T1 what may be dropped is looked for as often as there are entries (lazy: %s)', async (isLazy, times) => {
    const test = new TestLog({ isLazy });
    await test.start();
    for (let second = 0; second < 320; second += 1) {
      test.prices(1);
      await test.seconds(1);
    }
    expect(test.kept.prunes).toBe(times);
  });

  it.each<AppendFate>(['lost', 'unknown'])(
    'T1 an append of which nobody knows (%s) leaves no gap and is not doubled',
    async (fate) => {
      const fates: AppendFate[] = [];
      const test = new TestLog({ weather: { fate: () => fates.shift() ?? 'committed' } });
      await test.start();
      for (let second = 0; second < 30; second += 1) {
        test.prices(3);
        if (second % 3 === 0) fates.push(fate);
        await test.seconds(1);
      }
      expect(test.lost).toBeGreaterThan(5);
      expect(test.failures.length).toBeGreaterThan(0);
      await test.log.finish();
      expect(test.check()).toEqual([]);
      expect(frames(test.kept).flatMap(({ records }) => records)).toHaveLength(90);
    },
  );

  it('T1 whatever fails, and whenever the process is killed, every price that a fill used is logged once', async () => {
    const act = fc.oneof(
      {
        arbitrary: fc.record({ type: fc.constant('prices' as const), count: fc.integer({ min: 1, max: 30 }) }),
        weight: 6,
      },
      {
        arbitrary: fc.record({
          type: fc.constant('beat' as const),
          fate: fc.constantFrom<AppendFate[]>('committed', 'lost', 'unknown'),
        }),
        weight: 6,
      },
      {
        arbitrary: fc.record({ type: fc.constant('kill' as const), between: fc.integer({ min: 0, max: 6 }) }),
        weight: 1,
      },
      {
        arbitrary: fc.record({ type: fc.constant('step' as const), ms: fc.integer({ min: -9_000, max: 9_000 }) }),
        weight: 1,
      },
      { arbitrary: fc.record({ type: fc.constant('reload' as const) }), weight: 1 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), fc.boolean(), async (acts, isLazy) => {
        const weather: { fate: AppendFate } = { fate: 'committed' };
        const kept = new MemoryLog();
        const clock = new FakeClock(START);
        const boot = () => new TestLog({ log: kept, clock, isLazy, weather: { fate: () => weather.fate } });
        let test = boot();
        await test.start();
        for (const step of acts) {
          if (step.type === 'prices') {
            const [first] = test.prices(step.count);
            test.fill(first!);
          } else if (step.type === 'beat') {
            weather.fate = step.fate;
            await test.seconds(1);
            weather.fate = 'committed';
          } else if (step.type === 'step') clock.step(step.ms);
          else if (step.type === 'reload') await test.log.goOn();
          else {
            clock.advance(SECOND);
            for (let turn = 0; turn < step.between; turn += 1) await Promise.resolve();
            test.store.kill();
            test = boot();
            await test.start();
          }
        }
        await test.log.finish();
        expect(test.check()).toEqual([]);
      }),
    );
  });

  it('T1 after a kill what fills used comes first, and the market goes on above both', async () => {
    const before = new TestLog();
    await before.start();
    before.prices(10);
    await before.seconds(1);
    const [, used] = before.prices(5);
    before.fill(used!);
    before.store.kill();
    const after = new TestLog({ log: before.kept, clock: before.clock });
    expect(await after.start()).toEqual({ lastSeq: used!.seq, lastTime: used!.time });
    after.prices(2);
    await after.seconds(1);
    await after.log.stop();
    expect(after.check()).toEqual([]);
    expect(frames(after.kept).map(({ records }) => records.length)).toEqual([10, 1, 2]);
  });

  it('T1 a market of before there were logs gets all that its fills used, in frames of 5,000', async () => {
    const kept = new MemoryLog();
    for (let seq = 1n; seq <= 12_000n; seq += 1n) {
      kept.used.set(seq * 7n, {
        seq: seq * 7n,
        symbol: seq % 2n === 0n ? 'GONEUSDT' : 'BTCUSDT',
        price: seq,
        time: START,
      });
    }
    const test = new TestLog({ log: kept });
    expect((await test.start()).lastSeq).toBe(84_000n);
    await test.log.stop();
    expect(frames(kept).map(({ records }) => records.length)).toEqual([5_000, 5_000, 2_000]);
    expect(test.check()).toEqual([]);
  });

  it('T1 a flood is put into frames of 5,000 prices, and into more where their bytes are too many', async () => {
    const test = new TestLog();
    await test.start();
    test.prices(12_000);
    await test.seconds(1);
    for (let n = 0n; n < 4_999n; n += 1n) {
      test.seq += 1_000_000_007n;
      test.log.record({
        seq: test.seq,
        symbol: 'ETHUSDT',
        price: 1n + (n % 2n) * (10n ** 17n - 1n),
        time: Number(n % 2n) * START,
      });
    }
    await test.seconds(1);
    await test.log.stop();
    const sizes = test.kept.appends.flatMap(({ entries }) => entries.map(({ data }) => data.length));
    expect(Math.max(...sizes)).toBeLessThan(65_536);
    expect(frames(test.kept).map(({ records }) => records.length)).toEqual([5_000, 5_000, 2_000, 2_499, 2_500]);
    expect(test.check()).toEqual([]);
  });

  it('T1 what waits while the storage is gone is bounded: no more prices are taken, and none that was is lost', async () => {
    const weather: { fate: AppendFate } = { fate: 'committed' };
    const faults = { fate: () => weather.fate, failsLoad: () => weather.fate === 'lost' };
    const test = new TestLog({ weather: faults, waitingBytes: 1 << 19 });
    await test.start();
    weather.fate = 'lost';
    let taken = 0;
    while (!test.log.isFull && taken < 1_000_000) {
      taken += test.prices(5_000).length;
      await test.seconds(1);
    }
    expect(taken).toBeLessThan(1_000_000);
    expect(test.log.problem).toMatch(/no prices are taken/);
    expect(test.failures).toHaveLength(1);
    weather.fate = 'committed';
    await test.seconds(3);
    expect([test.log.isFull, test.log.problem]).toEqual([false, null]);
    await test.log.stop();
    expect(frames(test.kept).reduce((sum, { records }) => sum + records.length, 0)).toBe(taken);
  });

  it('says how far it is behind while prices come', async () => {
    const weather: { fate: AppendFate } = { fate: 'committed' };
    const test = new TestLog({ weather: { fate: () => weather.fate } });
    await test.start();
    weather.fate = 'lost';
    test.prices(1);
    await test.seconds(5);
    expect(test.log.problem).toBe('the log of prices is 5 s behind');
    expect(test.log.stats().lagMs).toBe(5_000);
    weather.fate = 'committed';
    await test.seconds(1);
    expect(test.log.problem).toBeNull();
  });

  it('T1 E12 an entry that is refused halts the market, and nothing is tried before somebody has looked', async () => {
    let refuses = false;
    const test = new TestLog({ weather: { refuses: () => refuses } });
    await test.start();
    const [record] = test.prices(3);
    test.fill(record!);
    refuses = true;
    await test.seconds(5);
    expect(test.refusals).toHaveLength(1);
    expect(test.refusals[0]).toBeInstanceOf(IntegrityError);
    await expect(test.log.goOn()).rejects.toThrow('refuses the entries');
    refuses = false;
    await test.seconds(2);
    expect(test.kept.size).toBe(1n);
    await test.log.goOn();
    await test.log.finish();
    expect(test.check()).toEqual([]);
  });

  it('T1 O1 what another has written who had the market in between is not gone over, and no fault of the books', async () => {
    const first = await writtenByAnother();
    // Somebody had the market in the term between.
    first.store.term += 2n;
    first.prices(2);
    await first.seconds(3);
    expect([first.refusals, first.superseded]).toEqual([[], 1]);
    await expect(first.log.goOn()).rejects.toThrow(SupersededError);
    expect(first.kept.size).toBe(2n);
  });

  it('T1 O1 that another may have had the market is enough: its fills have numbers that are in no frame yet', async () => {
    const test = new TestLog();
    await test.start();
    test.prices(2);
    await test.seconds(1);
    test.store.term += 1n;
    await test.log.goOn();
    test.store.term += 1n;
    await test.log.goOn();
    test.store.term += 2n;
    await expect(test.log.goOn()).rejects.toThrow(SupersededError);
  });

  it.each([0n, 1n])(
    'T1 E12 a log that was changed, %s terms later, while nobody had the market is refused',
    async (terms) => {
      const first = await writtenByAnother();
      first.store.term += terms;
      first.prices(2);
      await first.seconds(1);
      expect([first.refusals.length, first.superseded]).toEqual([1, 0]);
      await expect(first.log.goOn()).rejects.toThrow('somebody else has written the log');
      expect(first.kept.size).toBe(2n);
    },
  );

  it('T1 prices with a spread are followed by their quotes, under the numbers that fills have', async () => {
    const rules = { ...DEFAULT_RULES, spreads: new Map([['BTCUSDT', 2_000n]]) };
    const test = new TestLog({ rules });
    await test.start();
    test.prices(2, 'BTCUSDT', 3n);
    test.prices(1, 'ETHUSDT', 3n);
    await test.seconds(1);
    const [frame] = frames(test.kept);
    expect(frame?.records.map(({ seq, kind }) => [seq, kind])).toEqual([
      ...[
        [3n, 0],
        [4n, 1],
        [5n, 2],
        [6n, 0],
        [7n, 1],
        [8n, 2],
      ],
      [9n, 0],
    ]);
    const [price, buys, sells] = frame?.records.map((record) => record.price) ?? [];
    expect(buys! > price! && sells! < price!).toBe(true);
  });

  it('T1 a pair that is new is named by the frames that have it, and the definition stays', async () => {
    const before = new TestLog({ symbols: ['BTCUSDT', 'ETHUSDT'] });
    await before.start();
    before.prices(1, 'ETHUSDT');
    await before.log.stop();
    const after = new TestLog({ log: before.kept, clock: before.clock, symbols: ['ADAUSDT', 'BTCUSDT'] });
    await after.start();
    after.prices(1, 'ADAUSDT');
    after.prices(1, 'BTCUSDT');
    await after.log.stop();
    expect(after.kept.size).toBe(3n);
    expect(decodeDefinition(after.kept.head!.definition)?.symbols).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(frames(after.kept).map(({ newSymbols }) => newSymbols)).toEqual([undefined, ['ADAUSDT']]);
    expect(frames(after.kept).map(({ records }) => records.map(({ symbolIndex }) => symbolIndex))).toEqual([
      [1],
      [2, 0],
    ]);
    expect(after.check()).toEqual([]);
  });

  it('C2 of a blind scenario its log says the commitment and nothing of the recipe', () => {
    const recipe = { base: 'main', stages: READY_RECIPES[0]!.stages };
    const scenario = { recipe, salt: 'ab'.repeat(32), commitment: 'cd'.repeat(32), blind: true };
    const rules = { ...DEFAULT_RULES, spreads: new Map([['BTCUSDT', 2_000n]]) };
    const said = (blind: boolean): string => {
      const market: MarketDefinition = { ...MARKET, kind: 'scenario', rules, scenario: { ...scenario, blind } };
      return NODE_HASHING.text(encodeDefinition(definitionOf(market, pairsOf(SYMBOLS), TEST_SIGNER.name(MARKET.id))));
    };
    expect(said(true)).toContain(scenario.commitment);
    expect(said(true)).not.toMatch(/2000|abab|stages/);
    expect(said(false)).toContain('2000');
    expect(said(false)).toContain('stages');
  });
});
