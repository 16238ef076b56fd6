import type { Price } from '@plecho/domain';

const MARGIN = 1;

/** The path of a small line through the points; '' for fewer than two. */
export function sparkline(course: readonly Price[], width: number, height: number): string {
  if (course.length < 2) return '';
  const prices = course.map(Number);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (n: number): number => MARGIN + (n / (prices.length - 1)) * (width - 2 * MARGIN);
  const y = (price: number): number =>
    high === low ? height / 2 : MARGIN + ((high - price) / (high - low)) * (height - 2 * MARGIN);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return prices.map((price, n) => `${n === 0 ? 'M' : 'L'}${round(x(n))} ${round(y(price))}`).join('');
}
