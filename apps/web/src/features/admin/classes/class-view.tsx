import type { LeverageResult, OperatedClass } from '@plecho/contract';
import { useEndClass, useOperatedClass } from '@/api/admin-classes.ts';
import { paths } from '@/app/paths.ts';
import { className } from '@/lib/class-words.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Panel } from '@/ui/panel.tsx';
import { QrCode } from '@/ui/qr-code.tsx';
import { toast } from '@/ui/toast.tsx';
import { Confirmed } from '../confirmed.tsx';
import { formatAmount, formatTime } from '../format.ts';
import { Failure, LoadingRows, messageOf } from '../parts.tsx';
import { RecordTable, type Column } from '../record-table.tsx';
import { texts as area } from '../texts.ts';
import { useRecentlyActive } from '../use-recently-active.ts';
import { MembersPanel } from './members-panel.tsx';
import { classTexts as texts, ruleLines } from './texts.ts';

function Invitation({ code }: { code: string }) {
  const { invite: words } = texts;
  const link = `${window.location.origin}${paths.class(code)}`;
  return (
    <Panel title={words.title}>
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={link} label={words.qr} className="size-36" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <p className="text-xl font-semibold tracking-widest tabular">{code}</p>
          <p className="break-all text-secondary">{link}</p>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={link} label={words.link} />
            <CopyButton text={code} label={words.code} />
          </div>
          <p className="text-xs text-muted">{words.hint}</p>
        </div>
      </div>
    </Panel>
  );
}

function Facts({ found }: { found: OperatedClass }) {
  const { columns, form } = texts;
  return (
    <Panel title={form.rules}>
      <div className="flex flex-col gap-3">
        <ul className="flex list-disc flex-col gap-1 pl-4">
          {ruleLines(found.rules).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <FactList>
          <Fact name={columns.market}>
            <span lang="ru">{found.marketLabel}</span>
          </Fact>
          <Fact name={form.startBalance}>{formatAmount(found.startBalance)} USDT</Fact>
          <Fact name={columns.made}>{formatTime(found.createdAt)}</Fact>
        </FactList>
      </div>
    </Panel>
  );
}

const { columns } = texts.leverage;
const LEVERAGE: readonly [Column<LeverageResult>, ...Column<LeverageResult>[]] = [
  { name: columns.leverage, cell: ({ leverage }) => `${leverage}x` },
  { name: columns.trades, cell: ({ trades }) => trades, isFigure: true },
  { name: columns.losing, cell: ({ losing }) => losing, isFigure: true },
  { name: columns.liquidations, cell: ({ liquidations }) => liquidations, isFigure: true },
  { name: columns.result, cell: ({ result }) => formatAmount(result), isFigure: true },
];

function End({ found }: { found: OperatedClass }) {
  const { mutate, isPending } = useEndClass();
  if (found.over || found.endedAt !== null) return null;
  const send = (close: () => void): void =>
    mutate(found.id, {
      onSuccess: () => toast.success(texts.ended),
      onError: (error) => toast.error(messageOf(error, texts.endFailed)),
      onSettled: close,
    });
  return (
    <Confirmed
      label={texts.end}
      question={texts.endSure(className(found))}
      confirm={texts.endConfirm}
      variant="danger"
      pending={isPending}
      disabled={false}
      onConfirm={send}
    />
  );
}

/** A class as it goes: who is in it and how they do, its invitation, its rules, its end. */
export function ClassView({ id, onBack }: { id: string; onBack: () => void }) {
  const isActive = useRecentlyActive();
  const { data: shown, error, isPending, refetch } = useOperatedClass(id, isActive);
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={onBack}>
        ← {texts.back}
      </Button>
      {error !== null && shown === undefined && (
        <Failure error={error} fallback={texts.failed} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingRows />}
      {shown !== undefined && (
        <>
          <header className="flex flex-wrap items-center justify-between gap-3">
            <h2 lang="ru" className="flex items-center gap-2 text-lg font-semibold">
              {className(shown.class)}
              <Badge tone={shown.class.over ? 'neutral' : 'accent'}>
                <span lang="en">{shown.class.over ? texts.over : texts.running}</span>
              </Badge>
            </h2>
            {!isActive && !shown.class.over && <p className="text-xs text-muted">{area.paused}</p>}
            <End found={shown.class} />
          </header>
          <MembersPanel shown={shown} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {!shown.class.over && <Invitation code={shown.class.code} />}
            <Facts found={shown.class} />
          </div>
          <Panel title={texts.leverage.title} flush>
            {shown.byLeverage.length === 0 ? (
              <EmptyState title={texts.leverage.empty} />
            ) : (
              <RecordTable
                caption={texts.leverage.title}
                columns={LEVERAGE}
                records={shown.byLeverage}
                keyOf={({ leverage }) => String(leverage)}
              />
            )}
          </Panel>
        </>
      )}
    </>
  );
}
