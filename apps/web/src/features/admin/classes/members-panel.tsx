import type { OperatedMember, OperatedMembers } from '@plecho/contract';
import type { Column as CsvColumn } from '@/lib/csv.ts';
import { personaName } from '@/lib/persona-words.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { CsvExport } from '@/ui/csv-export.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { PersonaBadge } from '@/ui/persona-badge.tsx';
import { formatAmount, formatTime } from '../format.ts';
import { RecordTable, type Column } from '../record-table.tsx';
import { classTexts } from './texts.ts';

const { members: words } = classTexts;
const { columns } = words;

const TONES: Record<OperatedMember['attempt'], BadgeTone> = {
  none: 'neutral',
  active: 'accent',
  passed: 'up',
  ended: 'down',
};

function Attempt({ member: { attempt, attempts }, isOver }: { member: OperatedMember; isOver: boolean }) {
  const isStopped = isOver && attempt === 'active';
  return (
    <span className="inline-flex items-center gap-1.5">
      <Badge tone={isStopped ? 'neutral' : TONES[attempt]}>{isStopped ? words.over : words.attempts[attempt]}</Badge>
      {attempts > 1 && <span className="text-muted">{words.number(attempts)}</span>}
    </span>
  );
}

/** "−0.10" of a percentage of the wire. */
const twoPlaces = (percent: string): string => Number(percent).toFixed(2).replace('-', '−');

const columnsOf = (isOver: boolean): readonly [Column<OperatedMember>, ...Column<OperatedMember>[]] => [
  {
    name: columns.phone,
    cell: ({ phone, leftAt }) => (
      <span className="inline-flex items-center gap-1.5">
        {phone ?? words.guest}
        {leftAt !== null && <Badge>{words.left}</Badge>}
      </span>
    ),
  },
  {
    name: columns.persona,
    cell: ({ persona }) =>
      persona === null ? (
        <span className="text-muted">{words.unnamed}</span>
      ) : (
        <span lang="ru">
          <PersonaBadge persona={persona} />
        </span>
      ),
  },
  { name: columns.attempt, cell: (member) => <Attempt member={member} isOver={isOver} /> },
  { name: columns.equity, cell: ({ equity }) => (equity === null ? '—' : formatAmount(equity)), isFigure: true },
  {
    name: columns.result,
    cell: ({ result, returnPercent }) => `${formatAmount(result)} (${twoPlaces(returnPercent)} %)`,
    isFigure: true,
  },
  { name: columns.drawdown, cell: ({ drawdownPercent }) => `${twoPlaces(drawdownPercent)} %`, isFigure: true },
  { name: columns.open, cell: ({ openPositions }) => openPositions, isFigure: true },
  { name: columns.trades, cell: ({ trades }) => trades, isFigure: true },
  { name: columns.liquidations, cell: ({ liquidations }) => liquidations, isFigure: true },
  { name: columns.last, cell: ({ lastTradeAt }) => (lastTradeAt === null ? '—' : formatTime(lastTradeAt)) },
];

const EXPORTED: readonly CsvColumn<OperatedMember>[] = [
  { code: 'phone', title: columns.phone, text: ({ phone }) => phone },
  {
    code: 'persona',
    title: columns.persona,
    text: ({ persona }) => (persona === null ? null : `${persona.colour} ${persona.animal}`),
    words: ({ persona }) => (persona === null ? null : personaName(persona)),
  },
  { code: 'joined_at', title: words.joined, time: ({ joinedAt }) => joinedAt },
  { code: 'left_at', title: words.leftAt, time: ({ leftAt }) => leftAt },
  { code: 'attempt', title: columns.attempt, text: ({ attempt }) => attempt },
  { code: 'attempts', title: words.attemptNumber, decimal: ({ attempts }) => attempts },
  { code: 'equity', title: columns.equity, decimal: ({ equity }) => equity },
  { code: 'result', title: columns.result, decimal: ({ result }) => result },
  { code: 'return_percent', title: `${columns.result}, %`, decimal: ({ returnPercent }) => returnPercent },
  { code: 'drawdown_percent', title: `${columns.drawdown}, %`, decimal: ({ drawdownPercent }) => drawdownPercent },
  { code: 'trades', title: columns.trades, decimal: ({ trades }) => trades },
  { code: 'liquidations', title: columns.liquidations, decimal: ({ liquidations }) => liquidations },
  { code: 'open_positions', title: words.openPositions, decimal: ({ openPositions }) => openPositions },
  { code: 'last_trade_at', title: columns.last, time: ({ lastTradeAt }) => lastTradeAt },
];

/** Everybody who ever joined, as they do now. */
export function MembersPanel({ shown: { class: found, items, label } }: { shown: OperatedMembers }) {
  return (
    <Panel
      title={words.title}
      flush
      aside={
        items.length > 0 && (
          <CsvExport
            language="en"
            columns={EXPORTED}
            fileName={`class-${found.word}-${found.number}`}
            collect={() => Promise.resolve([...items])}
            texts={{ exported: words.exported, exportFailed: words.exportFailed }}
          />
        )
      }
    >
      <p className="px-3 pb-2 text-secondary">{classTexts.label(label)}</p>
      {items.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <RecordTable
          caption={words.title}
          columns={columnsOf(found.over)}
          records={items}
          keyOf={(member) => String(items.indexOf(member))}
        />
      )}
    </Panel>
  );
}
