import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Candle, RecordingIssue } from '@plecho/domain';
import { isListed } from '../listed-pairs.ts';
import { KlineFileError, type KlineLimits, klineLines, messageOf } from './kline-lines.ts';
import { isHeader, parseKlineRow } from './kline-row.ts';

export interface KlineIssue {
  kind: RecordingIssue;
  /** Line in the unpacked file, from 1; for a gap, the line after it. */
  line: number;
  message: string;
}

export interface KlineFile {
  /** As in the file's name: "LINKUSDT-1m-2026-02.csv.gz" is LINKUSDT. One of the listed ones. */
  symbol: string;
  /** SHA-256 of the file as it is, in hexadecimal digits: its only name outside this machine. */
  sha256: string;
  /** Only flawless rows, ascending, no two of the same minute. */
  klines: Candle[];
  /** Decimal places the prices need. */
  priceDecimals: number;
  /** In the order of the lines. */
  issues: KlineIssue[];
}

const FILE_NAME = /^([A-Z0-9]{2,16}USDT)-1m[-.].*$/;
/** Beyond this the file is something else, and listing more of it helps nobody. */
const MAX_ISSUES = 1_000;
const LINES_A_REPORT = 10_000;

/** @throws KlineFileError when the name doesn't say which listed pair it is, or says another interval than 1m. */
export function symbolOfFile(path: string): string {
  const symbol = FILE_NAME.exec(basename(path))?.[1];
  if (symbol === undefined) {
    throw new KlineFileError(`«${basename(path)}» is not named like SYMBOLUSDT-1m-DATE.csv`);
  }
  if (!isListed(symbol)) throw new KlineFileError(`${symbol} is none of the pairs that Плечо knows`);
  return symbol;
}

const minuteText = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 16)}Z`;

const sameCandle = (a: Candle, b: Candle) =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume;

/** Takes rows one by one, keeps the good ones and an account of the others. */
class KlineCollector {
  readonly issues: KlineIssue[] = [];
  readonly #kept = new Map<number, { candle: Candle; line: number }>();
  /** Minutes given twice with different figures: nobody knows which row is right, so neither is used. */
  readonly #disputed = new Set<number>();
  #newest = 0;
  priceDecimals = 0;

  add(text: string, line: number): void {
    const row = parseKlineRow(text);
    if ('problem' in row) return this.report('badRow', line, row.problem);
    const { candle } = row;
    const earlier = this.#kept.get(candle.time);
    if (earlier !== undefined || this.#disputed.has(candle.time)) return this.#repeated(candle, earlier, line);
    if (candle.time < this.#newest) {
      return this.report('outOfOrder', line, `${minuteText(candle.time)} after ${minuteText(this.#newest)}`);
    }
    this.#newest = candle.time;
    this.#kept.set(candle.time, { candle, line });
    this.priceDecimals = Math.max(this.priceDecimals, row.decimals);
  }

  #repeated(candle: Candle, earlier: { candle: Candle; line: number } | undefined, line: number): void {
    const minute = minuteText(candle.time);
    if (earlier !== undefined && sameCandle(earlier.candle, candle)) {
      return this.report('duplicate', line, `${minute} again, the same as in line ${earlier.line}`);
    }
    this.#kept.delete(candle.time);
    this.#disputed.add(candle.time);
    const other = earlier === undefined ? 'again' : `differs from line ${earlier.line}; neither is used`;
    this.report('conflict', line, `${minute} ${other}`);
  }

  report(kind: KlineIssue['kind'], line: number, message: string): void {
    if (this.issues.length >= MAX_ISSUES) throw new KlineFileError(`more than ${MAX_ISSUES} lines are not klines`);
    this.issues.push({ kind, line, message });
  }

  finish(): Candle[] {
    const klines: Candle[] = [];
    for (const { candle, line } of this.#kept.values()) {
      const previous = klines.at(-1);
      const missing = previous === undefined ? 0 : (candle.time - previous.time) / 60 - 1;
      if (missing > 0) this.report('gap', line, `${missing} min missing before ${minuteText(candle.time)}`);
      klines.push(candle);
    }
    this.issues.sort((a, b) => a.line - b.line);
    return klines;
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw new KlineFileError(`the file can't be read: ${messageOf(error)}`, { cause: error });
  }
  return hash.digest('hex');
}

/**
 * Reads a file of one-minute klines in Binance's public-data format: CSV, plain, gzip or zip, with or
 * without a header line, times in milliseconds or microseconds.
 *
 * @param onLines told how many lines have been read
 * @throws KlineFileError when it is no such file, is too large, or has no good row or over 1,000 bad ones.
 */
export async function readKlineFile(
  path: string,
  limits?: KlineLimits,
  onLines: (lines: number) => void = () => undefined,
): Promise<KlineFile> {
  const symbol = symbolOfFile(path);
  const collector = new KlineCollector();
  let line = 0;
  for await (const text of klineLines(path, limits)) {
    line += 1;
    if (line === 1) {
      // A byte order mark, read as three Latin letters.
      const header = isHeader(text.replace(/^\u00ef\u00bb\u00bf/, ''));
      if (header === null) throw new KlineFileError('the first line names other columns than a kline file has');
      if (header) continue;
    }
    if (text.trim() !== '') collector.add(text, line);
    if (line % LINES_A_REPORT === 0) onLines(line);
  }
  onLines(line);
  const klines = collector.finish();
  if (klines.length === 0) throw new KlineFileError('the file has no usable row');
  return {
    symbol,
    sha256: await sha256Of(path),
    klines,
    priceDecimals: collector.priceDecimals,
    issues: collector.issues,
  };
}
