import type { Chain } from '@plecho/contract';
import { heightAt, smallestLevelTaken } from '@plecho/network';
import { paths } from '@/app/paths.ts';
import { useExplorer } from '@/api/explorer.ts';
import { formatCount } from '@/lib/format.ts';
import { useSecond } from '@/live/use-second.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Term } from '@/ui/term.tsx';
import { blockQuery } from './read-query.ts';
import { texts } from './texts.ts';
import { TransactionRows } from './transaction-rows.tsx';

function ChainCard({ chain, now }: { chain: Chain; now: number }) {
  const { network, title, blockSeconds, confirmationsNeeded, mempool } = chain;
  // Blocks come with time: they go on between two answers of the server.
  const height = Math.max(chain.height, heightAt(network, now));
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-hairline bg-panel p-3">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        <Link
          href={paths.network(blockQuery(network, height))}
          className="text-base whitespace-nowrap text-accent tabular hover:underline"
          aria-label={texts.block.title(formatCount(height))}
        >
          {formatCount(height)}
        </Link>
      </div>
      <FactList>
        <Fact name={<Term explanation={texts.heightTerm}>{texts.height}</Term>}>{texts.pace(blockSeconds)}</Fact>
        <Fact name={<Term explanation={texts.neededTerm}>{texts.needed}</Term>}>{confirmationsNeeded}</Fact>
        <Fact name={<Term explanation={texts.mempoolTerm}>{texts.mempool}</Term>}>{formatCount(mempool)}</Fact>
        <Fact name={<Term explanation={texts.nextTerm}>{texts.next}</Term>}>
          {texts.takes[smallestLevelTaken(network, height + 1)]}
        </Fact>
      </FactList>
    </li>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label={texts.loading} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: 6 }, (_, at) => (
        <Skeleton key={at} className="h-[10.125rem] rounded-lg" />
      ))}
    </div>
  );
}

/** Every chain as it stands, and the newest transactions of all of them. */
export function Overview() {
  const { data, dataUpdatedAt, isError, refetch } = useExplorer();
  const now = useSecond();
  if (data === undefined) {
    return isError ? <ErrorState title={texts.failed} onRetry={() => void refetch()} /> : <OverviewSkeleton />;
  }
  const serverNow = data.now + Math.max(0, now - dataUpdatedAt);
  return (
    <>
      {isError && <ErrorState title={texts.failed} className="py-2" onRetry={() => void refetch()} />}
      <section aria-label={texts.chains}>
        <h2 className="sr-only">{texts.chains}</h2>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {data.chains.map((chain) => (
            <ChainCard key={chain.network} chain={chain} now={serverNow} />
          ))}
        </ul>
      </section>
      <Panel title={texts.newest} flush>
        <TransactionRows items={data.newest} toldAt={dataUpdatedAt} empty={texts.noTransactions} />
      </Panel>
    </>
  );
}
