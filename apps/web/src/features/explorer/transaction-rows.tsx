import type { NetworkTransaction } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { formatCoinsWithUnit, networkTitle, shortened } from '@/lib/coins.ts';
import { grownConfirmations, isFinal } from '@/lib/confirmations.ts';
import { formatShortDateTime } from '@/lib/format.ts';
import { useSecond } from '@/live/use-second.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Link } from '@/ui/link.tsx';
import { texts } from './texts.ts';

const LINK = 'inline-flex items-center text-accent hover:underline pointer-coarse:min-h-10';

/** An address that leads to its page; new coins come from none. */
export function AddressLink({ address, whole = false }: { address: string | null; whole?: boolean }) {
  if (address === null) return <span className="text-muted">{texts.newCoins}</span>;
  return (
    <Link href={paths.network(address)} className={cx('text-accent code hover:underline', whole && 'break-all')}>
      {whole ? address : shortened(address)}
    </Link>
  );
}

/** «Ждёт блока», «2 из 5» or «Подтверждён». */
function statusOf(transaction: NetworkTransaction, confirmations: number): string {
  if (confirmations >= transaction.confirmationsNeeded) return texts.confirmed;
  return confirmations === 0 ? texts.waiting : texts.confirmations(confirmations, transaction.confirmationsNeeded);
}

function Row({ transaction, toldAt, now }: { transaction: NetworkTransaction; toldAt: number; now: number }) {
  const { hash, network, from, to, asset, amount, submittedAt } = transaction;
  const confirmations = grownConfirmations(transaction, toldAt, now);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-t border-hairline/60 px-3 py-2 first:border-0 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,4fr)]">
      <span className="min-w-0">
        <Link href={paths.network(hash)} className={cx(LINK, 'code')}>
          {shortened(hash)}
        </Link>
        <span className="block text-xs text-muted tabular">
          {networkTitle(network)} · {formatShortDateTime(submittedAt / 1000)}
        </span>
      </span>
      <span className="col-span-2 row-start-2 text-xs text-secondary tabular md:col-span-1 md:col-start-2 md:row-start-1 md:text-sm">
        <span className="mr-3 inline-flex items-center gap-1 pointer-coarse:min-h-10">
          {from !== null && <span className="text-muted">{texts.from}</span>} <AddressLink address={from} />
        </span>
        <span className="inline-flex items-center gap-1 pointer-coarse:min-h-10">
          <span className="text-muted">{texts.to}</span> <AddressLink address={to} />
        </span>
      </span>
      <span className="text-right">
        <span className="block whitespace-nowrap tabular">{formatCoinsWithUnit(asset, amount)}</span>
        <span
          className={cx(
            'block text-xs tabular',
            isFinal({ ...transaction, confirmations }) ? 'text-muted' : 'text-warn',
          )}
        >
          {statusOf(transaction, confirmations)}
        </span>
      </span>
    </li>
  );
}

interface TransactionRowsProps {
  items: readonly NetworkTransaction[];
  /** When they were told, ms. */
  toldAt: number;
  /** Said when there are none. */
  empty: string;
}

/** Transactions as everybody sees them; hash and addresses lead on. */
export function TransactionRows({ items, toldAt, empty }: TransactionRowsProps) {
  const now = useSecond();
  if (items.length === 0) return <EmptyState title={empty} />;
  return (
    <ul aria-label={texts.listCaption}>
      {items.map((transaction) => (
        <Row key={transaction.hash} transaction={transaction} toldAt={toldAt} now={now} />
      ))}
    </ul>
  );
}
