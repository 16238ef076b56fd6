import type { ExplorerAddress } from '@plecho/contract';
import { NETWORK_RULES, NETWORKS, parseAddress } from '@plecho/network';
import { useExplorerAddress } from '@/api/explorer.ts';
import { pagesOf } from '@/api/pages.ts';
import { formatCoinsWithUnit, networkTitle } from '@/lib/coins.ts';
import { isFinal } from '@/lib/confirmations.ts';
import { useRefresh } from '@/lib/use-refresh.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Paged } from '@/ui/paged.tsx';
import { Panel } from '@/ui/panel.tsx';
import { NotShown } from './missing.tsx';
import { texts } from './texts.ts';
import { TransactionRows } from './transaction-rows.tsx';

const { address: words } = texts;

/** Titles of all networks on which an address of this form exists; none when there is but one. */
function sharedNetworks(address: string): string | null {
  const parsed = parseAddress(address);
  if (typeof parsed === 'string') return null;
  const networks = NETWORKS.filter((network) => NETWORK_RULES[network].family === parsed.family);
  return networks.length > 1 ? networks.map(networkTitle).join(', ') : null;
}

function Balances({ balances }: { balances: ExplorerAddress['balances'] }) {
  if (balances.length === 0) return <EmptyState title={words.noBalances} className="py-4" />;
  return (
    <ul>
      {balances.map(({ network, asset, balance }) => (
        <li
          key={`${network} ${asset}`}
          className="flex min-h-10 items-center justify-between gap-3 border-t border-hairline/60 px-3 py-1.5"
        >
          <span className="text-secondary">{networkTitle(network)}</span>
          <span className="whitespace-nowrap tabular">{formatCoinsWithUnit(asset, balance)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What an address holds on each network, and its transactions. */
export function AddressView({ address }: { address: string }) {
  const query = useExplorerAddress(address);
  const pages = pagesOf(query);
  const first = query.data?.pages[0];
  useRefresh(
    pages.items.some((transaction) => !isFinal(transaction)),
    query.refetch,
  );
  if (first === undefined) {
    return <NotShown query={query} q={address} hint={texts.missing.address} className="h-96 rounded-lg" />;
  }
  const shared = sharedNetworks(address);
  return (
    <>
      <Panel title={words.title}>
        <p className="flex items-start gap-2">
          <span className="min-w-0 text-base font-semibold break-all code">{address}</span>
          <CopyButton text={address} label={words.copy} iconOnly className="-my-0.5" />
        </p>
        {shared !== null && <p className="mt-2 max-w-prose text-secondary">{words.shared(shared)}</p>}
      </Panel>
      <Panel title={words.balances} flush>
        <Balances balances={first.balances} />
      </Panel>
      <Panel title={words.transactions} flush>
        <Paged pages={pages}>
          <TransactionRows items={pages.items} toldAt={query.dataUpdatedAt} empty={words.empty} />
        </Paged>
      </Panel>
    </>
  );
}
