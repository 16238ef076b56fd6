import type { ReactNode } from 'react';
import type { ResultGroup, Results } from '@plecho/contract';
import { FEW_TRADES, parseDecimal } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatCount, formatShare } from '@/lib/format.ts';
import { formatR } from '@/lib/trade-risk.ts';
import { Money, PercentText, Term } from '@/ui/index.ts';
import { FORMULAS, type FigureName } from './formulas.ts';
import { statsTexts as texts } from './texts.ts';

/** «55,00 %», of a percent as the server writes it. */
export const shareOf = (percent: string): string => formatShare(parseDecimal(percent, 2) ?? 0n);

/** «55,00 %»; of few trades with its interval. */
export function WinRate({ winRate, trades }: Pick<ResultGroup, 'winRate' | 'trades'>) {
  if (winRate === null) return texts.none;
  const { percent, low, high } = winRate;
  return (
    <span className="tabular">
      {shareOf(percent)}
      {trades < FEW_TRADES && (
        <>
          {' '}
          <span className="text-xs font-normal whitespace-nowrap text-muted">{`${shareOf(low).replace(/\s?%$/, '')}–${shareOf(high)}`}</span>
        </>
      )}
    </span>
  );
}

/** «1,85»; a dash where there is none. */
export function ratioText(value: string | null): string {
  if (value === null) return texts.none;
  const [whole = '', fraction = ''] = value.split('.');
  return `${whole},${fraction.padEnd(2, '0')}`;
}

const money = (value: string | null): ReactNode => (value === null ? texts.none : <Money value={value} signed />);

function valuesOf(results: Results): Record<FigureName, ReactNode> {
  const { summary, gained, drawdown, timeInPositions, averageSize, liquidationsEver } = results;
  const { liquidations, averageR } = summary;
  return {
    net: <Money value={summary.net} signed />,
    gained: <PercentText value={gained} />,
    drawdown: shareOf(drawdown?.percent ?? '0'),
    winRate: <WinRate {...summary} />,
    expectancy: money(summary.expectancy),
    profitFactor: ratioText(summary.profitFactor),
    averageWin: money(summary.averageWin),
    averageLoss: money(summary.averageLoss),
    longestLosingRun: formatCount(summary.longestLosingRun),
    averageR: averageR === null ? texts.none : formatR(parseDecimal(averageR, 2) ?? 0n),
    timeInPositions: timeInPositions === null ? texts.none : shareOf(timeInPositions),
    averageSize: averageSize === null ? texts.none : shareOf(averageSize),
    liquidations: (
      <span className={cx(liquidationsEver > 0 && 'text-warn')}>
        {liquidations === liquidationsEver
          ? formatCount(liquidations)
          : `${formatCount(liquidations)} / ${formatCount(liquidationsEver)}`}
      </span>
    ),
  };
}

/** Each figure under its name, which opens its formula. */
export function Figures({ results }: { results: Results }) {
  const values = valuesOf(results);
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-lg border border-hairline bg-panel sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
      {(Object.keys(values) as FigureName[]).map((name) => (
        <div
          key={name}
          className="-mr-px -mb-px flex min-w-0 flex-col gap-0.5 border-r border-b border-hairline/60 px-3 py-2.5"
        >
          <dt className="text-xs text-muted">
            <Term explanation={FORMULAS[name].formula}>{FORMULAS[name].name}</Term>
          </dt>
          <dd className="min-w-0 text-base font-semibold tabular">{values[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
