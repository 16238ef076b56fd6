import { describe, expect, it } from 'vitest';
import { BusyError, createSemaphore } from './semaphore.ts';

/** A task that runs until it is released. */
function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

describe('createSemaphore', () => {
  it('runs so many at once, lets so many wait, and refuses the rest', async () => {
    const run = createSemaphore(2, 1);
    const gates = [gate(), gate(), gate()];
    const order: number[] = [];
    const tasks = gates.map((each, n) =>
      run(async () => {
        order.push(n);
        await each.promise;
      }),
    );
    await expect(run(() => Promise.resolve())).rejects.toBeInstanceOf(BusyError);
    expect(order).toEqual([0, 1]);
    gates[0]?.open();
    await tasks[0];
    await Promise.resolve();
    expect(order).toEqual([0, 1, 2]);
    for (const each of gates) each.open();
    await Promise.all(tasks);
  });

  it('goes on after a task that failed', async () => {
    const run = createSemaphore(1, 0);
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(run(() => Promise.resolve(5))).resolves.toBe(5);
  });
});
