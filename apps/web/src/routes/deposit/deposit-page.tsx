import { paths } from '@/app/paths.ts';
import { BankPage } from '@/features/bank/bank-page.tsx';
import { useCardPayment } from '@/features/bank/use-card-payment.ts';
import { useCoinDeposit } from '@/features/deposit/use-coin-deposit.ts';
import { MainAccountNote } from '@/features/asset-summary/main-account-note.tsx';
import { RecentOperations } from '@/features/operations/recent-operations.tsx';
import { useGo } from '@/ui/link.tsx';
import { DepositWays } from './deposit-ways.tsx';
import { texts } from './texts.ts';
import { useBankLink } from './use-bank-link.ts';

/** /deposit: practice money to the account, on a desktop. While the bank is asked, its page is the screen. */
export function DepositPage() {
  const deposit = useCoinDeposit();
  const go = useGo();
  const payment = useCardPayment();
  useBankLink(payment, paths.deposit());
  if (payment.stage.name === 'bank') return <BankPage payment={payment} />;
  return (
    <div className="page flex max-w-6xl flex-col gap-3">
      <h1 className="page-title">{texts.title}</h1>
      <MainAccountNote />
      <DepositWays
        deposit={deposit}
        payment={payment}
        aside={<RecentOperations hidden={false} onAll={() => go(paths.assets())} />}
      />
    </div>
  );
}
