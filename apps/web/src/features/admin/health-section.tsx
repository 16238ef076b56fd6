import type { ReactNode } from 'react';
import type { OperatorHealth } from '@plecho/contract';
import { useOperatorHealth } from '@/api/admin.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Panel } from '@/ui/panel.tsx';
import { formatAge, formatAmount, formatBytes, formatTime } from './format.ts';
import { Failure, LoadingRows } from './parts.tsx';
import { RecordTable, type Column } from './record-table.tsx';
import { texts } from './texts.ts';
import { useRecentlyActive } from './use-recently-active.ts';

const REFRESH_MS = 5_000;

function State({ good, children }: { good: boolean; children: ReactNode }) {
  return <Badge tone={good ? 'up' : 'down'}>{children}</Badge>;
}

type Feed = OperatorHealth['feeds'][number];

/** Why trading is halted, and how it goes on. */
function Halt({ feed, halt }: { feed: Feed; halt: NonNullable<Feed['halt']> }) {
  return (
    <div role="alert" className="flex flex-col gap-1 border-t border-hairline p-3 text-xs">
      <p className="text-down">{texts.health.halted(feed.label, formatTime(halt.at), halt.reason)}</p>
      <p className="text-secondary">
        {texts.health.resume} <code>{`npm run plecho -- market resume ${feed.market}`}</code>
      </p>
    </div>
  );
}

/** Why prices were refused, and how many. */
function refusedOf({ rejected }: Feed): string {
  const refused = Object.entries(rejected).filter(([, count]) => count > 0);
  return refused.length === 0 ? '0' : refused.map(([reason, count]) => `${reason}: ${count}`).join(', ');
}

const FEED_COLUMNS: readonly [Column<Feed>, ...Column<Feed>[]] = [
  { name: 'Market', cell: ({ label }) => label, wraps: true },
  {
    name: 'State',
    cell: ({ halt, problem }) => {
      const trouble = halt === null ? problem : 'Halted';
      return <State good={trouble === null}>{trouble ?? 'Running'}</State>;
    },
    wraps: true,
  },
  {
    name: 'Newest price',
    cell: ({ priceAgeMs }) => (priceAgeMs === null ? '—' : `${formatAge(priceAgeMs)} ago`),
    isFigure: true,
  },
  { name: 'Ticks', cell: ({ ticks }) => formatAmount(String(ticks)), isFigure: true },
  { name: 'Refused prices', cell: refusedOf, isFigure: true, wraps: true },
];

function Feeds({ feeds }: { feeds: OperatorHealth['feeds'] }) {
  return (
    <Panel title="Feeds" flush className="sm:col-span-2 lg:col-span-3">
      <RecordTable caption="Feeds" columns={FEED_COLUMNS} records={feeds} keyOf={({ market }) => market} />
      {feeds.map((feed) => feed.halt !== null && <Halt key={feed.market} feed={feed} halt={feed.halt} />)}
    </Panel>
  );
}

type FailedStart = OperatorHealth['failedStarts'][number];

const FAILED_START_COLUMNS: readonly [Column<FailedStart>, ...Column<FailedStart>[]] = [
  { name: 'Market', cell: ({ label }) => label, wraps: true },
  { name: 'Reason', cell: ({ reason }) => reason, wraps: true },
  { name: 'Since', cell: ({ since }) => formatTime(since), isFigure: true },
  { name: 'Attempts', cell: ({ attempts }) => attempts, isFigure: true },
  { name: 'Next try', cell: ({ nextTryAt }) => formatTime(nextTryAt), isFigure: true },
];

type Process = OperatorHealth['processes'][number];

const PROCESS_COLUMNS: readonly [Column<Process>, ...Column<Process>[]] = [
  { name: 'Process', cell: ({ id, here }) => (here ? `${id} (${texts.health.here})` : id) },
  {
    name: 'State',
    cell: ({ silent, seenAgoMs }) => (
      <State good={!silent}>{silent ? texts.health.silent(formatAge(seenAgoMs)) : 'Running'}</State>
    ),
  },
  { name: 'Roles', cell: ({ roles }) => roles.join(', '), wraps: true },
  { name: 'Host', cell: ({ host }) => host, wraps: true },
  { name: 'Version', cell: ({ version }) => version },
  { name: 'Started', cell: ({ startedAt }) => formatTime(startedAt), isFigure: true, wraps: true },
  { name: 'Markets', cell: ({ markets }) => markets, isFigure: true },
  { name: 'Streams', cell: ({ streams }) => formatAmount(String(streams)), isFigure: true },
  { name: 'Delay, p99', cell: ({ delayP99Ms }) => formatAge(delayP99Ms), isFigure: true },
  { name: 'Memory', cell: ({ memoryBytes }) => formatBytes(memoryBytes), isFigure: true },
];

