import { DRILL_STATES } from '@plecho/domain';
import * as z from 'zod/mini';
import { appearance, classCode } from './classes.ts';
import { marketId, seconds, side, symbol, usdt } from './common.ts';
import { replaySpeed } from './markets.ts';
import { datasetId, revealed } from './replays.ts';
import { closeReason, priceRecord } from './trading.ts';

const milliseconds = z.int();

/** `ended`: for good, and its debrief is there. */
export const drillState = z.enum([...DRILL_STATES, 'ended']);
export type DrillState = z.infer<typeof drillState>;

/** A window of a recording that operators play to a class at once. */
export const drill = z.strictObject({
  /** Trading in it goes to this market, which lets in the members of the class. */
  market: marketId,
  /** The code of its class. */
  class: classCode,
  label: z.string(),
  /** As the market calls them. */
  symbols: z.array(symbol),
  state: drillState,
  /** Grows with each control and each interruption; a control names the one that it was made by. */
  version: z.int(),
  /** Until it plays, ms; null unless the countdown runs. */
  countdownMs: z.nullable(z.int()),
  speed: replaySpeed,
  /** Of the market's clock: where it begins and, ms, where it is over and how far it has been played. */
  startAt: seconds,
  end: milliseconds,
  playhead: milliseconds,
  masked: z.boolean(),
  /** 00:00 of «день 1» by the market's clock; null unless the dates are masked. */
  dayOne: z.nullable(seconds),
  /** How many people have an account in it. */
  members: z.int(),
  /** Wall clock. */
  createdAt: milliseconds,
});
export type Drill = z.infer<typeof drill>;
/** Newest first. */
export const drillList = z.strictObject({ items: z.array(drill) });
export type DrillList = z.infer<typeof drillList>;

export const newDrill = z.strictObject({
  /** The code of the class. */
  class: classCode,
  dataset: datasetId,
  /** Left out: all of the dataset. */
  symbols: z.optional(z.array(symbol).check(z.minLength(1), z.maxLength(10))),
  /** Where in the recording it begins, a whole minute. */
  from: seconds,
  /** Of the recording. */
  minutes: z.int().check(z.gte(5), z.lte(10_080)),
  speed: replaySpeed,
  masked: z.boolean(),
});
export type NewDrill = z.infer<typeof newDrill>;

/** How long everybody is counted down to, in seconds. */
export const drillCountdown = z.int().check(z.gte(3), z.lte(60));

const version = z.int();
/** Where the drill stands so already, nothing happens. */
export const drillControl = z.discriminatedUnion('action', [
  /** It plays when the countdown is over. */
  z.strictObject({ action: z.literal('start'), seconds: drillCountdown, version }),
  z.strictObject({ action: z.literal('pause'), version }),
  z.strictObject({ action: z.literal('resume'), version }),
  z.strictObject({ action: z.literal('speed'), speed: replaySpeed, version }),
  /** Closes what is open; for good. */
  z.strictObject({ action: z.literal('end'), version }),
]);
export type DrillControl = z.infer<typeof drillControl>;

/** Somebody who took part: nothing of it says who that is. */
export const debriefPerson = z.strictObject({ persona: appearance, own: z.boolean() });
export type DebriefPerson = z.infer<typeof debriefPerson>;

/** A part of a position that was closed. */
export const debriefTrade = z.strictObject({
  /** Whose: a place in the list of people. */
  person: z.int(),
  /** Of that person’s account: each attempt is a season, which begins with the start balance. */
  season: z.int(),
  symbol,
  type: side,
  leverage: z.int(),
  amount: usdt,
  /** After fees and funding. */
  net: usdt,
  /** The first of its fills. */
  entryRecord: priceRecord,
  exitRecord: priceRecord,
  reason: closeReason,
});
export type DebriefTrade = z.infer<typeof debriefTrade>;

/** What everybody did in a drill that is over. */
export const debrief = z.strictObject({
  market: marketId,
  drill,
  startBalance: usdt,
  people: z.array(debriefPerson),
  /** In the order in which they were closed. */
  trades: z.array(debriefTrade),
  dataset: datasetId,
  /** null unless the dates were masked. */
  revealed: z.nullable(revealed),
});
export type Debrief = z.infer<typeof debrief>;
