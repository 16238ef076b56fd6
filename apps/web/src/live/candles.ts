import type { CandlesData } from '@plecho/contract';
import type { Interval } from '@plecho/domain';
import { stream } from './stream.ts';

/** Live candles of a pair: the newest one now, and again at each change. @returns the unsubscriber */
export function subscribeCandles(
  market: string,
  symbol: string,
  interval: Interval,
  onData: (data: CandlesData, kind: 'snapshot' | 'update') => void,
): () => void {
  return stream.subscribe(
    { channel: 'candles', market, symbol, interval },
    {
      onFrame: (frame) => {
        if (frame.type === 'candles') onData(frame.data, frame.kind);
      },
    },
  );
}
