import { useRef } from 'react';
import { formatCount, formatPercent } from '@/lib/format.ts';
import { useElementWidth } from '@/lib/use-element-width.ts';
import { CELL, DataTable } from '@/ui/data-table.tsx';
import { Money } from '@/ui/money.tsx';
import type { LeverageRow } from './figures.ts';
import { texts } from './texts.ts';

const { leverage: words } = texts;
const ROW = 22;
const LABEL = 40;
const AXIS = 20;
/** A position that is liquidated loses its margin: −100 %. */
const LOWEST = -10_000;

/** A dot for each trade: what it brought, in percent of its margin, in the line of its leverage. */
function Dots({ rows }: { rows: readonly LeverageRow[] }) {
  'use memo';
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const all = rows.flatMap(({ returns }) => returns.map(Number));
  const most = Math.max(10_000, ...all);
  const x = (share: number): number => LABEL + ((share - LOWEST) / (most - LOWEST)) * (width - LABEL - 8);
  const dotsAt = (shares: readonly bigint[]): string =>
    shares.map((share) => `M${x(Number(share)).toFixed(1)} -3 a3 3 0 1 1 0 6 a3 3 0 1 1 0 -6Z`).join('');
  const height = rows.length * ROW + AXIS;
  return (
    <div ref={frame} className="min-w-0" style={{ minHeight: height }}>
      {width > 0 && (
        <svg role="img" aria-label={words.described(all.length)} width={width} height={height} className="block">
          <line x1={x(0)} x2={x(0)} y1={0} y2={height - AXIS} className="stroke-control" strokeDasharray="4 4" />
          {rows.map(({ leverage, returns }, place) => (
            <g key={leverage} transform={`translate(0 ${place * ROW + ROW / 2})`}>
              <text x={0} dominantBaseline="central" className="fill-secondary text-[11px] tabular">
                {leverage}x
              </text>
              <path d={dotsAt(returns.filter((share) => share < 0n))} opacity={0.55} className="fill-down" />
              <path d={dotsAt(returns.filter((share) => share >= 0n))} opacity={0.55} className="fill-up" />
            </g>
          ))}
          <g className="fill-muted text-[11px] tabular">
            <text x={x(LOWEST)} y={height - 5}>
              {formatPercent(BigInt(LOWEST))}
            </text>
            <text x={x(0)} y={height - 5} textAnchor="middle">
              0
            </text>
            <text x={width - 8} y={height - 5} textAnchor="end">
              {formatPercent(BigInt(most))}
            </text>
          </g>
        </svg>
      )}
    </div>
  );
}

const middle = (returns: readonly bigint[]): bigint => returns[Math.floor((returns.length - 1) / 2)] ?? 0n;

/** How results are spread by leverage. */
export function LeverageResults({ rows }: { rows: readonly LeverageRow[] }) {
  return (
    <div className="flex flex-col gap-3 p-3">
      <Dots rows={rows} />
      <p className="text-xs text-muted">{words.hint}</p>
      <div className="-mx-3 -mb-3">
        <DataTable
          caption={words.title}
          left={[words.leverage]}
          figures={[words.net, words.trades, words.wins, words.liquidations, words.median, words.worst]}
        >
          {rows.map(({ leverage, trades, wins, liquidations, returns, net }) => (
            <tr key={leverage} className="h-8 border-t border-hairline">
              <th scope="row" className="px-2 text-left font-medium tabular first:pl-3">
                {leverage}x
              </th>
              <td className={CELL}>
                <Money value={net} signed />
              </td>
              <td className={CELL}>{formatCount(trades)}</td>
              <td className={CELL}>{formatCount(wins)}</td>
              <td className={CELL}>{formatCount(liquidations)}</td>
              <td className={CELL}>{formatPercent(middle(returns))}</td>
              <td className={CELL}>{formatPercent(returns[0])}</td>
            </tr>
          ))}
        </DataTable>
      </div>
    </div>
  );
}
