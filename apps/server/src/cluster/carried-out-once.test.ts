import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { CarriedOutOnce } from './carried-out-once.ts';

function counted(clock: FakeClock) {
  const once = new CarriedOutOnce<number>(clock);
  let count = 0;
  const carryOut = (id: string): Promise<number> => once.carryOut(id, () => Promise.resolve((count += 1)));
  return { once, carryOut };
}

describe('what is carried out once', () => {
  it('gives everybody the first answer for a minute at least and two at most, a failure too', async () => {
    const clock = new FakeClock(0);
    const { once, carryOut } = counted(clock);
    clock.advance(30_000);
    expect(await Promise.all([carryOut('a'), carryOut('a'), carryOut('b')])).toEqual([1, 1, 2]);
    const fail = (why: string): Promise<number> => once.carryOut('c', () => Promise.reject(new Error(why)));
    await expect(fail('first')).rejects.toThrow('first');
    await expect(fail('second')).rejects.toThrow('first');
    clock.advance(59_999);
    expect(await carryOut('a')).toBe(1);
    clock.advance(60_000);
    expect(await carryOut('a')).toBe(3);
    clock.advance(120_000);
    expect(await carryOut('a')).toBe(4);
  });

  it('keeps the last 10,000 at least and 20,000 at most', async () => {
    const { carryOut } = counted(new FakeClock(0));
    for (let n = 0; n < 10_000; n++) await carryOut(`${n}`);
    for (let n = 10_000; n < 20_000; n++) await carryOut(`${n}`);
    expect(await carryOut('10000')).toBe(10_001);
    await carryOut('one more');
    expect(await carryOut('10000')).toBe(10_001);
    expect(await carryOut('9999')).toBe(20_002);
  });
});
