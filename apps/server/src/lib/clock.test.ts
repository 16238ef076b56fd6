import { FakeClock } from '@plecho/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ForwardClock } from './clock.ts';

const NOON = 1_770_300_000_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

let machine: FakeClock;
let clock: ForwardClock;

beforeEach(() => {
  machine = new FakeClock(NOON);
  clock = new ForwardClock(machine);
});

describe('a clock that only goes forward', () => {
  it('E11 is the machine’s while that one does not step', () => {
    for (let n = 0; n < 100; n += 1) {
      machine.advance(137);
      expect(clock.now()).toBe(machine.now());
    }
  });

  it('E11 goes on after a step of 3 s back, and is the machine’s again after a minute', () => {
    machine.step(-3_000);
    expect(clock.now()).toBe(NOON);
    machine.advance(1_000);
    expect(clock.now()).toBe(NOON + 950);
    machine.advance(29_000);
    expect(clock.now()).toBe(NOON + 28_500);
    machine.advance(30_000);
    expect(clock.now()).toBe(machine.now());
    machine.advance(1_000);
    expect(clock.now()).toBe(machine.now());
  });

  it('E11 goes on at nearly its pace after a step of an hour back, however often it is read', () => {
    machine.step(-HOUR);
    for (let n = 0; n < MINUTE; n += 1) {
      machine.advance(1);
      if (n % 7 === 0) clock.now();
    }
    expect(Math.abs(clock.now() - NOON - 0.95 * MINUTE)).toBeLessThanOrEqual(1);
    machine.advance(19 * HOUR);
    expect(clock.now()).toBeGreaterThan(machine.now());
    machine.advance(HOUR);
    expect(clock.now()).toBe(machine.now());
  });

  it('E11 follows a step forward at once, and does not come back with it', () => {
    machine.step(HOUR);
    expect(clock.now()).toBe(NOON + HOUR);
    machine.step(-HOUR);
    machine.advance(1_000);
    expect(clock.now()).toBe(NOON + HOUR + 950);
  });

  it('E11 goes on from what has been before when the machine is behind, and is not put back by it', () => {
    clock.goOnFrom(NOON + HOUR);
    expect(clock.now()).toBe(NOON + HOUR);
    clock.goOnFrom(NOON);
    machine.advance(1_000);
    expect(clock.now()).toBe(NOON + HOUR + 950);
    machine.step(HOUR);
    expect(clock.now()).toBe(machine.now());
  });

  it('E11 says whole milliseconds, and lengths of time that know of no step', () => {
    const begun = clock.monotonic();
    machine.step(-HOUR);
    machine.advance(33);
    expect(Number.isInteger(clock.now())).toBe(true);
    expect(clock.monotonic() - begun).toBe(33);
  });

  it('E11 never runs backwards, stands still or runs away, whatever the machine does', () => {
    const step = fc.record({
      pass: fc.integer({ min: 0, max: 5_000 }),
      by: fc.oneof(fc.constant(0), fc.integer({ min: -2 * HOUR, max: 2 * HOUR }), fc.integer({ min: -5, max: 5 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const base = new FakeClock(NOON);
        const tested = new ForwardClock(base);
        let before = tested.now();
        for (const { pass, by } of steps) {
          base.step(by);
          base.advance(pass);
          const now = tested.now();
          expect(now).toBeGreaterThanOrEqual(base.now());
          expect(now).toBeGreaterThanOrEqual(before + Math.floor(pass * 0.95) - 1);
          expect(now).toBeLessThanOrEqual(Math.max(before + pass + 1, base.now()));
          before = now;
        }
      }),
    );
  });
});
