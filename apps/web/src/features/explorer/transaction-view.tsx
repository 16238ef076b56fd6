import type { NetworkTransaction } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useExplorerTransaction } from '@/api/explorer.ts';
import { cx } from '@/lib/class-names.ts';
import { formatCoinsWithUnit, networkTitle } from '@/lib/coins.ts';
import { grownConfirmations, isFinal } from '@/lib/confirmations.ts';
import { formatCount, formatDateTime } from '@/lib/format.ts';
import { useSecond } from '@/live/use-second.ts';
import { Confirmations } from '@/ui/confirmations.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Term } from '@/ui/term.tsx';
import { NotShown } from './missing.tsx';
import { blockQuery } from './read-query.ts';
import { texts } from './texts.ts';
import { AddressLink } from './transaction-rows.tsx';

const { transaction: words } = texts;

/** Where it is: the block leads to its page. */
function Place({ transaction: { network, block, blockTime, submittedAt } }: { transaction: NetworkTransaction }) {
  return (
    <>
      <Fact name={words.submitted}>{formatDateTime(submittedAt / 1000)}</Fact>
      <Fact name={words.block}>
        {block === null ? (
          words.notYet
        ) : (
          <Link href={paths.network(blockQuery(network, block))} className="text-accent hover:underline">
            {formatCount(block)}
          </Link>
        )}
      </Fact>
      {blockTime !== null && <Fact name={words.blockTime}>{formatDateTime(blockTime / 1000)}</Fact>}
    </>
  );
}

function Transaction({ transaction }: { transaction: NetworkTransaction }) {
  const { hash, network, asset, amount, from, to, fee, memo, confirmations, confirmationsNeeded } = transaction;
  const title = isFinal(transaction)
    ? words.confirmedTitle
    : confirmations === 0
      ? words.waitingTitle
      : words.confirmingTitle;
  return (
    <Panel title={words.title}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-lg font-semibold break-all tabular">{formatCoinsWithUnit(asset, amount)}</p>
          <p role="status" className={cx('font-medium', isFinal(transaction) ? 'text-accent' : 'text-warn')}>
            {title}
          </p>
        </div>
        <Confirmations have={confirmations} need={Math.max(1, confirmationsNeeded)} waiting={words.waitingTitle} />
        <div>
          <p className="text-xs text-secondary">{words.hash}</p>
          <p className="mt-0.5 flex items-start gap-2">
            <span className="min-w-0 break-all code">{hash}</span>
            <CopyButton text={hash} label={words.copyHash} iconOnly className="-my-1" />
          </p>
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <div>
            <p className="text-xs text-secondary">{words.from}</p>
            {from === null ? (
              <Term explanation={texts.newCoinsTerm}>{texts.newCoins}</Term>
            ) : (
              <AddressLink address={from} whole />
            )}
          </div>
          <div>
            <p className="text-xs text-secondary">{words.to}</p>
            <AddressLink address={to} whole />
          </div>
        </div>
        <FactList className="max-w-lg">
          <Fact name={words.network}>{networkTitle(network)}</Fact>
          <Fact name={words.fee}>{formatCoinsWithUnit(asset, fee)}</Fact>
          {memo !== null && <Fact name={words.memo}>{memo}</Fact>}
          <Place transaction={transaction} />
        </FactList>
      </div>
    </Panel>
  );
}

/** One transaction, its confirmations growing with the blocks. */
export function TransactionView({ hash }: { hash: string }) {
  const query = useExplorerTransaction(hash);
  const now = useSecond();
  const { data, dataUpdatedAt } = query;
  if (data === undefined) {
    return <NotShown query={query} q={hash} hint={texts.missing.unknown} className="h-[27rem] rounded-lg" />;
  }
  return <Transaction transaction={{ ...data, confirmations: grownConfirmations(data, dataUpdatedAt, now) }} />;
}
