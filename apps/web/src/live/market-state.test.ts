import { describe, expect, it, vi } from 'vitest';
import { MarketStateStore } from './market-state.ts';

it('the clock of a silent market goes on, so that its prices grow old', () => {
  let wall = 1_000;
  const store = new MarketStateStore(() => wall);
  expect(store.now()).toBeNull();
  store.told({ now: 50_000, label: 'Рынок', status: 'running', halted: false, rows: [] });
  wall += 12_000;
  expect(store.now()).toBe(62_000);
  store.told({ now: 500_000, label: 'Рынок', status: 'running', halted: false, rows: [] });
  expect(store.now()).toBe(500_000);
});

it('tells about a change of condition, not about every frame', () => {
  const store = new MarketStateStore(() => 0);
  const listener = vi.fn();
  store.listen(listener);
  const frame = { now: 1, label: 'Рынок', status: 'running' as const, halted: false, rows: [] };
  store.told(frame);
  store.told({ ...frame, now: 2 });
  expect(listener).toHaveBeenCalledOnce();
  store.told({ ...frame, halted: true });
  expect(listener).toHaveBeenCalledTimes(2);
  expect(store.get()?.halted).toBe(true);
});

describe('the clock of a personal replay', () => {
  const session = { state: 'playing', playhead: 60_000, end: 9e6, speed: 60, masked: false, dayOne: null } as const;
  const frame = { now: 60_000, label: 'Повтор', status: 'running' as const, halted: false, rows: [] };

  it('goes at its speed while it plays and stands while it does not', () => {
    let wall = 0;
    const store = new MarketStateStore(() => wall);
    store.told({ ...frame, session });
    wall += 2_000;
    expect(store.now()).toBe(180_000);
    store.told({ ...frame, now: 181_000, session: { ...session, state: 'paused', playhead: 181_000 } });
    wall += 5_000;
    expect(store.now()).toBe(181_000);
  });

  it('lets prices grow old no faster than the wall clock, and not at all while it stands', () => {
    let wall = 0;
    const store = new MarketStateStore(() => wall);
    store.told({ ...frame, session: { ...session, speed: 600 } });
    wall += 250;
    expect(store.priceNow()).toBe(60_250);
    wall += 10_000;
    expect(store.priceNow()).toBe(70_250);
    store.told({ ...frame, session: { ...session, state: 'paused' } });
    wall += 10_000;
    expect(store.priceNow()).toBe(60_000);
  });

  it('tells of a pause, a step and another speed, and not of every frame', () => {
    const store = new MarketStateStore(() => 0);
    const listener = vi.fn();
    store.listen(listener);
    store.told({ ...frame, session });
    store.told({ ...frame, session: { ...session, playhead: 61_000 } });
    expect(listener).toHaveBeenCalledTimes(1);
    store.told({ ...frame, session: { ...session, state: 'paused', playhead: 62_000 } });
    store.told({ ...frame, session: { ...session, state: 'paused', playhead: 120_000 } });
    expect(store.get()?.session?.playhead).toBe(120_000);
    store.told({ ...frame, session: { ...session, speed: 600 } });
    expect(listener).toHaveBeenCalledTimes(4);
  });
});
