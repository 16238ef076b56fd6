import { useSyncExternalStore } from 'react';
import type { Connection } from './stream-client.ts';
import { stream } from './stream.ts';

export type { Connection } from './stream-client.ts';

/** State of the stream. `lastMessageAt` is as of the last change of the other two. */
export const useConnection = (): Connection => useSyncExternalStore(stream.listen, stream.connection);

/** Number of the last frame of the tickers of a market. */
export const tickersSequence = (market: string): number | null => stream.sequenceOf({ channel: 'tickers', market });

/** Asks for fresh snapshots of everything, after something changed that the stream can't know of. */
export const refreshStream = (): void => stream.resume();
