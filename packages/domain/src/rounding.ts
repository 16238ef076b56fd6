export type Rounding = 'floor' | 'ceil';

/**
 * The one place where anything is rounded (rule L8): integer division toward −∞ (`floor`) or +∞ (`ceil`).
 *
 * What a person receives is floored and what a person pays is ceiled, so a rounding is never
 * in the user's favour and never more than one unit of the last place.
 *
 * @throws RangeError when `denominator` is not positive.
 */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) throw new RangeError('denominator must be positive');
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (remainder === 0n) return quotient;
  if (rounding === 'floor') return remainder < 0n ? quotient - 1n : quotient;
  return remainder > 0n ? quotient + 1n : quotient;
}
