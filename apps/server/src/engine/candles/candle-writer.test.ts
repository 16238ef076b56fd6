import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { CandleWriter } from './candle-writer.ts';
import type { StoredCandle } from './ports.ts';
import { MemoryCandleStore } from './test/memory-store.ts';

const minute = (index: number): StoredCandle => ({
  symbol: 'LINKUSDT',
  interval: '1m',
  candle: { time: index * 60, open: 1n, high: 1n, low: 1n, close: 1n, volume: 0n },
});

async function turns() {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

function setup() {
  const clock = new FakeClock(0);
  const store = new MemoryCandleStore();
  const errors: unknown[] = [];
  const writer = new CandleWriter(store, clock, (error) => errors.push(error));
  return { clock, store, errors, writer, append: store.append.bind(store) };
}

describe('candle writer', () => {
  it('offers failed candles again with growing waits, in order and none twice at the same time', async () => {
    const { clock, store, errors, writer, append } = setup();
    let running = 0;
    store.append = async () => {
      running += 1;
      expect(running).toBe(1);
      await turns();
      running -= 1;
      throw new Error('gone');
    };
    const attempts: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      writer.add(minute(second));
      writer.flush();
      await turns();
      await turns();
      if (errors.length > attempts.length) attempts.push(second);
      clock.advance(1_000);
    }
    const waits = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(attempts.length).toBeLessThan(12);
    expect(writer.pending).toBe(120);
    store.append = append;
    clock.advance(30_000);
    await turns();
    expect(writer.pending).toBe(0);
    expect(store.all('LINKUSDT', '1m')).toHaveLength(120);
  });

  it('gives up the oldest candles, and says so, when the storage is away for too long', async () => {
    const { store, writer, errors, append } = setup();
    store.append = () => Promise.reject(new Error('gone'));
    for (let index = 0; index < 100_500; index += 1) writer.add(minute(index));
    writer.flush();
    await turns();
    expect(writer.pending).toBe(100_000);
    expect(String(errors[0])).toContain('500 candles are given up');
    store.append = append;
    await writer.stop();
    expect(writer.pending).toBe(0);
    expect(store.all('LINKUSDT', '1m')[0]?.time).toBe(500 * 60);
  });

  it('shows a candle while it waits, while it is being stored and for a while after', async () => {
    const { clock, store, writer, append } = setup();
    const times = () => writer.recent('LINKUSDT', '1m').map(({ time }) => time);
    writer.add(minute(1));
    expect(times()).toEqual([60]);
    const gate = Promise.withResolvers<void>();
    store.append = (candles) => gate.promise.then(() => append(candles));
    writer.flush();
    expect(times()).toEqual([60]);
    gate.resolve();
    await turns();
    expect(times()).toEqual([60]);
    clock.advance(11_000);
    writer.add(minute(2));
    writer.flush();
    await turns();
    expect(times()).toEqual([120]);
    expect(writer.recent('LINKUSDT', '5m')).toEqual([]);
  });

  it('stops although the storage fails', async () => {
    const { store, writer } = setup();
    store.append = () => Promise.reject(new Error('gone'));
    writer.add(minute(1));
    writer.flush();
    await writer.stop();
    expect(writer.pending).toBe(1);
  });
});
