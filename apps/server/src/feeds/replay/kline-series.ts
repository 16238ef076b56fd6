import { basename } from 'node:path';
import type { Candle } from '@plecho/domain';
import { type KlineFile, type KlineIssue, readKlineFile } from './kline-file.ts';
import { KlineFileError, type KlineLimits } from './kline-lines.ts';

export interface KlineSeries {
  symbol: string;
  /** Ascending, no two of the same minute; gaps are in the issues. */
  klines: Candle[];
  priceDecimals: number;
  /** SHA-256 of the files, in alphabetical order. */
  sha256: string[];
  issues: (KlineIssue & { file: string })[];
}

function join(symbol: string, files: { name: string; content: KlineFile }[]): KlineSeries {
  files.sort((a, b) => (a.content.klines[0]?.time ?? 0) - (b.content.klines[0]?.time ?? 0));
  const series: KlineSeries = { symbol, klines: [], priceDecimals: 0, sha256: [], issues: [] };
  for (const { name, content } of files) {
    const last = series.klines.at(-1);
    const first = content.klines[0];
    if (last !== undefined && first !== undefined) {
      if (first.time <= last.time) throw new KlineFileError(`«${name}» overlaps another file of ${symbol}`);
      const missing = (first.time - last.time) / 60 - 1;
      if (missing > 0) {
        series.issues.push({ file: name, kind: 'gap', line: 1, message: `${missing} min missing before this file` });
      }
    }
    for (const kline of content.klines) series.klines.push(kline);
    series.priceDecimals = Math.max(series.priceDecimals, content.priceDecimals);
    series.sha256.push(content.sha256);
    for (const issue of content.issues) series.issues.push({ ...issue, file: name });
  }
  series.sha256.sort();
  return series;
}

/**
 * Reads files of any number of pairs and joins those of the same pair in the order of time.
 *
 * @returns one series a pair, in alphabetical order.
 * @throws KlineFileError, naming the file, as {@link readKlineFile} does and when two files of a pair overlap.
 */
export async function readKlineSeries(
  paths: readonly string[],
  limits?: KlineLimits,
  onLines?: (lines: number, path: string) => void,
): Promise<KlineSeries[]> {
  const bySymbol = new Map<string, { name: string; content: KlineFile }[]>();
  for (const path of paths) {
    const name = basename(path);
    try {
      const content = await readKlineFile(path, limits, (lines) => onLines?.(lines, path));
      const files = bySymbol.get(content.symbol);
      if (files === undefined) bySymbol.set(content.symbol, [{ name, content }]);
      else files.push({ name, content });
    } catch (error) {
      if (error instanceof KlineFileError) throw new KlineFileError(`${name}: ${error.message}`, { cause: error });
      throw error;
    }
  }
  return [...bySymbol].sort(([a], [b]) => (a < b ? -1 : 1)).map(([symbol, files]) => join(symbol, files));
}

/** What a recording keeps of them. */
export const recordedPairs = (
  series: readonly KlineSeries[],
): { symbol: string; priceDecimals: number; candles: Candle[] }[] =>
  series.map(({ symbol, priceDecimals, klines: candles }) => ({ symbol, priceDecimals, candles }));
