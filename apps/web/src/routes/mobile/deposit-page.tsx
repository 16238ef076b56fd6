import { paths } from '@/app/paths.ts';
import { BankPage } from '@/features/bank/bank-page.tsx';
import { useCardPayment } from '@/features/bank/use-card-payment.ts';
import { MainAccountNote } from '@/features/asset-summary/main-account-note.tsx';
import { useCoinDeposit } from '@/features/deposit/use-coin-deposit.ts';
import { RecentOperations } from '@/features/operations/recent-operations.tsx';
import { DepositWays } from '@/routes/deposit/deposit-ways.tsx';
import { texts } from '@/routes/deposit/texts.ts';
import { useBankLink } from '@/routes/deposit/use-bank-link.ts';
import { useGo } from '@/ui/link.tsx';
import { MobileScreen } from './mobile-screen.tsx';

/** /mobile/deposit: the same as on a desktop, in one column. */
export function MobileDepositPage() {
  const deposit = useCoinDeposit();
  const go = useGo();
  const payment = useCardPayment();
  useBankLink(payment, paths.mobileDeposit());
  if (payment.stage.name === 'bank') {
    return (
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <BankPage payment={payment} />
      </main>
    );
  }
  return (
    <MobileScreen>
      <h1 className="text-lg font-semibold">{texts.mobileTitle}</h1>
      <MainAccountNote />
      <DepositWays
        deposit={deposit}
        payment={payment}
        aside={<RecentOperations hidden={false} onAll={() => go(paths.mobileAssets())} />}
      />
    </MobileScreen>
  );
}
