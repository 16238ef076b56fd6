import * as z from 'zod';

/** Where a market's owner tells the frames of its prices. */
export const framesSubject = (marketId: string): string => `market.${marketId}.frames`;

/** Where it is asked for all its prices in one. */
export const snapshotSubject = (marketId: string): string => `market.${marketId}.snapshot`;

/** The newest owner that the one who asks knows of: one of before that is silent. */
export const SnapshotQuestion = z.object({ term: z.bigint() });

/** A frame as clients get it, with its number and the term of the owner that made it. */
export const FrameMessage = z.object({ term: z.bigint(), seq: z.int(), frame: z.instanceof(Buffer) });
export type FrameMessage = z.infer<typeof FrameMessage>;
