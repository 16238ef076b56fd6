const MONTH_AT = Date.parse('2026-01-01T00:00:00Z');
const MINUTES = 43_200;

/** A month of one-minute candles as Binance publishes it: swings of less than 1 % around `base`. */
export function writeMonth(base: number): string {
  const at = (n: number): number => base * (1 + 0.008 * Math.sin(n / 40) * Math.cos(n / 7));
  const rows = Array.from({ length: MINUTES }, (_, n) => {
    const [open, close] = [at(n), at(n + 1)];
    const prices = [open, Math.max(open, close) + 3, Math.min(open, close) - 3, close];
    const time = MONTH_AT + n * 60_000;
    return `${time},${prices.map((price) => price.toFixed(2)).join()},12.5,${time + 59_999},750000.25,100,6,375000,0\n`;
  });
  return rows.join('');
}
