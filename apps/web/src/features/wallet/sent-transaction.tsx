import type { NetworkTransaction } from '@plecho/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '@/app/paths.ts';
import { keys } from '@/api/keys.ts';
import { useExplorerTransaction } from '@/api/explorer.ts';
import { formatCoinsWithUnit, networkTitle, shortened } from '@/lib/coins.ts';
import { grownConfirmations, isFinal } from '@/lib/confirmations.ts';
import { useSecond } from '@/live/use-second.ts';
import { Button } from '@/ui/button.tsx';
import { Confirmations } from '@/ui/confirmations.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { Term } from '@/ui/term.tsx';
import { texts } from './texts.ts';

/** The transaction as the network knows it by now. */
function useTransaction(sent: NetworkTransaction): NetworkTransaction {
  const { data, dataUpdatedAt } = useExplorerTransaction(sent.hash);
  const now = useSecond();
  const known = data ?? sent;
  return { ...known, confirmations: grownConfirmations(known, data === undefined ? now : dataUpdatedAt, now) };
}

/** What was sent: its hash, and the confirmations as they come. */
export function SentTransaction({
  transaction: sent,
  onAgain,
}: {
  transaction: NetworkTransaction;
  onAgain: () => void;
}) {
  const transaction = useTransaction(sent);
  const done = isFinal(transaction);
  const client = useQueryClient();
  useEffect(() => {
    if (done) void client.invalidateQueries({ queryKey: keys.walletTransactions() });
  }, [client, done]);
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex items-center gap-2 text-base font-semibold text-accent">
        <Icon name="check" />
        {done ? texts.sent.confirmed : texts.sent.title}
      </p>
      <Confirmations
        have={transaction.confirmations}
        need={Math.max(1, transaction.confirmationsNeeded)}
        waiting={texts.sent.waiting}
      />
      <FactList>
        <Fact name={texts.sent.amount} strong>
          {formatCoinsWithUnit(sent.asset, sent.amount)}
        </Fact>
        <Fact name={texts.sent.network}>{networkTitle(sent.network)}</Fact>
        <Fact name={texts.sent.to}>
          <span className="code">{shortened(sent.to)}</span>
        </Fact>
      </FactList>
      <div className="rounded-md border border-hairline bg-page p-3">
        <p className="text-xs text-secondary">
          <Term explanation={texts.sent.hashTerm}>{texts.sent.hash}</Term>
        </p>
        <p className="mt-1 break-all code">{sent.hash}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <CopyButton text={sent.hash} label={texts.sent.copyHash} />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link href={paths.network(sent.hash)} target="_blank" className="text-accent hover:underline">
          {texts.sent.lookUp}
        </Link>
        <Button variant="ghost" onClick={onAgain}>
          {texts.sent.again}
        </Button>
      </div>
    </div>
  );
}
