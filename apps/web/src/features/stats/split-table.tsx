import { useState } from 'react';
import type { ResultGroup, Results } from '@plecho/contract';
import { CELL, DataTable, Money, Panel, SegmentedControl, Term } from '@/ui/index.ts';
import { WinRate, ratioText } from './figures.tsx';
import { FORMULAS } from './formulas.ts';
import { groupName } from './group-name.ts';
import { statsTexts as texts, type SplitName } from './texts.ts';

const SPLIT_NAMES = Object.keys(texts.splitNames) as SplitName[];

function GroupRow({ split, row }: { split: SplitName; row: ResultGroup }) {
  const { group, trades, net, winRate, expectancy, profitFactor, liquidations } = row;
  return (
    <tr className="h-9 border-t border-hairline/60">
      <th scope="row" className="px-2 text-left font-medium whitespace-nowrap first:pl-3">
        {groupName(split, group)}
      </th>
      <td className={CELL}>{trades}</td>
      <td className={CELL}>
        <Money value={net} signed />
      </td>
      <td className={CELL}>
        <WinRate winRate={winRate} trades={trades} />
      </td>
      <td className={CELL}>
        <Money value={expectancy} signed />
      </td>
      <td className={CELL}>{ratioText(profitFactor)}</td>
      <td className={CELL}>{liquidations === 0 ? '0' : <span className="text-warn">{liquidations}</span>}</td>
    </tr>
  );
}

/** The same figures for parts of the trades. */
export function SplitPanel({ splits }: { splits: Results['splits'] }) {
  const [split, setSplit] = useState<SplitName>('leverage');
  const { columns, splitNames, splitNotes } = texts;
  const note = splitNotes[split];
  return (
    <Panel
      flush
      title={texts.splits}
      aside={
        <div className="-mr-1 scroll-hint max-w-full overflow-x-auto py-1">
          <SegmentedControl
            label={texts.splitBy}
            value={split}
            onChange={setSplit}
            options={SPLIT_NAMES.map((value) => ({ value, label: splitNames[value] }))}
          />
        </div>
      }
    >
      <DataTable
        caption={`${texts.splits}: ${splitNames[split]}`}
        left={[splitNames[split]]}
        figures={Object.values(columns)}
        className="min-w-[40rem]"
      >
        {splits[split].map((row) => (
          <GroupRow key={row.group} split={split} row={row} />
        ))}
      </DataTable>
      <p className="border-t border-hairline/60 px-3 py-2 text-xs text-muted">
        {note} <Term explanation={FORMULAS.winRate.formula}>{FORMULAS.winRate.name}</Term>
        {', '}
        <Term explanation={FORMULAS.expectancy.formula}>{columns.expectancy.toLowerCase()}</Term>
        {', '}
        <Term explanation={FORMULAS.profitFactor.formula}>{columns.profitFactor.toLowerCase()}</Term>
      </p>
    </Panel>
  );
}
