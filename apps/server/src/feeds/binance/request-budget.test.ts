import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { ExchangeClock } from './exchange-clock.ts';
import { RequestBudget } from './request-budget.ts';

const budget = () => {
  const clock = new FakeClock(0);
  const made = new RequestBudget(clock);
  made.allow(100);
  return { clock, budget: made };
};

describe('the limits of the exchange', () => {
  it('half of a minute’s weight is used, and then the next minute is waited for', () => {
    const { clock, budget: limits } = budget();
    for (let n = 0; n < 5; n++) expect(limits.take(10)).toBe(0);
    clock.advance(20_000);
    expect(limits.take(10)).toBe(40_000);
    clock.advance(40_000);
    expect(limits.take(10)).toBe(0);
  });

  it('what others of the same address have used counts', () => {
    const { budget: limits } = budget();
    limits.take(2);
    limits.report('49');
    expect(limits.take(2)).toBe(60_000);
    for (const garbage of ['x', '-5', '', '1e999', null]) limits.report(garbage);
    expect(limits.take(1)).toBe(0);
  });

  it('a refusal is obeyed for as long as it says, and for a minute when it does not', () => {
    const { clock, budget: limits } = budget();
    expect(limits.ban('7')).toBe(7_000);
    clock.advance(6_999);
    expect(limits.take(1)).toBe(1);
    clock.advance(1);
    expect(limits.take(1)).toBe(0);
    for (const garbage of [null, '', 'soon', '-1', '0']) expect(limits.ban(garbage)).toBe(60_000);
    expect(limits.ban('999999999')).toBe(3_600_000);
  });

  it('a request that is heavier than all of it is made, alone', () => {
    const { budget: limits } = budget();
    expect(limits.take(500)).toBe(0);
    expect(limits.take(1)).toBe(60_000);
  });
});

describe('the clock of the exchange', () => {
  it('E11: it stands where the market was until the exchange is heard, whatever time it is here', () => {
    const machine = new FakeClock(5_000_000);
    const clock = new ExchangeClock(machine, 1_000);
    clock.goOnFrom(4_000);
    machine.advance(60_000);
    expect([clock.now(), clock.isSet]).toEqual([4_000, false]);
    clock.set(10_000);
    machine.advance(500);
    machine.step(-3_600_000);
    expect([clock.now(), clock.isSet]).toEqual([10_500, true]);
  });

  it('E11: events carry it forward, but none that is more than 2 s ahead, however often it comes', () => {
    const clock = new ExchangeClock(new FakeClock(0), 0);
    expect(clock.hear(5)).toBe(false);
    clock.set(10_000);
    expect([clock.hear(10_300), clock.now()]).toEqual([true, 10_300]);
    expect([clock.hear(9_000), clock.now()]).toEqual([true, 10_300]);
    for (let n = 0; n < 100; n++) expect(clock.hear(12_301)).toBe(false);
    expect(clock.now()).toBe(10_300);
  });

  it('E11: a long step ahead is believed when it is said twice, a short one and any step back at once', () => {
    const machine = new FakeClock(0);
    const clock = new ExchangeClock(machine, 0);
    const says = (time: number): [boolean, number] => [clock.set(time), clock.now()];
    expect(says(10_000)).toEqual([true, 10_000]);
    expect(says(12_000)).toEqual([true, 12_000]);
    expect(says(14_001)).toEqual([false, 12_000]);
    // The other one is another time: neither of them is believed.
    expect(says(3_600_000)).toEqual([false, 12_000]);
    machine.advance(5_000);
    expect(says(3_606_000)).toEqual([true, 3_606_000]);
    expect(says(20_000)).toEqual([true, 20_000]);
    expect(says(3_606_000)).toEqual([false, 20_000]);
    // In between the exchange has said what it says usually.
    expect(says(20_001)).toEqual([true, 20_001]);
    expect(says(3_606_000)).toEqual([false, 20_001]);
  });
});
