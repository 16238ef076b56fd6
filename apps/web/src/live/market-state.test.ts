import { expect, it, vi } from 'vitest';
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
