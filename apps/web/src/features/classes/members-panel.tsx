import type { ClassMember } from '@plecho/contract';
import { personaName } from '@/lib/persona-words.ts';
import type { Column } from '@/lib/csv.ts';
import { formatCount, formatShare } from '@/lib/format.ts';
import { cx } from '@/lib/class-names.ts';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { Badge } from '@/ui/badge.tsx';
import { CsvExport } from '@/ui/csv-export.tsx';
import { CELL, DataTable } from '@/ui/data-table.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { PersonaBadge } from '@/ui/persona-badge.tsx';
import { attemptWords, texts } from './texts.ts';

const { members: words } = texts;
const { columns } = words;

/** `isOver`: its class is. */
type Numbered = ClassMember & { place: number; isOver: boolean };

const EXPORTED: readonly Column<Numbered>[] = [
  { code: 'place', title: '№', decimal: ({ place }) => place },
  {
    code: 'persona',
    title: columns.name,
    text: ({ persona }) => (persona === null ? null : `${persona.colour} ${persona.animal}`),
    words: ({ persona }) => (persona === null ? words.unnamed : personaName(persona)),
  },
  { code: 'own', title: null, text: ({ own }) => String(own) },
  {
    code: 'attempt',
    title: columns.attempt,
    text: ({ attempt }) => attempt,
    words: ({ attempt, isOver }) => attemptWords(attempt, isOver),
  },
  { code: 'return_percent', title: `${columns.result}, %`, decimal: ({ returnPercent }) => returnPercent },
  { code: 'drawdown_percent', title: `${columns.drawdown}, %`, decimal: ({ drawdownPercent }) => drawdownPercent },
  { code: 'trades', title: columns.trades, decimal: ({ trades }) => trades },
  { code: 'liquidations', title: columns.liquidations, decimal: ({ liquidations }) => liquidations },
];

function Name({ member: { persona, own } }: { member: ClassMember }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {persona === null ? <span className="text-secondary">{words.unnamed}</span> : <PersonaBadge persona={persona} />}
      {own && <Badge>{words.own}</Badge>}
    </span>
  );
}

/** Not signed: a fall has one direction. */
const drawdownOf = ({ drawdownPercent }: ClassMember): string =>
  formatShare(BigInt(Math.round(Number(drawdownPercent) * 100)));

function Row({ member }: { member: Numbered }) {
  const { attempt, returnPercent, trades, liquidations, own, isOver } = member;
  return (
    <tr className={cx('h-10 border-t border-hairline', own && 'bg-accent-soft')}>
      <th scope="row" className="px-3 text-left font-medium whitespace-nowrap">
        <Name member={member} />
      </th>
      <td className="px-2 py-1 text-secondary">{attemptWords(attempt, isOver)}</td>
      <td className={CELL}>
        <PercentText value={returnPercent} />
      </td>
      <td className={CELL}>{drawdownOf(member)}</td>
      <td className={CELL}>{formatCount(trades)}</td>
      <td className={CELL}>{formatCount(liquidations)}</td>
    </tr>
  );
}

function Table({ members }: { members: readonly Numbered[] }) {
  return (
    <DataTable
      caption={words.title}
      left={[columns.name, columns.attempt]}
      figures={[columns.result, columns.drawdown, columns.trades, columns.liquidations]}
    >
      {members.map((member) => (
        <Row key={member.place} member={member} />
      ))}
    </DataTable>
  );
}

function Cards({ members }: { members: readonly Numbered[] }) {
  return (
    <ul aria-label={words.title} className="mt-1 divide-y divide-hairline border-t border-hairline">
      {members.map((member) => (
        <li key={member.place} className={cx('flex flex-col gap-1.5 px-3 py-2.5', member.own && 'bg-accent-soft')}>
          <p className="flex items-center justify-between gap-3 font-medium">
            <Name member={member} />
            <PercentText value={member.returnPercent} />
          </p>
          <p className="flex flex-wrap justify-between gap-x-3 text-xs text-secondary tabular">
            <span>
              {attemptWords(member.attempt, member.isOver)} · {words.summary(member.trades, member.liquidations)}
            </span>
            <span>
              {columns.drawdown} {drawdownOf(member)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

interface MembersPanelProps {
  members: readonly ClassMember[];
  /** Of the table as a file. */
  fileName: string;
  /** The class is over. */
  isOver: boolean;
}

/** How everybody in the class does, the best return first. */
export function MembersPanel({ members, fileName, isOver }: MembersPanelProps) {
  const isNarrow = useMediaQuery('(width < 48rem)');
  const numbered = members.map((member, index) => ({ ...member, place: index + 1, isOver }));
  const List = isNarrow ? Cards : Table;
  return (
    <Panel
      title={words.title}
      flush
      aside={
        members.length > 0 && (
          <CsvExport
            columns={EXPORTED}
            fileName={fileName}
            collect={() => Promise.resolve(numbered)}
            texts={{ exported: words.exported, exportFailed: words.exportFailed }}
          />
        )
      }
    >
      {members.length === 0 ? <EmptyState title={words.empty} /> : <List members={numbered} />}
    </Panel>
  );
}
