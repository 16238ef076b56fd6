import type { NewAlert, PositionState } from '@plecho/contract';
import {
  ALERT_DIRECTIONS,
  ALERT_KINDS,
  ALERT_PERCENT,
  ALERT_WINDOWS,
  INTERVALS,
  parseDecimal,
  type AlertWindow,
} from '@plecho/domain';
import * as z from 'zod/mini';
import { judgedBy, resolverOf, type Refusal } from '@/lib/form.ts';
import { normaliseDecimalInput, parsePriceInput } from '@/lib/parse-amount.ts';
import { texts } from './panel-texts.ts';

/** The form as it is typed: what a kind does not need waits for another one. */
const fields = z.object({
  kind: z.enum(ALERT_KINDS),
  symbol: z.string(),
  level: z.string(),
  percent: z.string(),
  window: z.string(),
  interval: z.enum(INTERVALS),
  direction: z.enum(ALERT_DIRECTIONS),
  position: z.string(),
  pause: z.string(),
  term: z.string(),
});
export type Draft = z.infer<typeof fields>;

/** @param open positions: one of the pair is chosen, else the first that can be liquidated */
export function emptyDraft(symbol: string, open: readonly PositionState[]): Draft {
  const risky = atRisk(open);
  const position = (risky.find((each) => each.symbol === symbol) ?? risky[0])?.id ?? '';
  return {
    ...{ kind: 'cross', symbol, level: '', percent: '5', window: '3600', interval: '15m', direction: 'up' },
    ...{ position, pause: '', term: '' },
  };
}

/** Hundredths. */
function percentOf(text: string): number {
  return Number(parseDecimal(normaliseDecimalInput(text), 2) ?? 0n);
}

function judge({ kind, level, percent, position }: Draft): Refusal<keyof Draft> | null {
  if (kind === 'cross' || kind === 'close') {
    return (parsePriceInput(level) ?? 0n) > 0n ? null : { field: 'level', text: texts.wrongPrice };
  }
  const hundredths = percentOf(percent);
  if (hundredths < ALERT_PERCENT.min || hundredths > ALERT_PERCENT.max) {
    return { field: 'percent', text: texts.wrongPercent };
  }
  return kind === 'liquidation' && position === '' ? { field: 'form', text: texts.noPosition } : null;
}

export const draftResolver = resolverOf(fields.check(judgedBy(judge)));

/** What is asked for. @param now seconds by the market's clock */
export function alertOf(draft: Draft, now: number): NewAlert {
  const { kind, symbol, interval, position } = draft;
  const level = normaliseDecimalInput(draft.level);
  const percent = normaliseDecimalInput(draft.percent);
  const rhythm = {
    pause: draft.pause === '' ? null : Number(draft.pause),
    expiresAt: draft.term === '' ? null : Math.floor(now) + Number(draft.term),
  };
  if (kind === 'cross') return { kind, symbol, level, ...rhythm };
  if (kind === 'close') {
    return { kind, symbol, level, interval, direction: draft.direction === 'down' ? 'down' : 'up', ...rhythm };
  }
  if (kind === 'liquidation') return { kind, position, percent, ...rhythm };
  const window: AlertWindow = ALERT_WINDOWS.find((seconds) => String(seconds) === draft.window) ?? 3_600;
  return { kind, symbol, percent, window, direction: draft.direction, ...rhythm };
}

/** Positions that can be liquidated. */
export const atRisk = (positions: readonly PositionState[]): PositionState[] =>
  positions.filter(({ liquidationPrice }) => liquidationPrice !== null);
