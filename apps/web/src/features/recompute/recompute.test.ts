import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recomputeInWorker } from './recompute.ts';

/** Stands in for the browser's: what happens to it is up to the test. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  readonly posted: unknown[] = [];
  isOver = false;

  constructor() {
    super();
    FakeWorker.made.push(this);
  }

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  terminate(): void {
    this.isOver = true;
  }
}

const QUESTION = { definition: { market: { kind: 'synthetic' }, parameters: { seed: '1' } }, records: [], key: null };

beforeEach(() => {
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function ask(): { answer: Promise<unknown>; worker: FakeWorker | undefined; control: AbortController } {
  const control = new AbortController();
  const answer = recomputeInWorker(QUESTION, control.signal);
  return { answer, worker: FakeWorker.made.at(-1), control };
}

describe('recomputing beside the page', () => {
  it('answers with what the worker says, and ends it', async () => {
    const { answer, worker } = ask();
    expect(worker?.posted).toEqual([QUESTION]);
    worker?.dispatchEvent(new MessageEvent('message', { data: [{ outcome: 'dayNotOver' }] }));
    expect(await answer).toEqual([{ outcome: 'dayNotOver' }]);
    expect(worker?.isOver).toBe(true);
  });

  it('fails when the worker does, and ends it', async () => {
    const { answer, worker } = ask();
    worker?.dispatchEvent(new Event('error'));
    await expect(answer).rejects.toThrow('the worker failed');
    expect(worker?.isOver).toBe(true);
  });

  it('leaves no worker behind when nobody waits for it any more', async () => {
    const { answer, worker, control } = ask();
    control.abort();
    await expect(answer).rejects.toThrow('given up');
    expect(worker?.isOver).toBe(true);
  });

  it('fails where there are no workers', async () => {
    vi.stubGlobal('Worker', undefined);
    await expect(ask().answer).rejects.toThrow(TypeError);
  });
});
