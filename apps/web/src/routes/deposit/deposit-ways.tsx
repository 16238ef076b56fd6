import { useState, type ReactNode } from 'react';
import { useMarket } from '@/api/queries.ts';
import { CardDeposit, UnfinishedPayment } from '@/features/bank/card-deposit.tsx';
import type { CardPayment } from '@/features/bank/use-card-payment.ts';
import { CryptoDeposit } from '@/features/deposit/crypto-deposit.tsx';
import type { CoinDeposit } from '@/features/deposit/use-coin-deposit.ts';
import { SendCoins } from '@/features/wallet/send-coins.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { texts } from './texts.ts';

interface DepositWaysProps {
  deposit: CoinDeposit;
  payment: CardPayment;
  /** At the side of a wide window, below everything on a narrow one. */
  aside?: ReactNode;
}

/** Both ways to practice money: coins of the practice network, or a practice card. */
export function DepositWays({ deposit, payment, aside }: DepositWaysProps) {
  const { label } = useMarket();
  // Back from the bank, or on the way there in vain, one wants to see what became of it.
  const [isSending, setSending] = useState(false);
  const isAboutCard = payment.stage.name === 'result' || payment.formError !== null;
  const [wasAboutCard, setAboutCard] = useState(isAboutCard);
  const [way, setWay] = useState<'coins' | 'card'>(isAboutCard ? 'card' : 'coins');
  if (isAboutCard !== wasAboutCard) {
    setAboutCard(isAboutCard);
    if (isAboutCard) setWay('card');
  }
  return (
    <>
      <UnfinishedPayment payment={payment} />
      <Tabs
        label={texts.ways}
        value={way}
        onChange={setWay}
        disabled={isSending}
        tabs={[
          { value: 'coins', label: texts.coins },
          { value: 'card', label: texts.card },
        ]}
        panelClassName="pt-3"
      >
        {way === 'coins' ? (
          <CryptoDeposit
            deposit={deposit}
            marketLabel={label}
            aside={aside}
            isSending={isSending}
            renderSend={(slot) => <SendCoins {...slot} onPending={setSending} />}
          />
        ) : (
          <CardDeposit payment={payment} marketLabel={label} aside={aside} />
        )}
      </Tabs>
    </>
  );
}
