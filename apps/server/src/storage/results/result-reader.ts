import { toMillionths, type Animal, type Colour, type EquityPoint, type Split, type Tally } from '@plecho/domain';
import type { Pool } from 'pg';
import type { Listed, ResultReader, ResultsFilter, ResultsView, Standing } from '../../queries/results.ts';
import { RESULTS } from './one-account.ts';
import { LISTED, STANDINGS } from './standings.ts';

type TallyRow = [
  ...[grouping: number, group: string | null, trades: number, wins: number, losses: number, liquidations: number],
  ...[won: string, lost: string, withR: number, sumOfR: number],
];
type PointRow = [at: number, n: number, net: string, equity: string, index: number];

interface ResultsRow {
  tallies: TallyRow[];
  losing_run: bigint;
  held: [held: number, span: number];
  drawdown: [fall: number, from: number, to: number] | null;
  start: PointRow | null;
  points: PointRow[] | null;
  index: number | null;
  size: number | null;
  liquidations_ever: bigint;
}

/** What grouping() says of the rows of a split: a bit for each column that they are not grouped by. */
const SPLIT_OF: Readonly<Record<number, Split>> = {
  ...{ 0b011111: 'leverage', 0b101111: 'symbol', 0b110111: 'side', 0b111011: 'reason', 0b111101: 'hour' },
  0b111110: 'weekday',
};
const WHOLE = 0b111111;

function tallyOf([, , trades, wins, losses, liquidations, won, lost, withR, sumOfR]: TallyRow): Tally {
  return { trades, wins, losses, liquidations, won: BigInt(won), lost: BigInt(lost), withR, sumOfR };
}

const pointOf = ([at, , net, equity, index]: PointRow): EquityPoint => ({
  ...{ at, net: BigInt(net), equity: BigInt(equity), index },
});

function splitsOf(rows: readonly TallyRow[]): ResultsView['splits'] {
  const splits: ResultsView['splits'] = { leverage: [], symbol: [], side: [], reason: [], hour: [], weekday: [] };
  for (const row of rows) {
    const split = SPLIT_OF[row[0]];
    if (split !== undefined) splits[split].push([row[1] ?? '', tallyOf(row)]);
  }
  return splits;
}

function viewOf(row: ResultsRow): ResultsView {
  const whole = row.tallies.find(([grouping]) => grouping === WHOLE);
  if (whole === undefined) throw new Error('results without a whole');
  const [held, span] = row.held;
  return {
    whole: tallyOf(whole),
    longestLosingRun: Number(row.losing_run),
    liquidationsEver: Number(row.liquidations_ever),
    points: row.start === null ? [] : [row.start, ...(row.points ?? [])].map(pointOf),
    gained: toMillionths((row.index ?? 1) - 1),
    drawdown: row.drawdown === null ? null : drawdownOf(row.drawdown),
    time: { held, span },
    averageSize: row.size === null ? null : toMillionths(row.size),
    splits: splitsOf(row.tallies),
  };
}

const drawdownOf = ([fall, from, to]: NonNullable<ResultsRow['drawdown']>) => ({ ppm: toMillionths(fall), from, to });

/** What trades came to, counted by the database. */
export class PgResultReader implements ResultReader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async results({ accountId, season, from, until, zone }: ResultsFilter): Promise<ResultsView> {
    const values = [accountId, season, from, until, zone];
    const { rows } = await this.#pool.query<ResultsRow>({ name: 'results', text: RESULTS, values });
    if (rows[0] === undefined) throw new Error('the database gave no results');
    return viewOf(rows[0]);
  }

  async standings(marketId: string, onlyCurrent: boolean): Promise<Standing[]> {
    const values = [marketId, onlyCurrent];
    const { rows } = await this.#pool.query<{ user_id: bigint; trades: bigint; index: number; fall: number }>({
      ...{ name: 'standings', text: STANDINGS, values },
    });
    return rows.map(({ user_id: userId, trades, index, fall }) => ({
      ...{ userId, trades: Number(trades), gained: toMillionths(index - 1), drawdown: toMillionths(fall) },
    }));
  }

  async listed(marketId: string): Promise<Listed[]> {
    const { rows } = await this.#pool.query<{ user_id: bigint; animal: Animal; colour: Colour }>({
      ...{ name: 'listed', text: LISTED, values: [marketId] },
    });
    return rows.map(({ user_id: userId, animal, colour }) => ({ userId, persona: { animal, colour } }));
  }
}
