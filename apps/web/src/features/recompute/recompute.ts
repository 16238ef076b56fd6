import type { RecomputedPrice, RecomputeTask } from '@plecho/synthetic';

export type RecomputeQuestion = Omit<RecomputeTask, 'primitives'>;

/** Makes the prices of a day anew. @throws Error when it can't be done here, and when it is given up */
export type Recompute = (question: RecomputeQuestion, signal: AbortSignal) => Promise<RecomputedPrice[]>;

/** Beside the page, in a worker of its own for each question. */
export const recomputeInWorker: Recompute = async (question, signal) => {
  const worker = new Worker(new URL('./recompute.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<RecomputedPrice[]>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('the worker failed')));
      signal.addEventListener('abort', () => reject(new Error('given up')));
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
};
