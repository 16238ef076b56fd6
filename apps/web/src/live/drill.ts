import { useEffect, useState } from 'react';
import type { Drill } from '@plecho/contract';
import { stream } from './stream.ts';

export interface LiveDrill extends Drill {
  /** When the countdown is over, by `performance.now()`; null unless it runs. */
  playsAt: number | null;
}

/** How a drill stands, as the stream tells it; null before it has. What is left of a countdown is the server's word. */
export function useDrill(market: string): LiveDrill | null {
  const [drill, setDrill] = useState<LiveDrill | null>(null);
  useEffect(
    () =>
      stream.subscribe(
        { channel: 'drill', market },
        {
          onFrame: (frame) => {
            if (frame.type !== 'drill') return;
            const { countdownMs } = frame.data;
            setDrill({ ...frame.data, playsAt: countdownMs === null ? null : performance.now() + countdownMs });
          },
        },
      ),
    [market],
  );
  return drill?.market === market ? drill : null;
}
