import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { zip } from '../test/zip.ts';
import { readKlineFile } from './kline-file.ts';
import { readKlineSeries } from './kline-series.ts';

const folder = mkdtempSync(join(tmpdir(), 'plecho-klines-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function write(content: string | Buffer, name = 'LINKUSDT-1m-2026-02.csv'): string {
  const path = join(mkdtempSync(join(folder, `${(files += 1)}-`)), name);
  writeFileSync(path, content);
  return path;
}

const START = Date.parse('2026-02-05T12:00:00Z');
const HEADER =
  'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore';

interface RowValues {
  prices?: string;
  open?: number | string;
  close?: number | string;
}

/** A line of minute `index`; everything else is good unless given. */
function row(index: number, { prices = '9.982,9.990,9.974,9.987', open, close }: RowValues = {}): string {
  const time = START + index * 60_000;
  return `${open ?? time},${prices},24464.35,${close ?? time + 59_999},244198.04745,782,9388.60,93722.16297,0`;
}

const text = (...lines: string[]) => `${lines.join('\n')}\n`;
const issuesOf = async (path: string) =>
  (await readKlineFile(path)).issues.map(({ kind, line, message }) => `${line} ${kind}: ${message}`);

describe('kline file', () => {
  it('reads the same from plain, gzip and zip, with and without a header, in milliseconds and microseconds', async () => {
    const micro = (line: string) =>
      line.replace(/(?<=^|,)(17\d{11})(?=,)/g, (time) => `${time}${time.endsWith('999') ? '999' : '000'}`);
    const lines = [row(0), row(1), row(2)];
    const plain = text(...lines);
    const variants = [
      write(plain),
      write(text(HEADER, ...lines)),
      write(text(HEADER, ...lines).replaceAll('\n', '\r\n')),
      write(plain.trimEnd()),
      write(`\u{feff}${text(HEADER, ...lines)}`),
      write(text(...lines.map(micro))),
      write(gzipSync(plain), 'LINKUSDT-1m-2026-02.csv.gz'),
      write(zip([{ name: 'LINKUSDT-1m-2026-02.csv', content: Buffer.from(plain) }]), 'LINKUSDT-1m-2026-02.zip'),
    ];
    expect(micro(row(0))).toContain('1770292800000000,');
    for (const path of variants) {
      const file = await readKlineFile(path);
      expect(file).toMatchObject({ symbol: 'LINKUSDT', priceDecimals: 3, issues: [] });
      expect(file.klines).toHaveLength(3);
      expect(file.klines[1]).toEqual({
        time: START / 1000 + 60,
        open: 998_200_000n,
        high: 999_000_000n,
        low: 997_400_000n,
        close: 998_700_000n,
        volume: 244_198_047_450n,
      });
    }
  });

  it('takes the turnover from volume and close where the file has only seven columns', async () => {
    const short = (line: string) => line.split(',').slice(0, 7).join(',');
    const file = await readKlineFile(write(text(short(HEADER), short(row(0)))));
    expect(file.klines[0]?.volume).toBe(244_325_463_450n);
  });

  it('reports bad rows with their lines and uses none of them', async () => {
    const bad: [string, string][] = [
      [row(1, { prices: '9.982,abc,9.974,9.987' }), 'a price is not a number'],
      [row(1, { prices: '9.982,NaN,9.974,9.987' }), 'a price is not a number'],
      [row(1, { prices: '9.982,1e3,9.974,9.987' }), 'a price is not a number'],
      [row(1, { prices: '9.982,,9.974,9.987' }), 'a price is not a number'],
      [row(1, { prices: '9.982,9.97,9.974,9.987' }), 'high is below low'],
      [row(1, { prices: '9.9,9.990,9.974,9.987' }), 'open is outside low and high'],
      [row(1, { prices: '9.982,9.990,9.974,9.991' }), 'close is outside low and high'],
      [row(1, { prices: '0,9.990,0,9.987' }), 'a price is not positive'],
      [row(1, { prices: '9.982,9.990,-9.974,9.987' }), 'a price is not positive'],
      [row(1, { prices: '9.982,9.990,0,9.987' }), 'a price is not positive'],
      [row(1, { prices: '9.982,200000000000,9.974,9.987' }), 'a price is higher than anything can cost'],
      [row(1, { prices: '9.982,9.990,9.974' }), 'close_time is not the end of the minute'],
      [row(1, { open: START + 60_500 }), 'open_time is not on the minute'],
      [row(1, { open: 'yesterday' }), 'open_time is not a time'],
      [row(1, { close: START + 359_999 }), 'close_time is not the end of the minute'],
      ['1,2,3', '3 columns instead of 7 to 12'],
      [`${row(1)},more`, '13 columns instead of 7 to 12'],
      [row(1).replace('244198.04745', '-1'), 'volume is not a number'],
      [row(1).replace('244198.04745', '1000000000000.01'), 'volume is more than anything can turn over'],
    ];
    for (const [line, message] of bad) {
      const path = write(text(HEADER, row(0), line, row(2)));
      expect(await issuesOf(path), line).toEqual([
        `3 badRow: ${message}`,
        '4 gap: 1 min missing before 2026-02-05T12:02Z',
      ]);
      expect((await readKlineFile(path)).klines.map(({ time }) => time - START / 1000)).toEqual([0, 120]);
    }
  });

  it('drops an equal duplicate, both of two that differ, and what comes out of order', async () => {
    const other = { prices: '9.982,9.995,9.974,9.987' };
    const path = write(text(row(0), row(1), row(1), row(2), row(2, other), row(2), row(5), row(3), row(6)));
    expect(await issuesOf(path)).toEqual([
      '3 duplicate: 2026-02-05T12:01Z again, the same as in line 2',
      '5 conflict: 2026-02-05T12:02Z differs from line 4; neither is used',
      '6 conflict: 2026-02-05T12:02Z again',
      '7 gap: 3 min missing before 2026-02-05T12:05Z',
      '8 outOfOrder: 2026-02-05T12:03Z after 2026-02-05T12:05Z',
    ]);
    const { klines } = await readKlineFile(path);
    expect(klines.map(({ time }) => (time - START / 1000) / 60)).toEqual([0, 1, 5, 6]);
  });

  it('refuses what is no kline file', async () => {
    const csv = { name: 'LINKUSDT-1m-2026-02.csv', content: Buffer.from(row(0)) };
    const refused: [string, RegExp][] = [
      [write(text(row(0)), 'prices.csv'), /not named like/],
      [write(text(row(0)), 'LINKUSDT-5m-2026-02.csv'), /not named like/],
      [write(''), /no usable row/],
      [write(text(HEADER)), /no usable row/],
      [write(text('time,price', '1,2')), /other columns/],
      [write(Buffer.concat([gzipSync(row(0)).subarray(0, 40)]), 'LINKUSDT-1m-x.csv.gz'), /can't be unpacked/],
      [write(Buffer.concat([zip([csv]).subarray(0, 60)]), 'LINKUSDT-1m-x.zip'), /not a readable zip/],
      [write(zip([csv, csv]), 'LINKUSDT-1m-x.zip'), /exactly one CSV/],
      [write(zip([{ ...csv, name: 'readme.txt' }]), 'LINKUSDT-1m-x.zip'), /not a CSV/],
      [write(text(HEADER, ...Array.from({ length: 1_002 }, () => 'x'))), /more than 1000 lines/],
      [write('9'.repeat(100_000)), /too long/],
      [join(folder, 'LINKUSDT-1m-missing.csv'), /can't be opened/],
    ];
    for (const [path, message] of refused) await expect(readKlineFile(path), path).rejects.toThrow(message);
  });

  it('stops a bomb while it unpacks, also one that lies about its size', async () => {
    const limits = { maxBytes: 100_000, maxLineLength: 1_000 };
    const huge = Buffer.from(text(HEADER, ...Array.from({ length: 20_000 }, (_, index) => row(index))));
    const honest = { name: 'LINKUSDT-1m-x.csv', content: huge };
    const bombs = [
      write(gzipSync(huge), 'LINKUSDT-1m-x.csv.gz'),
      write(zip([honest]), 'LINKUSDT-1m-x.zip'),
      write(zip([{ ...honest, claimedSize: 1_000 }]), 'LINKUSDT-1m-x.zip'),
    ];
    for (const path of bombs) await expect(readKlineFile(path, limits)).rejects.toThrow(/unpack/);
  });

  it('refuses a plain file that is too large before it has kept a line of it', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => row(index));
    const path = write(text(HEADER, ...rows), 'LINKUSDT-1m-x.csv');
    await expect(readKlineFile(path, { maxBytes: 100_000, maxLineLength: 1_000 })).rejects.toThrow(
      'the file is more than 0.1 MB, the most that is read; give it in parts',
    );
  });
});

describe('kline series', () => {
  it('joins files of a pair in the order of time and reports the gap between them', async () => {
    const late = write(text(row(10), row(11)), 'LINKUSDT-1m-2026-02-06.csv');
    const early = write(text(row(0), row(1)), 'LINKUSDT-1m-2026-02-05.csv');
    const other = write(text(row(0)), 'DOTUSDT-1m-2026-02.csv');
    const [dot, link] = await readKlineSeries([late, other, early]);
    expect(dot).toMatchObject({ symbol: 'DOTUSDT', issues: [] });
    expect(link?.klines.map(({ time }) => (time - START / 1000) / 60)).toEqual([0, 1, 10, 11]);
    expect(link?.issues).toEqual([
      { file: 'LINKUSDT-1m-2026-02-06.csv', kind: 'gap', line: 1, message: '8 min missing before this file' },
    ]);
  });

  it('refuses files that overlap, by name', async () => {
    const paths = [write(text(row(0), row(5))), write(text(row(3)), 'LINKUSDT-1m-again.csv')];
    await expect(readKlineSeries(paths)).rejects.toThrow('«LINKUSDT-1m-again.csv» overlaps');
  });
});
