import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/paths.mjs';

const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');
const report = JSON.parse(readFileSync(join(root, 'bench/results.json'), 'utf8')) as {
  results: { name: string; value: number; unit: string }[];
};

/** Rows of the first table below a heading, as their cells; its head and the line below it are none. */
function rowsBelow(heading: string): string[][] {
  const [, below = ''] = page.split(`${heading}\n`);
  const table = /^\|.+\|\n\|[-|]+\|\n((?:\|.+\|\n)+)/m.exec(below)?.[1] ?? '';
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

const costs = new Map(rowsBelow('## What things cost').map(([what = '', cost = '']) => [what, cost]));

/** A figure of the table of costs, as it is written. @param place of several in a cell */
function written(what: string, place = 0): string {
  const figure = costs.get(what)?.match(/[\d.]+/g)?.[place];
  if (figure === undefined) throw new Error(`no cost of ${what}`);
  return figure;
}

const cost = (what: string, place = 0): number => Number(written(what, place));

const found = new Map(report.results.map((result) => [result.name, result]));

/** What a result comes to in the unit of the table of costs. */
interface Measured {
  what: string;
  place?: number;
  result: string;
  toCost?: (value: number) => number;
}

const FRAMES_A_SECOND = 4;
const REPLAYS = 200;
/** Costs that a benchmark measures: what is in two places must be the same in both. */
const MEASURED: Measured[] = [
  {
    ...{ what: 'a stream client that watches all pairs: CPU', result: 'stream: frames delivered per CPU second' },
    toCost: (frames) => (FRAMES_A_SECOND * 1e6) / frames,
  },
  { what: '… memory', result: 'memory of an idle stream client' },
  { what: 'a command: CPU of the server', result: 'CPU of the server per open' },
  { what: '… CPU of PostgreSQL', result: 'CPU of PostgreSQL per open' },
  { what: 'a tick', result: 'tick on 100,000 open positions that crosses none' },
  { what: 'an exchange market of 100 live pairs', result: 'exchange: 100 live pairs, of a core' },
  {
    ...{ what: 'a personal replay at 60x', result: '200 personal replays at 60x: CPU' },
    toCost: (cores) => (cores * 100) / REPLAYS,
  },
  {
    ...{ what: 'a personal replay at 60x', place: 1, result: 'memory of a personal replay that plays' },
    toCost: (megabytes) => megabytes * 1e3,
  },
  { what: 'an open position', result: 'memory of an open position' },
  { what: 'a start', result: 'restart with 100,000 open positions to ready' },
  { what: 'a crash of the market', result: 'a crash tick that liquidates 10,000 of 100,000 positions' },
];

const [COMMANDS_A_SECOND, POSITIONS, TRADES_A_DAY, ANSWER_DAYS] = [1 / 30, 5, 50, 9];
/** What one person needs, in cores, bits in a second, bytes, commands in a second and seconds. */
const NEEDS: Record<string, number> = {
  'streams: CPU': cost('a stream client that watches all pairs: CPU') / 1e6,
  'streams: outgoing': cost('… network', 1) * 1e6,
  'streams: memory': cost('… memory') * 1e3,
  commands: COMMANDS_A_SECOND,
  'commands: CPU of the server': (COMMANDS_A_SECOND * cost('a command: CPU of the server')) / 1e6,
  'commands: CPU of PostgreSQL': (COMMANDS_A_SECOND * cost('… CPU of PostgreSQL')) / 1e6,
  'open positions: memory': POSITIONS * cost('an open position'),
  'disk for ever': TRADES_A_DAY * cost('a trade on disk') * 1e3,
  'answers under their keys': TRADES_A_DAY * ANSWER_DAYS * cost('a trade on disk', 1) * 1e3,
  'all of them log in: CPU': cost('a password') / 1e3,
};
const PEOPLE = [30, 1_000, 10_000, 1_000_000];
const UNITS: Record<string, number> = {
  ...{ '%': 0.01, cores: 1, 'Mbit/s': 1e6, 'Gbit/s': 1e9, MB: 1e6, GB: 1e9 },
  ...{ '/s': 1, s: 1, minutes: 60, hours: 3_600 },
};

/** Whether a figure is the value, to its last digit. @param slack of that digit */
function isRounded(figure: string, value: number, slack = 0.501): boolean {
  const lastDigit = 10 ** -(figure.split('.')[1]?.length ?? 0);
  return Math.abs(Number(figure) - value) <= slack * lastDigit;
}

/** Whether a cell is the value, to the last digit that it shows. */
function says(cell: string, value: number): boolean {
  const [, text = '', unit = ''] = /^([\d.,]+) ?(\S+)/.exec(cell) ?? [];
  const size = UNITS[unit];
  const digits = text.replaceAll(',', '');
  if (digits === '' || size === undefined) return false;
  // What is shown was rounded from a cost with more digits than the table has.
  return isRounded(digits, value / size, 0.55);
}

describe('the model of docs/scale.md', () => {
  it.each(MEASURED)('has the cost that was measured: $what, $result', ({ what, place, result, toCost = Number }) => {
    const value = toCost(found.get(result)?.value ?? Number.NaN);
    expect(isRounded(written(what, place), value), `${written(what, place)}, but it was ${value}`).toBe(true);
  });

  it('is its costs times people, cell by cell', () => {
    const rows = rowsBelow('## What so many people need');
    expect(rows.map(([what]) => what)).toEqual(Object.keys(NEEDS));
    const wrong = rows.flatMap(([what = '', ...cells]) =>
      PEOPLE.flatMap((people, n) => {
        const value = people * (NEEDS[what] ?? Number.NaN);
        return says(cells[n] ?? '', value) ? [] : [`${what}, ${people} people: ${cells[n]}, but it is ${value}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('stands beside what a run has found at two sizes', () => {
    const runs = new Map([...found].map(([name, { value, unit }]) => [name, `${value} ${unit}`]));
    const rows = rowsBelow('### Checked against a run');
    const [stream, command] = [
      cost('a stream client that watches all pairs: CPU'),
      cost('a command: CPU of the server'),
    ];
    expect(rows.map(([, , reckoned]) => Number.parseFloat(reckoned ?? ''))).toEqual([stream, stream, command]);
    for (const [row = '', , , run] of rows) expect(run, row).toBe(runs.get(row) ?? '—');
  });
});
