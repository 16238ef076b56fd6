import { useState, type ReactNode } from 'react';
import type { Results } from '@plecho/contract';
import { FEW_TRADES } from '@plecho/domain';
import { useMarketTime } from '@/api/market-time.ts';
import { useMarket } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { formatPercent } from '@/lib/format.ts';
import { CsvExport } from '@/ui/csv-export.tsx';
import { Link, Panel, SegmentedControl } from '@/ui/index.ts';
import { Figures, shareOf } from './figures.tsx';
import { curveColumns, figureColumns, figureRows } from './results-csv.ts';
import { SplitPanel } from './split-table.tsx';
import { statsTexts as texts } from './texts.ts';

/** Tables and curve as files. */
function Files({ results }: { results: Results }) {
  const { id: market } = useMarket();
  const time = useMarketTime();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-secondary">
      <span className="inline-flex items-center gap-2">
        {texts.tables}
        <CsvExport
          columns={figureColumns}
          fileName={`plecho-results-${market}`}
          collect={() => Promise.resolve(figureRows(results))}
          texts={texts}
        />
      </span>
      <span className="inline-flex items-center gap-2">
        {texts.points}
        <CsvExport
          columns={curveColumns(time)}
          fileName={`plecho-curve-${market}`}
          collect={() => Promise.resolve([...results.curve])}
          texts={texts}
        />
      </span>
      <Link href={paths.help('results')} className="text-accent underline underline-offset-3 sm:ml-auto">
        {texts.help}
      </Link>
    </div>
  );
}

interface ResultsViewProps {
  results: Results;
  /** Draws the curve. */
  chart: (curve: Results['curve'], measure: 'gained' | 'net', label: string) => ReactNode;
}

/** What trades came to: figures, curve and tables. */
export function ResultsView({ results, chart }: ResultsViewProps) {
  const [measure, setMeasure] = useState<'gained' | 'net'>('gained');
  const { summary, curve, gained, drawdown } = results;
  const label = texts.curveLabel(formatPercent(gained), shareOf(drawdown?.percent ?? '0'));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-secondary">
        {summary.trades < FEW_TRADES ? texts.few(summary.trades) : texts.count(summary.trades)}
      </p>
      <section aria-label={texts.figures}>
        <Figures results={results} />
      </section>
      <Panel
        flush
        title={texts.curve}
        aside={
          <SegmentedControl
            label={texts.curveMeasure}
            value={measure}
            onChange={setMeasure}
            options={(['gained', 'net'] as const).map((value) => ({ value, label: texts.measures[value] }))}
          />
        }
      >
        <p className="px-3 pt-1 pb-2 text-xs text-muted">{texts.curveLead}</p>
        {chart(curve, measure, label)}
      </Panel>
      <SplitPanel splits={results.splits} />
      <Files results={results} />
    </div>
  );
}
