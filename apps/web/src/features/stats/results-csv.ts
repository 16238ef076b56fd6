import type { ResultGroup, Results } from '@plecho/contract';
import type { Column } from '@/lib/csv.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import { FORMULAS } from './formulas.ts';
import { groupName } from './group-name.ts';
import { statsTexts as texts, type SplitName } from './texts.ts';

/** A line of the tables: the whole, or a group of a split. */
export type FigureRow = Omit<ResultGroup, 'group'> & { split: SplitName | null; group: string };

export const figureRows = ({ summary, splits }: Results): FigureRow[] => [
  { ...summary, split: null, group: '' },
  ...(Object.entries(splits) as [SplitName, ResultGroup[]][]).flatMap(([split, groups]) =>
    groups.map((each): FigureRow => ({ ...each, split })),
  ),
];

const UNIT = 'уч. USDT';

export const figureColumns: readonly Column<FigureRow>[] = [
  {
    ...{ code: 'split', title: texts.splits, text: ({ split }) => split ?? 'all' },
    words: ({ split }) => (split === null ? texts.whole : texts.splitNames[split]),
  },
  {
    ...{ code: 'group', title: 'Значение', text: ({ group }) => group },
    words: ({ split, group }) => (split === null ? '' : groupName(split, group)),
  },
  { code: 'trades', title: texts.columns.trades, decimal: ({ trades }) => trades },
  { code: 'wins', title: 'Прибыльных сделок', decimal: ({ wins }) => wins },
  { code: 'losses', title: 'Убыточных сделок', decimal: ({ losses }) => losses },
  { code: 'win_rate_percent', title: 'Прибыльных, %', decimal: ({ winRate }) => winRate?.percent ?? null },
  { code: 'win_rate_low_percent', title: 'Прибыльных, % не меньше', decimal: ({ winRate }) => winRate?.low ?? null },
  { code: 'win_rate_high_percent', title: 'Прибыльных, % не больше', decimal: ({ winRate }) => winRate?.high ?? null },
  { code: 'net_usdt', title: `${FORMULAS.net.name}, ${UNIT}`, decimal: ({ net }) => net },
  { code: 'expectancy_usdt', title: `${FORMULAS.expectancy.name}, ${UNIT}`, decimal: ({ expectancy }) => expectancy },
  { code: 'profit_factor', title: FORMULAS.profitFactor.name, decimal: ({ profitFactor }) => profitFactor },
  { code: 'average_win_usdt', title: `${FORMULAS.averageWin.name}, ${UNIT}`, decimal: ({ averageWin }) => averageWin },
  {
    ...{ code: 'average_loss_usdt', title: `${FORMULAS.averageLoss.name}, ${UNIT}` },
    decimal: ({ averageLoss }) => averageLoss,
  },
  { code: 'average_r', title: FORMULAS.averageR.name, decimal: ({ averageR }) => averageR },
  { code: 'liquidations', title: FORMULAS.liquidations.name, decimal: ({ liquidations }) => liquidations },
];

type Point = Results['curve'][number];

/** Times are those of the market; where dates are hidden, as on the screens. */
export const curveColumns = (time: MarketTime): readonly Column<Point>[] => [
  {
    ...{ code: 'at', title: 'Время' },
    ...(time.dayOne === null ? { time: (p: Point) => p.time * 1000 } : { text: (p: Point) => time.full(p.time) }),
  },
  { code: 'net_usdt', title: `${FORMULAS.net.name}, ${UNIT}`, decimal: ({ net }) => net },
  { code: 'equity_usdt', title: `Капитал, ${UNIT}`, decimal: ({ equity }) => equity },
  { code: 'return_percent', title: `${FORMULAS.gained.name}, %`, decimal: ({ gained }) => gained },
];
