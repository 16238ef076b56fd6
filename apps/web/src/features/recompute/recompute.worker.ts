import { recomputeCheck } from '@plecho/synthetic';
import { noblePrimitives } from '@plecho/synthetic/noble';
import type { RecomputeQuestion } from './recompute.ts';

/* Walking through all days since the genesis takes a telephone a while: here it stops nobody's finger. */
addEventListener('message', ({ data }: MessageEvent<RecomputeQuestion>) => {
  postMessage(recomputeCheck({ ...data, primitives: noblePrimitives }));
});
