import type * as wire from '@plecho/contract';
import {
  formatDecimal,
  formatUsdt,
  shareHeld,
  summaryOf,
  toMillionths,
  type EquityPoint,
  type Millionths,
  type Split,
  type Summary,
  type Tally,
  type Usdt,
} from '@plecho/domain';
import type { Line } from '../queries/leaderboard.ts';
import type { ResultsView } from '../queries/results.ts';

const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Millionths as a percentage with two decimals, to the nearest. */
const toPercent = (ppm: Millionths): string => formatDecimal(BigInt(Math.round(ppm / 100)), 2);

/** A ratio as a decimal of two places, to the nearest. Statistics are floats; money never is. */
const toRatio = (value: number): string => formatDecimal(BigInt(Math.round(value * 100)), 2);

const usdtOrNull = (value: Usdt | null): string | null => (value === null ? null : formatUsdt(value));
const percentOrNull = (value: Millionths | null): string | null => (value === null ? null : toPercent(value));

function toWireShare(rate: NonNullable<Summary['winRate']>): NonNullable<wire.ResultGroup['winRate']> {
  const [percent, low, high] = [rate.share, rate.low, rate.high].map((each) => toPercent(toMillionths(each)));
  return { percent: percent ?? '0', low: low ?? '0', high: high ?? '0' };
}

function toWireFigures(tally: Tally): Omit<wire.ResultGroup, 'group'> {
  const summary = summaryOf(tally);
  const { trades, wins, losses, liquidations, net, winRate, profitFactor, averageR } = summary;
  return {
    ...{ trades, wins, losses, liquidations, net: formatUsdt(net) },
    winRate: winRate === null ? null : toWireShare(winRate),
    expectancy: usdtOrNull(summary.expectancy),
    profitFactor: profitFactor === null ? null : toRatio(profitFactor),
    averageWin: usdtOrNull(summary.averageWin),
    averageLoss: usdtOrNull(summary.averageLoss),
    averageR: averageR === null ? null : toRatio(averageR / 1000),
  };
}

const toWirePoint = ({ at, net, equity, index }: EquityPoint): wire.Results['curve'][number] => ({
  time: toSeconds(at),
  net: formatUsdt(net),
  equity: formatUsdt(equity),
  gained: toPercent(toMillionths(index - 1)),
});

/** Numbers in their order, words by how often they come. */
function inOrder(a: wire.ResultGroup, b: wire.ResultGroup): number {
  const byNumber = Number(a.group) - Number(b.group);
  if (!Number.isNaN(byNumber)) return byNumber;
  return a.trades === b.trades ? (a.group < b.group ? -1 : 1) : b.trades - a.trades;
}

export function toWireResults(market: string, season: number | null, view: ResultsView): wire.Results {
  const { whole, longestLosingRun, liquidationsEver, drawdown, splits } = view;
  const groupsOf = (split: Split): wire.ResultGroup[] =>
    splits[split].map(([group, tally]) => ({ group, ...toWireFigures(tally) })).sort(inOrder);
  return {
    market,
    season,
    summary: { ...toWireFigures(whole), longestLosingRun, withR: whole.withR },
    liquidationsEver,
    gained: toPercent(view.gained),
    drawdown:
      drawdown === null
        ? null
        : { percent: toPercent(drawdown.ppm), from: toSeconds(drawdown.from), to: toSeconds(drawdown.to) },
    timeInPositions: percentOrNull(shareHeld(view.time)),
    averageSize: percentOrNull(view.averageSize),
    curve: view.points.map(toWirePoint),
    splits: {
      ...{ leverage: groupsOf('leverage'), symbol: groupsOf('symbol'), side: groupsOf('side') },
      ...{ reason: groupsOf('reason'), hour: groupsOf('hour'), weekday: groupsOf('weekday') },
    },
  };
}

/** @param own whoever asks */
export function toWireLine(
  { place, persona, score, gained, drawdown, trades, userId }: Line,
  own: bigint,
): wire.LeaderboardLine {
  return {
    ...{ place, persona, score: formatDecimal(BigInt(score), 2), gained: toPercent(gained) },
    ...{ drawdown: toPercent(drawdown), trades, own: userId === own },
  };
}
