import { NETWORK_RULES, type Network } from '@plecho/network';
import { paths } from '@/app/paths.ts';
import { useExplorerBlock } from '@/api/explorer.ts';
import { networkTitle } from '@/lib/coins.ts';
import { formatCount, formatDateTime } from '@/lib/format.ts';
import { useSecond } from '@/live/use-second.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { NotShown } from './missing.tsx';
import { blockQuery } from './read-query.ts';
import { texts } from './texts.ts';
import { TransactionRows } from './transaction-rows.tsx';

const { block: words } = texts;

function Neighbour({ network, height, label }: { network: Network; height: number; label: string }) {
  return (
    <Link href={paths.network(blockQuery(network, height))} className={buttonClass('ghost', 'sm')}>
      {label}
    </Link>
  );
}

/** One block of a chain and the transactions in it. */
export function BlockView({ network, height }: { network: Network; height: number }) {
  const query = useExplorerBlock(network, height);
  const { data, dataUpdatedAt } = query;
  const now = useSecond();
  if (data === undefined) {
    const q = `${networkTitle(network)}, ${words.title(formatCount(height))}`;
    return <NotShown query={query} q={q} hint={texts.missing.block} className="h-80 rounded-lg" />;
  }
  const passed = Math.max(0, Math.floor((now - dataUpdatedAt) / NETWORK_RULES[network].blockMs));
  const confirmations = data.confirmations + passed;
  return (
    <>
      <Panel
        title={`${networkTitle(network)}: ${words.title(formatCount(height))}`}
        aside={
          <span className="flex">
            {height > 0 && <Neighbour network={network} height={height - 1} label={words.previous} />}
            {confirmations > 1 && <Neighbour network={network} height={height + 1} label={words.next} />}
          </span>
        }
      >
        <div>
          <p className="text-xs text-secondary">{words.hash}</p>
          <p className="mt-0.5 break-all code">{data.hash}</p>
        </div>
        <FactList className="mt-4 max-w-lg">
          <Fact name={words.time}>{formatDateTime(data.time / 1000)}</Fact>
          <Fact name={words.confirmations}>{formatCount(confirmations)}</Fact>
        </FactList>
      </Panel>
      <Panel title={words.transactions} flush>
        <TransactionRows items={data.items} toldAt={dataUpdatedAt} empty={words.empty} />
      </Panel>
    </>
  );
}
