import { useMarket } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { MainAccountNote } from '@/features/asset-summary/main-account-note.tsx';
import { RecentOperations } from '@/features/operations/recent-operations.tsx';
import { texts as words } from '@/features/withdraw/texts.ts';
import { WithdrawAccepted } from '@/features/withdraw/withdraw-accepted.tsx';
import { useStepFocus } from '@/lib/use-step-focus.ts';
import { Button } from '@/ui/button.tsx';
import { useGo } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { texts } from './texts.ts';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawTerms, WithdrawWays } from './withdraw-ways.tsx';

const SUBMIT = { wallet: texts.submit, card: texts.submit };

/** /withdraw: practice money of the account to an address of the practice network or to a card, on a desktop. */
export function WithdrawPage() {
  const { label } = useMarket();
  const go = useGo();
  const withdrawal = useWithdrawal();
  const { accepted } = withdrawal;
  const place = useStepFocus<HTMLDivElement>(accepted === null ? 'form' : 'accepted');
  return (
    <div className="page flex max-w-5xl flex-col gap-3">
      <h1 className="page-title">{texts.title}</h1>
      <MainAccountNote />
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div ref={place} tabIndex={-1} className="min-w-0 outline-none">
          {accepted === null ? (
            <Panel label={texts.title}>
              <WithdrawWays withdrawal={withdrawal} submitTo={SUBMIT} />
            </Panel>
          ) : (
            <Panel title={words.accepted.title}>
              <div className="flex flex-col gap-4">
                <WithdrawAccepted operation={accepted} marketLabel={label} />
                <Button onClick={withdrawal.reset}>{words.accepted.another}</Button>
              </div>
            </Panel>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <Panel title={words.info.title}>
            <WithdrawTerms withdrawal={withdrawal} />
          </Panel>
          <RecentOperations hidden={false} onAll={() => go(paths.assets())} />
        </div>
      </div>
    </div>
  );
}
