import { parseNote, signaturesOf } from '@plecho/proofs';
import { DEFAULT_RULES } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { FAIR_LOG, MemoryLog, MemoryLogStore, TEST_SIGNER } from '../../../test/simulation/memory-log.ts';
import { LogKeySigner } from '../../wiring/log-keys.ts';
import type { MarketDefinition } from '../market-definition.ts';
import { definitionOf } from './definition.ts';
import { MarketLog } from './market-log.ts';
import type { LogAppend, LogSigner } from './ports.ts';

const MARKET: MarketDefinition = {
  ...{ id: 'main', kind: 'synthetic', title: 'Main', label: 'Main', startAt: 0, rules: DEFAULT_RULES },
  ...{ startBalance: 1_000n, parameters: { seed: 1 }, scenario: null, endAt: null, ended: false },
};
const PAIR = { symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT' as const, priceDecimals: 2 };
const NAME = TEST_SIGNER.name(MARKET.id);
const NEXT = new LogKeySigner({
  installation: '00000000-0000-4000-8000-000000000000',
  seed: new Uint8Array(32).fill(8),
});

/** A log with one price, whose key is another when the test says so. */
class RekeyedLog {
  readonly clock = new FakeClock(1_770_300_000_000);
  readonly kept = new MemoryLog();
  readonly log: MarketLog;
  #signer = TEST_SIGNER;

  /** @param onAppended told of everything that is added */
  constructor(onAppended?: (append: LogAppend) => void) {
    const newest = (): LogSigner => this.#signer;
    const signer: LogSigner = {
      name: (marketId) => newest().name(marketId),
      sign: (text, name) => newest().sign(text, name),
      get publicKey() {
        return newest().publicKey;
      },
    };
    this.log = new MarketLog({
      ...{ store: new MemoryLogStore(this.kept, FAIR_LOG, onAppended), signer, rules: DEFAULT_RULES, isLazy: false },
      ...{ clock: this.clock, beat: this.clock, definition: definitionOf(MARKET, [PAIR], NAME) },
      onFailure: () => undefined,
    });
  }

  async start(): Promise<void> {
    const nothing = (): void => undefined;
    const now = (): number => this.clock.now();
    await this.log.start({ now, refused: nothing, superseded: nothing, lost: nothing, inUse: () => [] });
    this.log.record({ seq: 3n, symbol: PAIR.symbol, price: 6_000_000_000_000n, time: this.clock.now() });
  }

  /** The server hears of another key. */
  change(): void {
    this.#signer = NEXT;
  }

  async seconds(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      this.clock.advance(1_000);
      for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
    }
  }

  /** How much the newest checkpoint is of, and whether the other key has signed it. */
  get checkpoint(): { size: bigint | undefined; isNext: boolean } {
    const note = parseNote(this.kept.head?.checkpoint ?? '');
    const isNext = note !== null && signaturesOf(note, NAME, NEXT.publicKey).length > 0;
    return { size: this.log.tip?.size, isNext };
  }
}

it('T1 what was signed while the key changed is signed anew within a second, also where no price comes any more', async () => {
  const test = new RekeyedLog();
  await test.start();
  await test.seconds(10);
  test.change();
  expect(test.checkpoint).toEqual({ size: 2n, isNext: false });
  await test.seconds(1);
  expect(test.checkpoint).toEqual({ size: 2n, isNext: true });
  const appends = test.kept.appends.length;
  await test.seconds(30);
  expect(test.kept.appends).toHaveLength(appends);
});

it('T1 what is signed at the end of a market while the key changes is signed anew: nobody comes after it', async () => {
  const test = new RekeyedLog(({ checkpoint }) => {
    if (checkpoint !== null) test.change();
  });
  await test.start();
  await test.log.finish();
  expect(test.checkpoint).toEqual({ size: 2n, isNext: true });
});
