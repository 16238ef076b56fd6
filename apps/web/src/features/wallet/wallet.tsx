import { useState } from 'react';
import type { WalletBalance } from '@plecho/contract';
import { usePayments } from '@/live/index.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { Term } from '@/ui/term.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';
import { SendCoins } from './send-coins.tsx';
import { texts } from './texts.ts';
import { TransactionList } from './transaction-list.tsx';
import { WalletBalances } from './wallet-balances.tsx';

type View = 'coins' | 'transactions';
type Doing = { what: 'send' | 'receive'; held: WalletBalance } | null;

function Coins({ hidden }: { hidden: boolean }) {
  const { loaded, wallet } = usePayments();
  const [doing, setDoing] = useState<Doing>(null);
  const close = (): void => setDoing(null);
  if (!loaded) return <Skeleton label={texts.loading} className="m-3 h-[36rem] sm:h-[32rem]" />;
  return (
    <>
      <WalletBalances
        wallet={wallet}
        hidden={hidden}
        onReceive={(held) => setDoing({ what: 'receive', held })}
        onSend={(held) => setDoing({ what: 'send', held })}
      />
      {doing?.what === 'receive' && <ReceiveDialog held={doing.held} wallet={wallet} onClose={close} />}
      {doing?.what === 'send' && (
        <Dialog open onClose={close} title={texts.sendTitle(doing.held.asset)}>
          <SendCoins asset={doing.held.asset} network={doing.held.network} />
        </Dialog>
      )}
    </>
  );
}

/**
 * The practice wallet: what it holds, receiving, sending, and its transactions.
 * @param props.hidden dots in place of the amounts
 */
export function Wallet({ hidden = false }: { hidden?: boolean }) {
  const [view, setView] = useState<View>('coins');
  return (
    <Panel title={<Term explanation={texts.term}>{texts.title}</Term>} label={texts.title} flush>
      <Tabs<View>
        label={texts.views}
        value={view}
        onChange={setView}
        tabs={[
          { value: 'coins', label: texts.coins },
          { value: 'transactions', label: texts.transactions },
        ]}
      >
        {view === 'coins' ? <Coins hidden={hidden} /> : <TransactionList hidden={hidden} />}
      </Tabs>
    </Panel>
  );
}
