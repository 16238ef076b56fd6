import type { OperatedMarket } from '@plecho/contract';
import { useEndMarket, useOperatedMarkets } from '@/api/scenarios.ts';
import { keepUnits } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { toast } from '@/ui/toast.tsx';
import { Confirmed } from '../confirmed.tsx';
import { formatTime } from '../format.ts';
import { Failure, LoadingRows, messageOf } from '../parts.tsx';
import { RecordTable, type Column } from '../record-table.tsx';
import { useRecentlyActive } from '../use-recently-active.ts';
import { ScenarioForm } from './scenario-form.tsx';
import { texts as area } from '../texts.ts';
import { marketTexts as texts } from './texts.ts';

function Status({ operated: { market, ending } }: { operated: OperatedMarket }) {
  if (market.halted) return <Badge tone="warn">{texts.halted}</Badge>;
  if (ending) return <Badge>{texts.ending}</Badge>;
  return <Badge tone={market.status === 'running' ? 'accent' : 'neutral'}>{texts.statuses[market.status]}</Badge>;
}

function End({ operated: { market, canEnd, ending } }: { operated: OperatedMarket }) {
  const { mutate, isPending } = useEndMarket();
  if (!canEnd || ending) return null;
  const send = (close: () => void): void =>
    mutate(market.id, {
      onSuccess: () => toast.success(texts.ended),
      onError: (error) => toast.error(messageOf(error, texts.endFailed)),
      onSettled: close,
    });
  return (
    <Confirmed
      label={texts.endName(market.label)}
      brief={texts.end}
      question={texts.endSure(market.label)}
      confirm={texts.endConfirm}
      pending={isPending}
      disabled={false}
      onConfirm={send}
    />
  );
}

const { columns } = texts;
const COLUMNS: readonly [Column<OperatedMarket>, ...Column<OperatedMarket>[]] = [
  { name: columns.label, cell: ({ market }) => <span lang="ru">{keepUnits(market.label)}</span>, wraps: true },
  {
    name: columns.kind,
    cell: ({ market }) => (
      <>
        {texts.kinds[market.kind]}
        {market.scenario?.blind === true && <Badge className="ml-1.5">{texts.blindBadge}</Badge>}
      </>
    ),
  },
  { name: columns.status, cell: (operated) => <Status operated={operated} /> },
  { name: columns.members, cell: ({ market }) => market.members, isFigure: true },
  { name: columns.starts, cell: ({ market }) => formatTime(market.startAt * 1000) },
  { name: columns.ends, cell: ({ market }) => (market.endAt === null ? '—' : formatTime(market.endAt * 1000)) },
  { name: columns.actions, cell: (operated) => <End operated={operated} />, wraps: true },
];

/** Every market as it stands, and scenarios: made here, never changed, ended here. */
export function MarketsSection() {
  const isActive = useRecentlyActive();
  const { data: markets, error, isPending, refetch } = useOperatedMarkets(isActive);
  const bases = markets?.filter(({ canBeBase }) => canBeBase).map(({ market }) => market);
  return (
    <>
      {bases !== undefined && <ScenarioForm bases={bases} />}
      <Panel title={texts.list} flush aside={!isActive && <p className="text-xs text-muted">{area.paused}</p>}>
        {error !== null && <Failure error={error} fallback={texts.failed} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows />}
        {markets?.length === 0 && <EmptyState title={texts.empty} />}
        {markets !== undefined && markets.length > 0 && (
          <RecordTable caption={texts.list} columns={COLUMNS} records={markets} keyOf={({ market }) => market.id} />
        )}
      </Panel>
    </>
  );
}
