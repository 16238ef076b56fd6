import { newReplaySession, seconds, symbol, type Dataset, type NewReplaySession } from '@plecho/contract';
import * as z from 'zod/mini';
import { judgedBy, resolverOf, type Refusal } from '@/lib/form.ts';
import { firstStart } from './moments.ts';
import { parseSpeed } from './parse-speed.ts';
import { texts } from './texts.ts';

const { start: words } = texts;

/** Pairs of one replay, as the contract allows them. */
const MOST_PAIRS = 10;
const MINUTE = 60;

const fields = z.strictObject({
  symbols: z.array(symbol),
  startAt: seconds,
  /** As it was typed. */
  speed: z.string(),
  masked: newReplaySession.shape.masked,
});
/** A replay that is not begun yet. */
export type StartDraft = z.infer<typeof fields>;

export const firstDraft = (dataset: Dataset): StartDraft => ({
  symbols: dataset.symbols.slice(0, MOST_PAIRS),
  startAt: firstStart(dataset),
  speed: '60',
  masked: false,
});

/** The last minute that a replay may begin with, seconds. */
export const lastStart = ({ to }: Pick<Dataset, 'to'>): number => to - MINUTE;

/** What is wrong with it; null when it may be sent. What the server draws by itself can't be wrong. */
export function refusalOf(
  { symbols, startAt, speed, masked }: StartDraft,
  dataset: Dataset,
): Refusal<keyof StartDraft> | null {
  if (parseSpeed(speed) === null) return { field: 'speed', text: texts.speed.wrong };
  if (masked) return null;
  if (symbols.length === 0) return { field: 'symbols', text: words.noPairs };
  if (symbols.length > MOST_PAIRS) return { field: 'symbols', text: words.tooManyPairs(MOST_PAIRS) };
  const isOutside = startAt < dataset.from || startAt > lastStart(dataset);
  return isOutside ? { field: 'startAt', text: words.outside } : null;
}

export const resolverFor = (dataset: Dataset) =>
  resolverOf(fields.check(judgedBy((draft) => refusalOf(draft, dataset))));

/** With masked dates nothing is named: whoever chose the recording would know it. */
export function bodyOf({ symbols, startAt, speed: typed, masked }: StartDraft, dataset: Dataset): NewReplaySession {
  const speed = parseSpeed(typed) ?? 1;
  return masked ? { speed, masked } : { dataset: dataset.id, symbols, startAt, speed, masked };
}
