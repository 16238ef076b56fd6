import type { Channel } from './stream.ts';

/** "tickers:main", "candles:main:BTCUSDT:1m", "account:main". */
export function channelKey(c: Channel): string {
  return c.channel === 'candles' ? `candles:${c.market}:${c.symbol}:${c.interval}` : `${c.channel}:${c.market}`;
}

/** Close codes of the stream beyond the protocol's own. */
export const CLOSE_SIGNED_OUT = 4001;
/** The session has another secret by now, or its person may do other things than before: come back, and ask who it is. */
export const CLOSE_CHANGED = 4002;
export const CLOSE_TOO_SLOW = 4008;
/** The person has opened so many streams since that this one, the oldest, had to go; it doesn't come back by itself. */
export const CLOSE_REPLACED = 4009;
/** The server is stopping; come back in a moment. */
export const CLOSE_RESTART = 1012;
