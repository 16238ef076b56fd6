import { createHook } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { giveBackMemory } from './give-back-memory.ts';

const MEGABYTE = 2 ** 20;

describe('giving memory back', () => {
  it('lets go of what a start made and nobody holds any more, and of nothing else', async () => {
    // What the tests before it have left would be collected in the midst of it.
    await giveBackMemory();
    const kept = Array.from({ length: 1_000 }, (_, n) => ({ n }));
    const before = process.memoryUsage().heapUsed;
    let made: object[] | null = Array.from({ length: 500_000 }, (_, n) => ({ n }));
    const grown = process.memoryUsage().heapUsed - before;
    expect(grown).toBeGreaterThan(10 * MEGABYTE);
    made = null;
    await giveBackMemory();
    expect(made).toBeNull();
    expect(process.memoryUsage().heapUsed).toBeLessThan(before + grown / 2);
    expect(kept.at(-1)).toEqual({ n: 999 });
  });

  it('one of the objects of process.nextTick outlives all collections, and with it what V8 knows of them', async () => {
    const made: WeakRef<object>[] = [];
    const hook = createHook({
      init: (_id, type, _trigger, resource) => {
        if (type === 'TickObject') made.push(new WeakRef(resource));
      },
    });
    hook.enable();
    await giveBackMemory();
    hook.disable();
    await giveBackMemory();
    expect(made.filter((tick) => tick.deref() !== undefined)).not.toEqual([]);
  });
});
