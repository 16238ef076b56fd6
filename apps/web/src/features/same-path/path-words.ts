import type { PathOutcome, TradePaths } from '@plecho/contract';
import { formatPercent } from '@/lib/format.ts';
import { samePathTexts as texts } from './texts.ts';

/** What the table shows, in sentences. */
export function pathSentences({ outcomes, leverage: used, bestMove, worstMove }: TradePaths): string[] {
  const plain = outcomes.filter(({ stop }) => stop === null);
  const isLiquidated = ({ ending }: PathOutcome): boolean => ending === 'liquidation';
  const first = plain.find(isLiquidated);
  const last = plain.findLast((outcome) => !isLiquidated(outcome));
  const real = plain.find(({ leverage }) => leverage === used);
  const said = texts.move(formatPercent(bestMove), formatPercent(worstMove));
  if (first === undefined) return [said, texts.allSurvive];
  if (last === undefined) return [said, texts.noneSurvives];
  const wasLiquidated = real !== undefined && isLiquidated(real);
  return [said, wasLiquidated ? texts.survivesTo(last.leverage) : texts.liquidatedFrom(first.leverage)];
}

/** A leverage with its outcomes: without an added stop, and with each of them. */
export interface PathRow {
  leverage: number;
  isUsed: boolean;
  outcomes: PathOutcome[];
}

export function pathRows({ outcomes, leverage: used }: TradePaths): PathRow[] {
  const byLeverage = Map.groupBy(outcomes, ({ leverage }) => leverage);
  return [...byLeverage].map(([leverage, of]) => ({ leverage, isUsed: leverage === used, outcomes: of }));
}

/** Distances of the added stops, none first. */
export const stopsOf = ({ outcomes }: TradePaths): (string | null)[] => [...new Set(outcomes.map(({ stop }) => stop))];

/** «Стоп −2 %» */
export const stopName = (stop: string | null): string =>
  stop === null ? texts.noStop : texts.stop(stop.replace('.', ','));
