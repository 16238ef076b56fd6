import { useMarket } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { MainAccountNote } from '@/features/asset-summary/main-account-note.tsx';
import { texts as words } from '@/features/withdraw/texts.ts';
import { WithdrawAccepted } from '@/features/withdraw/withdraw-accepted.tsx';
import { texts } from '@/routes/withdraw/texts.ts';
import { useWithdrawal } from '@/routes/withdraw/use-withdrawal.ts';
import { WithdrawTerms, WithdrawWays } from '@/routes/withdraw/withdraw-ways.tsx';
import { Button } from '@/ui/button.tsx';
import { useGo } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Sheet } from '@/ui/sheet.tsx';
import { MobileScreen } from './mobile-screen.tsx';

/** /mobile/withdraw: the same as on a desktop; an accepted request leads to the assets. */
export function MobileWithdrawPage() {
  const { label } = useMarket();
  const go = useGo();
  const withdrawal = useWithdrawal();
  const { accepted } = withdrawal;
  const leave = (): void => go(paths.mobileAssets());
  return (
    <MobileScreen>
      <h1 className="text-lg font-semibold">{texts.mobileTitle}</h1>
      <MainAccountNote />
      <Panel label={texts.title}>
        <WithdrawWays withdrawal={withdrawal} submitTo={texts.submitTo} />
      </Panel>
      <Panel title={words.info.title}>
        <WithdrawTerms withdrawal={withdrawal} />
      </Panel>
      <Sheet
        open={accepted !== null}
        onClose={leave}
        title={words.accepted.title}
        footer={
          <Button variant="primary" size="lg" className="w-full" onClick={leave}>
            {words.accepted.understood}
          </Button>
        }
      >
        {accepted !== null && <WithdrawAccepted operation={accepted} marketLabel={label} />}
      </Sheet>
    </MobileScreen>
  );
}
