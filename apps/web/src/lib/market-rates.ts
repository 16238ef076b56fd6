import type { Market } from '@plecho/contract';
import { MAX_LEVERAGE, parseDecimal, type Ppm } from '@plecho/domain';

/** A market's percentages, as «0.05», have up to four decimals, which makes them parts per million. */
export const ppmOf = (percent: string): Ppm => parseDecimal(percent, 4) ?? 0n;

/** The highest leverage in a market: a class may allow less than everybody else does. */
export const maxLeverageOf = ({ classRules }: Pick<Market, 'classRules'>): number =>
  classRules?.maxLeverage ?? MAX_LEVERAGE;
