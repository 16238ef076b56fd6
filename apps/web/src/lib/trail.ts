import { formatTrail, type Trail } from '@plecho/domain';
import { formatPrice } from './format.ts';

/** A trailing stop's distance as people say it: «1,5 %», or a difference of prices. */
export function distanceWords({ unit, value }: { unit: 'percent' | 'price'; value: string }, decimals: number): string {
  return unit === 'percent' ? `${value.replace('.', ',')} %` : formatPrice(value, decimals);
}

/** A distance as the wire has it. */
export const wireTrail = (trail: Trail): { unit: Trail['unit']; value: string } => ({
  ...{ unit: trail.unit, value: formatTrail(trail) },
});
