/**
 * exp and ln from additions and multiplications alone. Those are exact in IEEE 754, so the generator gives the
 * same prices on every machine; the last bits of Math.exp and Math.log are up to the implementation.
 */

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const LOG2_E = 1.4426950408889634;
/** Below this, ln takes eight doublings at once. */
const SMALLEST = 0.7071067811865476 / 256;
const MAX_EXPONENT = 64;

/** 2^k for k from −64 to 64. */
const POWERS_OF_TWO = Float64Array.from({ length: 2 * MAX_EXPONENT + 1 }, (_, index) => 2 ** (index - MAX_EXPONENT));

/** 1/13!, 1/12!, … 1/0!: highest power first, for Horner's scheme. */
const EXP_SERIES = Float64Array.from({ length: 14 }, (_, index) => {
  let factorial = 1;
  for (let n = 2; n <= 13 - index; n += 1) factorial *= n;
  return 1 / factorial;
});
/** 1/21, 1/19, … 1/1. */
const ARTANH_SERIES = Float64Array.from({ length: 11 }, (_, index) => 1 / (21 - 2 * index));

/** e^x to about 1e-15, for |x| ≤ 40. @throws RangeError beyond. */
export function exp(x: number): number {
  const k = Math.round(x * LOG2_E);
  const scale = POWERS_OF_TWO[k + MAX_EXPONENT];
  if (scale === undefined) throw new RangeError(`exp of ${x}`);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 0;
  for (let n = 0; n < 14; n += 1) sum = sum * r + (EXP_SERIES[n] ?? 0);
  return sum * scale;
}

/** Natural logarithm to about 1e-15, for x between 1e-15 and 1e15. @throws RangeError for x ≤ 0. */
export function ln(x: number): number {
  if (!(x > 0)) throw new RangeError(`ln of ${x}`);
  let mantissa = x;
  let exponent = 0;
  while (mantissa < SMALLEST) {
    mantissa *= 256;
    exponent -= 8;
  }
  while (mantissa < 0.7071067811865476) {
    mantissa *= 2;
    exponent -= 1;
  }
  while (mantissa > 1.4142135623730951) {
    mantissa /= 2;
    exponent += 1;
  }
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let sum = 0;
  for (let n = 0; n < 11; n += 1) sum = sum * square + (ARTANH_SERIES[n] ?? 0);
  return exponent * LN2_HIGH + (2 * s * sum + exponent * LN2_LOW);
}
