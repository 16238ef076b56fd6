import {
  ATTEMPT_STATUSES,
  CLASS_WORDS,
  MAX_CLASS_DAYS,
  MAX_CLASS_NUMBER,
  MAX_LEVERAGE,
  MIN_LEVERAGE,
} from '@plecho/domain';
import * as z from 'zod/mini';
import { id, marketId, percent, seconds, symbol, usdt } from './common.ts';
import { classRules, market, replaySpeed } from './markets.ts';
import { persona } from './persona.ts';
import { recipe } from './recipe.ts';
import { datasetId } from './replays.ts';
import { scenarioCosts } from './scenarios.ts';

const milliseconds = z.int();

/** What invites into a class: letters and digits that nobody mistakes for each other. */
export const classCode = z.string().check(z.regex(/^[A-HJ-NP-Z2-9]{8}$/));
/** Not negative, with at most 4 decimals. */
const share = z.nullable(z.string().check(z.maxLength(8), z.regex(/^(0|[1-9]\d*)(\.\d{1,4})?$/)));

/** The rules that a class is to have; null: no such rule. What they mean stands at {@link classRules}. */
export const newClassRules = z.strictObject({
  maxLeverage: z.int().check(z.gte(MIN_LEVERAGE), z.lte(MAX_LEVERAGE)),
  maxSharePercent: share,
  maxDayLossPercent: share,
  maxLossPercent: share,
  targetPercent: share,
  days: z.nullable(z.int().check(z.gte(1), z.lte(MAX_CLASS_DAYS))),
  calibration: z.boolean(),
});
export type NewClassRules = z.infer<typeof newClassRules>;

/** What a class is called: both were drawn. */
export const className = z.strictObject({
  word: z.enum(CLASS_WORDS),
  number: z.int().check(z.gte(1), z.lte(MAX_CLASS_NUMBER)),
});
export type ClassName = z.infer<typeof className>;

const named = {
  code: classCode,
  ...className.shape,
  market: marketId,
  /** How many people are in it. */
  members: z.int(),
  createdAt: milliseconds,
  /** When an operator ended it; null while nobody has. */
  endedAt: z.nullable(milliseconds),
  /** Its market is over: an operator, its days or its prices ended it. */
  over: z.boolean(),
};

/** One of one's own classes. */
export const ownClass = z.strictObject({ ...named, joinedAt: milliseconds });
export type OwnClass = z.infer<typeof ownClass>;
export const ownClassList = z.strictObject({ items: z.array(ownClass) });

/** How many accounts of a class lost: of those with a closed trade, also of people who have left. */
export const classLabel = z.strictObject({ accounts: z.int(), losing: z.int() });
export type ClassLabel = z.infer<typeof classLabel>;

/** What a class is, for everybody who has its code. */
export const classInfo = z.strictObject({
  ...named,
  market,
  rules: classRules,
  label: classLabel,
  /** Whether whoever asks is in it. */
  member: z.boolean(),
});
export type ClassInfo = z.infer<typeof classInfo>;

/** `none`: no account has been opened yet. */
export const classAttempt = z.enum(['none', ...ATTEMPT_STATUSES]);
export type ClassAttempt = z.infer<typeof classAttempt>;

const figures = {
  attempt: classAttempt,
  /** The number of the attempt. */
  attempts: z.int(),
  /** What the attempt has won or lost by closed trades, in percent of the start balance. */
  returnPercent: percent,
  /** The largest fall of the attempt from a peak, by closed trades. */
  drawdownPercent: percent,
  /** Closed in the attempt. */
  trades: z.int(),
  /** In all attempts. */
  liquidations: z.int(),
};
/** How people appear to each other; null of somebody who has not chosen. */
export const appearance = z.nullable(persona);

/** A member as members see them: nothing of it says who that is. */
export const classMember = z.strictObject({ persona: appearance, own: z.boolean(), ...figures });
export type ClassMember = z.infer<typeof classMember>;

/** The closed trades of a class by leverage. */
export const leverageResult = z.strictObject({
  leverage: z.int(),
  trades: z.int(),
  losing: z.int(),
  liquidations: z.int(),
  result: usdt,
});
export type LeverageResult = z.infer<typeof leverageResult>;

/** Where one's own attempt stands. */
export const ownAttempt = z.strictObject({
  startBalance: usdt,
  /** Of the attempt, by closed trades, net of fees and funding. */
  result: usdt,
  /** The same of the day (UTC) of the market's own clock, also by an attempt that ended on it. */
  dayResult: usdt,
});
export type OwnAttempt = z.infer<typeof ownAttempt>;

export const classMembers = z.strictObject({
  market: marketId,
  /** Best return first. */
  items: z.array(classMember),
  /** null without an account in the market. */
  own: z.nullable(ownAttempt),
  byLeverage: z.array(leverageResult),
  label: classLabel,
});
export type ClassMembers = z.infer<typeof classMembers>;

/** Where the prices of a class come from. */
export const classSource = z.discriminatedUnion('kind', [
  /** The main market’s, as they are. */
  z.strictObject({ kind: z.literal('main') }),
  z.strictObject({
    kind: z.literal('scenario'),
    recipe,
    costs: z.optional(scenarioCosts),
    blind: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('replay'),
    dataset: datasetId,
    /** Left out: all of the dataset. */
    symbols: z.optional(z.array(symbol).check(z.minLength(1), z.maxLength(10))),
    /** Where in the recording it begins, a whole minute. */
    from: seconds,
    /** When it begins, by the wall clock. */
    startAt: seconds,
    speed: replaySpeed,
  }),
]);
export type ClassSource = z.infer<typeof classSource>;

export const newClass = z.strictObject({
  source: classSource,
  /** 10 to 1,000,000 USDT; 1000 unless given. */
  startBalance: z.optional(z.string().check(z.maxLength(20), z.regex(/^[1-9]\d*(\.\d{1,6})?$/))),
  rules: newClassRules,
});
export type NewClass = z.infer<typeof newClass>;

/** A class as operators see it. */
export const operatedClass = z.strictObject({
  id,
  ...named,
  marketLabel: z.string(),
  startBalance: usdt,
  rules: classRules,
});
export type OperatedClass = z.infer<typeof operatedClass>;
export const operatedClassList = z.strictObject({ items: z.array(operatedClass) });

/** A member as operators see them. */
export const operatedMember = z.strictObject({
  /** null: a guest’s. */
  phone: z.nullable(z.string()),
  persona: appearance,
  joinedAt: milliseconds,
  /** null while they are in it. */
  leftAt: z.nullable(milliseconds),
  ...figures,
  /** At the newest prices; null before the account is opened. */
  equity: z.nullable(usdt),
  /** Of the attempt, by closed trades. */
  result: usdt,
  openPositions: z.int(),
  /** The newest opening or closing, by the market’s own clock; null before the first. */
  lastTradeAt: z.nullable(milliseconds),
});
export type OperatedMember = z.infer<typeof operatedMember>;
export const operatedMembers = z.strictObject({
  class: operatedClass,
  items: z.array(operatedMember),
  byLeverage: z.array(leverageResult),
  label: classLabel,
});
export type OperatedMembers = z.infer<typeof operatedMembers>;
