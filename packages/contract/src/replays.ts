import { INTERVALS, RECORDING_ISSUES, STORIES } from '@plecho/domain';
import * as z from 'zod/mini';
import { marketId, price, seconds, symbol } from './common.ts';
import { provenance, replaySpeed, sessionState } from './markets.ts';

const milliseconds = z.int();
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const datasetId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));

/** Recorded one-minute candles that everybody may replay. It never changes; its title is composed, never typed. */
export const dataset = z.strictObject({
  id: datasetId,
  title: z.string(),
  provenance,
  /** null of everything that was imported. */
  story: z.nullable(z.enum(STORIES)),
  symbols: z.array(symbol),
  /** Opening time of the first minute, and the end of the last one. */
  from: seconds,
  to: seconds,
  /** Of all pairs together. */
  minutes: z.int(),
  /** Of the files as they were imported, in alphabetical order. */
  sha256: z.array(sha256),
});
export type Dataset = z.infer<typeof dataset>;
export const datasetList = z.strictObject({ items: z.array(dataset) });
export type DatasetList = z.infer<typeof datasetList>;

/** What a masked session was, told when it has ended. */
export const revealed = z.strictObject({
  /** When it began in truth. A time of the session plus `shift` is the true one. */
  startAt: seconds,
  shift: seconds,
  pairs: z.array(
    z.strictObject({
      /** As the session called it. */
      masked: symbol,
      symbol,
      /** The true price that the session showed as 100 USDT. */
      startPrice: price,
    }),
  ),
});
export type Revealed = z.infer<typeof revealed>;

export const replaySession = z.strictObject({
  /** Trading in it goes to this market; only its owner finds it. */
  market: marketId,
  label: z.string(),
  symbols: z.array(symbol),
  ...sessionState.shape,
  /** Of the market's clock. */
  startAt: seconds,
  /** null as long as the dates are masked. */
  dataset: z.nullable(datasetId),
  /** null unless the dates were masked and it has ended. */
  revealed: z.nullable(revealed),
  /** Wall clock, ms. */
  createdAt: milliseconds,
});
export type ReplaySession = z.infer<typeof replaySession>;
/** Newest first. */
export const replaySessionList = z.strictObject({ items: z.array(replaySession) });
export type ReplaySessionList = z.infer<typeof replaySessionList>;

export const newReplaySession = z.strictObject({
  /** Left out: drawn by the server; only with masked dates. */
  dataset: z.optional(datasetId),
  /** Left out: all pairs of the dataset; one drawn by the server with masked dates. */
  symbols: z.optional(z.array(symbol).check(z.minLength(1), z.maxLength(10))),
  /** A whole minute of the recording. Left out: some days into it; drawn by the server with masked dates. */
  startAt: z.optional(seconds),
  speed: replaySpeed,
  masked: z.boolean(),
});
export type NewReplaySession = z.infer<typeof newReplaySession>;

/** Repeated, none of them has a second effect. */
export const sessionControl = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('pause') }),
  z.strictObject({ action: z.literal('resume') }),
  z.strictObject({ action: z.literal('speed'), speed: replaySpeed }),
  /** To the end of the candle that the session is in. Nothing happens unless it still stands at `playhead`. */
  z.strictObject({ action: z.literal('step'), interval: z.enum(INTERVALS), playhead: milliseconds }),
  /** Plays all that lies between at once; forward only. */
  z.strictObject({ action: z.literal('jump'), to: seconds }),
  /** Closes what is open; for good. */
  z.strictObject({ action: z.literal('finish') }),
]);
export type SessionControl = z.infer<typeof sessionControl>;

/** A file as Binance publishes it: `LINKUSDT-1m-2026-02.zip`. */
export const uploadQuery = z.strictObject({
  name: z.string().check(z.regex(/^[A-Z0-9]{2,16}USDT-1m[-.][\w.-]{1,64}$/)),
});
export const datasetIssue = z.strictObject({
  /** Line in the unpacked file, from 1; of a gap, the line after it. */
  line: z.int(),
  kind: z.enum(RECORDING_ISSUES),
  message: z.string(),
});
export const datasetReport = z.strictObject({
  dataset,
  /** The same files had been imported before. */
  known: z.boolean(),
  /** How many lines of each kind. */
  counts: z.record(datasetIssue.shape.kind, z.int()),
  /** The first 100, by line. */
  issues: z.array(datasetIssue),
});
export type DatasetReport = z.infer<typeof datasetReport>;
/** An import that is under way. */
export const datasetImport = z.strictObject({ symbol, startedAt: milliseconds, bytes: z.int(), rows: z.int() });
export const operatorDatasets = z.strictObject({ items: z.array(dataset), imports: z.array(datasetImport) });
export type OperatorDatasets = z.infer<typeof operatorDatasets>;

/** A replay for everybody. */
export const newReplay = z.strictObject({
  dataset: datasetId,
  /** Left out: all of the dataset. */
  symbols: z.optional(z.array(symbol).check(z.minLength(1), z.maxLength(10))),
  /** Where in the recording it begins, a whole minute. */
  from: seconds,
  /** When it begins, by the wall clock. */
  startAt: seconds,
  speed: replaySpeed,
});
export type NewReplay = z.infer<typeof newReplay>;
