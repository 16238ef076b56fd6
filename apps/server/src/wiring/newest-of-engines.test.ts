import { FakeClock } from '@plecho/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryBus } from '../../test/support/memory-bus.ts';
import type { Idempotency } from '../commands/command.ts';
import type { NewestKeys } from '../engine/newest-keys.ts';
import { newestOfEngines } from './newest-of-engines.ts';

const at = (ms: number): string => `00000000-${ms.toString(16).padStart(4, '0')}-7000-8000-000000000000`;
const key = (ms: number, userId = 1n): Idempotency => ({
  ...{ userId, action: 'openPosition', key: at(ms), bodyHash: 'body' },
});
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let bus: MemoryBus;
let one: NewestKeys;
let other: NewestKeys;

beforeEach(() => {
  bus = new MemoryBus();
  const clock = new FakeClock(0);
  [one, other] = ['one', 'other'].map((process) => newestOfEngines({ bus, clock, process })) as [
    NewestKeys,
    NewestKeys,
  ];
  for (const each of [one, other]) each.lookedUp(key(5), null);
});

describe('keys that another engine is about to answer', () => {
  it('L6 are new to nobody else, nor is what is older', async () => {
    await turn();
    expect(one.isNew(key(7))).toBe(true);
    await turn();
    expect([6, 7, 8].map((ms) => other.isNew(key(ms)))).toEqual([false, false, true]);
    await turn();
    expect([8, 9].map((ms) => one.isNew(key(ms)))).toEqual([false, true]);
  });

  it('L6 are told also when they were looked up', async () => {
    one.lookedUp(key(9), null);
    await turn();
    expect([9, 10].map((ms) => other.isNew(key(ms)))).toEqual([false, true]);
  });

  it('L6 are those of their person and action, and say nothing of one of whom nothing is known', async () => {
    one.lookedUp(key(9, 2n), null);
    await turn();
    expect(other.isNew(key(10, 2n))).toBe(false);
    expect(other.isNew(key(6))).toBe(true);
  });

  it('L6 make nobody believe an older key, or one without a time', async () => {
    bus.publish('keys', {
      from: 'a third',
      keys: [
        [1n, 'openPosition', at(3)],
        [1n, 'openPosition', '17'],
      ],
    });
    expect([4, 6].map((ms) => other.isNew(key(ms)))).toEqual([false, true]);
  });

  it('cross in one message a turn', async () => {
    await turn();
    let messages = 0;
    bus.follow('keys', () => (messages += 1));
    for (const ms of [6, 7, 8]) one.isNew(key(ms));
    await turn();
    expect(messages).toBe(1);
  });

  it('L6 may have been missed when the connection was away: everything is looked up again', async () => {
    bus.comeBack();
    expect([one, other].map((each) => each.isNew(key(9)))).toEqual([false, false]);
  });

  it('are nothing else', () => {
    const from = 'a third';
    const others = [{ from, keys: [[1n, 'fly', at(9)]] }, { from, keys: [['1', 'withdraw', at(9)]] }, { from }];
    for (const body of [null, {}, ...others]) expect(() => bus.publish('keys', body)).toThrow();
  });
});
