import type { Dataset, NewReplaySession } from '@plecho/contract';
import { firstStart } from './moments.ts';
import { parseSpeed } from './speeds.ts';
import { texts } from './texts.ts';

const { start: words } = texts;

/** Pairs of one replay, as the contract allows them. */
const MOST_PAIRS = 10;
const MINUTE = 60;

/** A replay that is not begun yet. */
export interface StartDraft {
  symbols: readonly string[];
  /** Seconds. */
  startAt: number;
  /** As it was typed. */
  speed: string;
  masked: boolean;
}

export const firstDraft = (dataset: Dataset): StartDraft => ({
  symbols: dataset.symbols.slice(0, MOST_PAIRS),
  startAt: firstStart(dataset),
  speed: '60',
  masked: false,
});

/** The last minute that a replay may begin with, seconds. */
export const lastStart = ({ to }: Pick<Dataset, 'to'>): number => to - MINUTE;

/** What is wrong with it; null when it may be sent. What the server draws by itself can't be wrong. */
export function refusalOf({ symbols, startAt, speed, masked }: StartDraft, dataset: Dataset): string | null {
  if (parseSpeed(speed) === null) return texts.speed.wrong;
  if (masked) return null;
  if (symbols.length === 0) return words.noPairs;
  if (symbols.length > MOST_PAIRS) return words.tooManyPairs(MOST_PAIRS);
  return startAt < dataset.from || startAt > lastStart(dataset) ? words.outside : null;
}

/** With masked dates nothing is named: whoever chose the recording would know it. */
export function bodyOf({ symbols, startAt, speed: typed, masked }: StartDraft, dataset: Dataset): NewReplaySession {
  const speed = parseSpeed(typed) ?? 1;
  return masked ? { speed, masked } : { dataset: dataset.id, symbols: [...symbols], startAt, speed, masked };
}
