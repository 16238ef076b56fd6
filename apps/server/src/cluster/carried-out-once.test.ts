import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { CarriedOutOnce } from './carried-out-once.ts';

describe('what is carried out once', () => {
  it('gives everybody the first answer for a minute, a failure too, and keeps no more than 20,000 of them', async () => {
    const clock = new FakeClock(0);
    const once = new CarriedOutOnce<number>(clock);
    let count = 0;
    const carryOut = (id: string): Promise<number> => once.carryOut(id, () => Promise.resolve((count += 1)));
    expect(await Promise.all([carryOut('a'), carryOut('a'), carryOut('b')])).toEqual([1, 1, 2]);
    clock.advance(59_999);
    expect(await carryOut('a')).toBe(1);
    const fail = (why: string): Promise<number> => once.carryOut('c', () => Promise.reject(new Error(why)));
    await expect(fail('first')).rejects.toThrow('first');
    await expect(fail('second')).rejects.toThrow('first');
    clock.advance(1);
    expect(await carryOut('a')).toBe(3);
    for (let n = 1; n < 20_000; n++) await carryOut(`${n}`);
    expect(await carryOut('a')).toBe(3);
    await carryOut('one more');
    expect(await carryOut('a')).toBe(20_004);
  });
});
