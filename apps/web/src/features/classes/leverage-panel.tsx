import type { LeverageResult } from '@plecho/contract';
import { formatCount } from '@/lib/format.ts';
import { CELL } from '@/ui/data-table.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Money } from '@/ui/money.tsx';
import { Panel } from '@/ui/panel.tsx';
import { texts } from './texts.ts';

const { leverage: words } = texts;
const { columns } = words;

/** What leverage has brought the class: its closed trades, by leverage. */
export function LeveragePanel({ rows }: { rows: readonly LeverageResult[] }) {
  return (
    <Panel title={words.title} flush>
      {rows.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="scroll-hint overflow-x-auto" tabIndex={0} role="group" aria-label={words.title}>
          <table className="w-full border-collapse">
            <caption className="sr-only">{words.title}</caption>
            <thead className="text-xs text-muted">
              <tr className="border-b border-hairline">
                <th scope="col" className="py-1.5 pr-2 pl-3 text-left font-normal">
                  {columns.leverage}
                </th>
                {[columns.result, columns.trades, columns.losing, columns.liquidations].map((name) => (
                  <th key={name} scope="col" className="px-2 py-1.5 text-right font-normal last:pr-3">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-hairline">
              {rows.map(({ leverage, trades, losing, liquidations, result }) => (
                <tr key={leverage} className="h-9">
                  <th scope="row" className="px-3 text-left font-medium tabular">
                    {leverage}x
                  </th>
                  <td className={CELL}>
                    <Money value={result} signed />
                  </td>
                  <td className={CELL}>{formatCount(trades)}</td>
                  <td className={CELL}>{formatCount(losing)}</td>
                  <td className={CELL}>{formatCount(liquidations)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
