/**
 * Hours of minutes that swing ±14 %, as a file of candles: at 600x every second or so liquidates whoever is on the wrong
 * side with 10x. They begin at 2026-02-05T00:00:00Z.
 */
export function swings(hours: number): string {
  const start = Date.parse('2026-02-05T00:00:00Z');
  const rows = Array.from({ length: hours * 60 }, (_, n) => {
    const [from, to] = n % 8 < 4 ? [60_000, 52_000] : [52_000, 60_000];
    const at = (step: number): number => from + ((to - from) * step) / 4;
    const [open, close] = [at(n % 4), at((n % 4) + 1)];
    const opens = start + n * 60_000;
    return [opens, open, Math.max(open, close), Math.min(open, close), close, 10, opens + 59_999].join(',');
  });
  return `open_time,open,high,low,close,volume,close_time\n${rows.join('\n')}\n`;
}
