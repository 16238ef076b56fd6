import type { KlineSeries } from '../feeds/replay/index.ts';

/** More lines than this help nobody; their number is said. */
const SHOWN_ISSUES = 50;

/** The files with their bad rows, duplicates and gaps; none of them becomes a price. */
export function report(series: readonly KlineSeries[]): void {
  for (const { symbol, klines, issues } of series) {
    console.log(`${symbol}: ${klines.length} minutes`);
    for (const { file, line, kind, message } of issues.slice(0, SHOWN_ISSUES)) {
      console.log(`  ${file}:${line}: ${kind}: ${message}`);
    }
    if (issues.length > SHOWN_ISSUES) console.log(`  … and ${issues.length - SHOWN_ISSUES} more`);
  }
}
