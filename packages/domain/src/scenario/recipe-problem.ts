import { parseDecimal } from '../decimal.ts';
import { MAX_STAGES, type Recipe, type Stage } from './recipe.ts';
import { RECIPE_DECIMALS, recipeNumber } from './stages.ts';

/** What is wrong with a recipe. `stage` counts from 1. */
export type RecipeProblem =
  | { code: 'recipe_empty' | 'recipe_too_long' }
  | { code: 'recipe_out_of_range'; details: { stage: number; field: string; from: string; to: string } }
  | { code: 'recipe_symbols'; details: { stage: number; symbol: string | null } };

/** A field of a stage with the numbers that it may have, both ends included. */
interface Range {
  field: string;
  value: number | string | null;
  from: string;
  to: string;
}

const MONTH = '2592000';
const WEEK_MINUTES = '10080';
const MAX_SPREAD = '20';
const range = (field: string, value: Range['value'], from: string, to: string): Range => ({ field, value, from, to });

function rangesOf(stage: Stage): Range[] {
  switch (stage.type) {
    case 'trend':
      if (stage.mode === 'static') {
        return [range('driftPercent', stage.driftPercent, '0', stage.direction === 'down' ? '99.9999' : '1000')];
      }
      return [
        range('stepMaxPercent', stage.stepMaxPercent, '0', '20'),
        range('stepMinPercent', stage.stepMinPercent, '0', stage.stepMaxPercent),
        range('intervalSeconds', stage.intervalSeconds, '1', '86400'),
      ];
    case 'spread':
      return [range('percent', stage.percent, '0.0001', MAX_SPREAD)];
    case 'shock':
      return [
        range('dropPercent', stage.dropPercent, '0.0001', '95'),
        range('afterSeconds', stage.afterSeconds, '0', MONTH),
        range('minutes', stage.minutes, '1', WEEK_MINUTES),
        range('recoveryMinutes', stage.recoveryMinutes, '1', WEEK_MINUTES),
      ];
    case 'volatility':
      return [range('factor', stage.factor, '0.0001', '10')];
    case 'outage':
      return [range('afterSeconds', stage.afterSeconds, '0', MONTH), range('seconds', stage.seconds, '1', '86400')];
  }
}

function isWithin({ value, from, to }: Range): boolean {
  if (value === null) return true;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return false;
  const number = parseDecimal(String(value), RECIPE_DECIMALS);
  return number !== null && number >= recipeNumber(from) && number <= recipeNumber(to);
}

function symbolProblem({ symbols }: Stage, known: ReadonlySet<string>): { symbol: string | null } | null {
  if (symbols === null) return null;
  if (symbols.length === 0) return { symbol: null };
  const wrong = symbols.find((symbol, n) => !known.has(symbol) || symbols.indexOf(symbol) < n);
  return wrong === undefined ? null : { symbol: wrong };
}

/** The stage with which the spreads of some pair come to more than one may be; 0 when there is none. */
function tooWide(stages: readonly Stage[], known: ReadonlySet<string>): number {
  const widths = new Map([...known].map((symbol) => [symbol, 0n]));
  for (const [n, stage] of stages.entries()) {
    if (stage.type !== 'spread') continue;
    for (const symbol of stage.symbols ?? known) {
      const width = (widths.get(symbol) ?? 0n) + recipeNumber(stage.percent);
      if (width > recipeNumber(MAX_SPREAD)) return n + 1;
      widths.set(symbol, width);
    }
  }
  return 0;
}

/** @returns what keeps a recipe from being published; null when nothing does. @param known the pairs of its base */
export function recipeProblem({ stages }: Recipe, known: ReadonlySet<string>): RecipeProblem | null {
  if (stages.length === 0) return { code: 'recipe_empty' };
  if (stages.length > MAX_STAGES) return { code: 'recipe_too_long' };
  for (const [n, stage] of stages.entries()) {
    const wrong = rangesOf(stage).find((each) => !isWithin(each));
    if (wrong !== undefined) {
      const { field, from, to } = wrong;
      return { code: 'recipe_out_of_range', details: { stage: n + 1, field, from, to } };
    }
    const unknown = symbolProblem(stage, known);
    if (unknown !== null) return { code: 'recipe_symbols', details: { stage: n + 1, ...unknown } };
  }
  const stage = tooWide(stages, known);
  if (stage === 0) return null;
  return { code: 'recipe_out_of_range', details: { stage, field: 'percent', from: '0.0001', to: MAX_SPREAD } };
}