/** All processes of the installation; the other panels show the one that answers. */
function Processes({ processes }: { processes: OperatorHealth['processes'] }) {
  return (
    <Panel title="Processes" flush className="sm:col-span-2 lg:col-span-3">
      <RecordTable caption="Processes" columns={PROCESS_COLUMNS} records={processes} keyOf={({ id }) => id} />
    </Panel>
  );
}

/** Markets that could not be started and are tried again. */
function FailedStarts({ failed }: { failed: OperatorHealth['failedStarts'] }) {
  if (failed.length === 0) return null;
  const title = 'Markets that could not be started';
  return (
    <Panel title={title} flush className="sm:col-span-2 lg:col-span-3">
      <RecordTable caption={title} columns={FAILED_START_COLUMNS} records={failed} keyOf={({ market }) => market} />
    </Panel>
  );
}

type Ledger = OperatorHealth['ledger'];

const LEDGER_BADGES: Record<Ledger['state'], { tone: BadgeTone; words: string }> = {
  ok: { tone: 'up', words: 'In order' },
  unchecked: { tone: 'neutral', words: 'Not checked yet' },
  violated: { tone: 'down', words: 'Violated' },
};

function LedgerPanel({ ledger }: { ledger: Ledger }) {
  const { tone, words } = LEDGER_BADGES[ledger.state];
  return (
    <Panel title="Ledger">
      <FactList>
        <Fact name="Check">
          <Badge tone={tone}>{words}</Badge>
        </Fact>
        <Fact name="Last check">{ledger.checkedAt === null ? '—' : formatTime(ledger.checkedAt)}</Fact>
      </FactList>
      {ledger.violations.map((violation) => (
        <p key={violation} className="mt-2 text-xs text-down">
          {violation}
        </p>
      ))}
    </Panel>
  );
}

function Figures({ health }: { health: OperatorHealth }) {
  const { readiness, database, eventLoop, memory, streams, payments } = health;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <Panel title="Server">
        <FactList>
          <Fact name="Ready">
            <State good={readiness.ready}>{readiness.ready ? 'yes' : 'no'}</State>
          </Fact>
          <Fact name="Version">{health.version}</Fact>
          <Fact name="Uptime">{`${formatAmount(String(health.uptimeSeconds))} s`}</Fact>
          <Fact name="Memory">{`${formatBytes(memory.rssBytes)} (heap ${formatBytes(memory.heapUsedBytes)})`}</Fact>
        </FactList>
      </Panel>
      <Panel title="Event loop">
        <FactList>
          <Fact name="Delay, mean">{formatAge(eventLoop.delayMeanMs)}</Fact>
          <Fact name="Delay, 99th percentile">{formatAge(eventLoop.delayP99Ms)}</Fact>
          <Fact name="Utilization">{`${Math.round(eventLoop.utilization * 100)} %`}</Fact>
        </FactList>
      </Panel>
      <Panel title="Database">
        <FactList>
          <Fact name="State">
            <State good={database.state === 'ok'}>{database.state}</State>
          </Fact>
          <Fact name="Answers in">{database.latencyMs === null ? '—' : `${database.latencyMs.toFixed(1)} ms`}</Fact>
        </FactList>
      </Panel>
      <Panel title="Stream">
        <FactList>
          <Fact name="Clients">{formatAmount(String(streams.clients))}</Fact>
          <Fact name="Cut, too slow">{formatAmount(String(streams.cut))}</Fact>
        </FactList>
      </Panel>
      <Panel title="Practice money">
        <FactList>
          <Fact name="Deposits under way">{payments.pendingDeposits}</Fact>
          <Fact name="Withdrawals under way">{payments.pendingWithdrawals}</Fact>
          <Fact name="Card top-ups under way">{payments.pendingCards}</Fact>
          <Fact name="Mempool">{payments.mempool}</Fact>
          <Fact name="Locked for withdrawals">{`${formatAmount(payments.locked)} USDT`}</Fact>
        </FactList>
      </Panel>
      <LedgerPanel ledger={health.ledger} />
      <Processes processes={health.processes} />
      <FailedStarts failed={health.failedStarts} />
      <Feeds feeds={health.feeds} />
    </div>
  );
}

/** The running server, with figures that follow it while somebody looks. */
export function HealthSection() {
  const isActive = useRecentlyActive();
  const { data, error, isFetching, refetch } = useOperatorHealth(isActive ? REFRESH_MS : false);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-muted">{isActive ? texts.health.live : texts.paused}</p>
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          {texts.health.refresh}
        </Button>
      </div>
      {error !== null && <Failure error={error} fallback={texts.health.failed} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingRows />}
      {data !== undefined && <Figures health={data} />}
    </>
  );
}
