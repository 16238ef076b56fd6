import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTasks } from './in-tasks.ts';

const done: string[] = [];
const steps = ['chart', 'candles'].map((name) => () => void done.push(name));
const asked = new Map<number, FrameRequestCallback>();
let frames = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frames += 1;
    asked.set(frames, callback);
    return frames;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => asked.delete(id));
  done.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function drawFrame(): void {
  const due = [...asked.values()];
  asked.clear();
  for (const callback of due) callback(0);
}

it('has a frame before the first step, and a task for each', () => {
  inTasks(steps);
  vi.advanceTimersByTime(0);
  drawFrame();
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(['chart']);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(['chart', 'candles']);
});

it('begins no step once it is called off, before its frame or after it', () => {
  inTasks(steps)();
  drawFrame();
  vi.runAllTimers();
  expect(done).toEqual([]);
  const callOff = inTasks(steps);
  drawFrame();
  callOff();
  vi.runAllTimers();
  expect(done).toEqual([]);
  const callOffLater = inTasks(steps);
  drawFrame();
  vi.advanceTimersToNextTimer();
  callOffLater();
  vi.runAllTimers();
  expect(done).toEqual(['chart']);
});
