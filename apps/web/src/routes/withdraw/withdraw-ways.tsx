import { useMarket } from '@/api/queries.ts';
import { CardPayoutForm } from '@/features/withdraw/card-payout-form.tsx';
import { WithdrawForm } from '@/features/withdraw/withdraw-form.tsx';
import { CardPayoutInfo, WithdrawInfo } from '@/features/withdraw/withdraw-info.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { texts } from './texts.ts';
import type { Way, Withdrawal } from './use-withdrawal.ts';

interface WithdrawWaysProps {
  withdrawal: Withdrawal;
  /** What the button says, by where it goes. */
  submitTo: Record<Way, string>;
}

/** Both ways for practice money out: to an address of the practice network, or to a practice card. */
export function WithdrawWays({ withdrawal: { way, choose, form, payout }, submitTo }: WithdrawWaysProps) {
  const { label } = useMarket();
  return (
    <Tabs
      label={texts.ways}
      value={way}
      onChange={choose}
      tabs={[
        { value: 'wallet', label: texts.wallet },
        { value: 'card', label: texts.card },
      ]}
      panelClassName="pt-3"
    >
      {way === 'wallet' ? (
        <WithdrawForm form={form} marketLabel={label} submitLabel={submitTo.wallet} />
      ) : (
        <CardPayoutForm payout={payout} submitLabel={submitTo.card} />
      )}
    </Tabs>
  );
}

/** The terms of the chosen way. */
export const WithdrawTerms = ({ withdrawal: { way, form } }: Pick<WithdrawWaysProps, 'withdrawal'>) =>
  way === 'wallet' ? <WithdrawInfo network={form.draft.network} /> : <CardPayoutInfo />;
