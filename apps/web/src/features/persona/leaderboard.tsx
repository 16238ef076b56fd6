import { useState } from 'react';
import type { LeaderboardLine } from '@plecho/contract';
import { parseDecimal } from '@plecho/domain';
import { useLeaderboard } from '@/api/results.ts';
import { cx } from '@/lib/class-names.ts';
import { formatShare } from '@/lib/format.ts';
import {
  Badge,
  CELL,
  DataTable,
  EmptyState,
  ErrorState,
  Panel,
  PercentText,
  SegmentedControl,
  Skeleton,
  Term,
} from '@/ui/index.ts';
import { PersonaBadge } from '@/ui/persona-badge.tsx';
import { texts } from './leaderboard-texts.ts';

const KEY_OF = ({ place, persona, score, trades }: LeaderboardLine, n: number): string =>
  `${place} ${persona.animal} ${persona.colour} ${score} ${trades} ${n}`;

/** «2,50», «−0,31». */
function scoreText(score: string): string {
  const [whole = '', fraction = ''] = score.split('.');
  return `${whole.replace('-', '−')},${fraction.padEnd(2, '0')}`;
}

function Line({ line }: { line: LeaderboardLine }) {
  const { place, persona, score, gained, drawdown, trades, own } = line;
  return (
    <tr className={cx('h-11 border-t border-hairline/60', own && 'bg-accent-soft')}>
      <td className="w-10 px-2 text-right text-muted tabular first:pl-3">{place}</td>
      <th scope="row" className="px-2 text-left font-medium">
        <span className="flex items-center gap-2">
          <PersonaBadge persona={persona} />
          {own && <Badge tone="accent">{texts.own}</Badge>}
        </span>
      </th>
      <td className={cx(CELL, 'font-semibold')}>{scoreText(score)}</td>
      <td className={CELL}>
        <PercentText value={gained} />
      </td>
      <td className={CELL}>{formatShare(parseDecimal(drawdown, 2) ?? 0n)}</td>
      <td className={CELL}>{trades}</td>
    </tr>
  );
}

function Lines({ lines }: { lines: readonly LeaderboardLine[] }) {
  if (lines.length === 0) return <EmptyState title={texts.empty} hint={texts.emptyHint} />;
  return (
    <DataTable
      caption={texts.caption}
      left={['№', texts.person]}
      figures={[texts.score, ...Object.values(texts.columns)]}
      className="min-w-[34rem]"
    >
      {lines.map((line, n) => (
        <Line key={KEY_OF(line, n)} line={line} />
      ))}
    </DataTable>
  );
}

/** How people in the selected market stand, by return over drawdown. */
export function Leaderboard() {
  const [span, setSpan] = useState<'all' | 'current'>('all');
  const { data, isError, refetch } = useLeaderboard(span);
  return (
    <Panel
      flush
      title={<Term explanation={texts.scoreTerm}>{texts.score}</Term>}
      label={texts.score}
      aside={
        <SegmentedControl
          label={texts.span}
          value={span}
          onChange={setSpan}
          options={(['all', 'current'] as const).map((value) => ({ value, label: texts.spans[value] }))}
        />
      }
    >
      <p className="px-3 pt-1 pb-3 text-secondary">{texts.lead}</p>
      {isError && data !== undefined && (
        <p role="status" className="px-3 pb-2 text-warn">
          {texts.stale}
        </p>
      )}
      {data === undefined &&
        (isError ? (
          <ErrorState title={texts.failed} onRetry={() => void refetch()} />
        ) : (
          <Skeleton label={texts.loading} className="m-3 h-40" />
        ))}
      {data !== undefined && <Lines lines={data.items} />}
    </Panel>
  );
}
