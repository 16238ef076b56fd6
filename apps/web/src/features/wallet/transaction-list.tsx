import type { WalletTransaction } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { coinUnit, formatCoinAmount, networkTitle, shortened } from '@/lib/coins.ts';
import { isFinal } from '@/lib/confirmations.ts';
import { formatShortDateTime } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { Concealed } from '@/ui/concealed.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { Paged } from '@/ui/paged.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Term } from '@/ui/term.tsx';
import { texts } from './texts.ts';
import { useTransactions } from './use-transactions.ts';

const { list } = texts;

/** «Ждёт блока», «2 из 5» or «Подтверждён». */
function statusOf(transaction: WalletTransaction): string {
  if (isFinal(transaction)) return list.confirmed;
  if (transaction.confirmations === 0) return list.waiting;
  return list.confirming(transaction.confirmations, transaction.confirmationsNeeded);
}

const counterpart = ({ direction, from, to }: WalletTransaction): string => {
  if (direction === 'out') return list.to(shortened(to, 8, 4));
  return from === null ? list.newCoins : list.from(shortened(from, 8, 4));
};

function details({ network, submittedAt, direction, asset, fee, memo }: WalletTransaction): string {
  return [
    networkTitle(network),
    formatShortDateTime(submittedAt / 1000),
    ...(direction === 'out' ? [list.fee(formatCoinAmount(asset, fee))] : []),
    ...(memo === null ? [] : [list.memo(memo)]),
  ].join(' · ');
}

function Transaction({ transaction, hidden }: { transaction: WalletTransaction; hidden: boolean }) {
  const { direction, asset, amount, hash, lost } = transaction;
  const isIn = direction === 'in';
  return (
    <li className="border-t border-hairline/60 first:border-0">
      <Link
        href={paths.network(hash)}
        className="flex min-h-14 items-center gap-3 px-3 py-2 -outline-offset-2 hover:bg-raised/50 active:bg-raised"
      >
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-raised text-secondary">
          <Icon name={isIn ? 'arrowDown' : 'arrowUp'} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate">
            {isIn ? list.in : list.out} <span className="text-secondary code">{counterpart(transaction)}</span>
          </span>
          <span className="block text-xs text-muted tabular">{details(transaction)}</span>
        </span>
        <span className="shrink-0 text-right">
          <span className="block whitespace-nowrap tabular">
            <Concealed hidden={hidden}>
              {isIn ? '+' : '−'}
              {formatCoinAmount(asset, amount)} <span className="text-xs text-muted">{coinUnit(asset)}</span>
            </Concealed>
          </span>
          <span className={isFinal(transaction) ? 'block text-xs text-muted' : 'block text-xs text-warn tabular'}>
            {statusOf(transaction)}
          </span>
        </span>
      </Link>
      {lost && (
        <p className="flex items-center gap-2 pr-3 pb-2 pl-14 text-xs text-warn">
          <Badge tone="warn">{list.lost}</Badge>
          <Term explanation={list.lostTerm}>{list.lostWhy}</Term>
        </p>
      )}
    </li>
  );
}

/** Transactions to and from the wallet, newest first; each leads to the explorer. */
export function TransactionList({ hidden }: { hidden: boolean }) {
  const pages = useTransactions();
  const { status, items, retry } = pages;
  if (status === 'pending') return <Skeleton label={list.loading} className="m-3 h-40" />;
  if (status === 'error') return <ErrorState title={list.failed} onRetry={retry} />;
  return (
    <Paged pages={pages}>
      {items.length === 0 && <EmptyState title={list.empty} hint={list.emptyHint} />}
      {items.length > 0 && (
        <ul aria-label={list.caption}>
          {items.map((transaction) => (
            <Transaction
              key={`${transaction.hash} ${transaction.direction}`}
              transaction={transaction}
              hidden={hidden}
            />
          ))}
        </ul>
      )}
    </Paged>
  );
}
