import { withdrawalFee } from '@plecho/network';
import { useChecking } from '@/api/intents/carry-out.ts';
import { coinUnit, formatCoinAmount, formatCoinsWithUnit, networkTitle, parseCoinInput } from '@/lib/coins.ts';
import { firstFocus } from '@/lib/first-focus.ts';
import { formatMoney } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Icon } from '@/ui/icons.tsx';
import { MONEY_UNIT } from '@/ui/money.tsx';
import { texts } from './texts.ts';
import type { WithdrawForm } from './use-withdraw-form.ts';

interface WithdrawReviewProps {
  form: WithdrawForm;
  marketLabel: string;
  open: boolean;
  onClose: () => void;
}

function Facts({ form, marketLabel }: Pick<WithdrawReviewProps, 'form' | 'marketLabel'>) {
  const { draft, value, receive } = form;
  const { asset, network, amount } = draft;
  const memo = draft.memo.trim();
  return (
    <FactList>
      <Fact name={texts.amount}>{formatCoinsWithUnit(asset, parseCoinInput(asset, amount))}</Fact>
      <Fact name={texts.fee}>{formatCoinsWithUnit(asset, withdrawalFee(asset, network))}</Fact>
      <Fact name={texts.receive} strong>
        {formatCoinAmount(asset, receive)} <span className="text-xs font-normal text-muted">{coinUnit(asset)}</span>
      </Fact>
      {asset !== 'USDT' && value !== null && (
        <Fact name={texts.value}>
          {texts.about(formatMoney(value))} {MONEY_UNIT}
          <span className="block text-xs text-muted">{marketLabel}</span>
        </Fact>
      )}
      <Fact name={texts.review.network}>{networkTitle(network)}</Fact>
      {memo !== '' && <Fact name={texts.memo}>{memo}</Fact>}
    </FactList>
  );
}

/** The request once more before it is sent, with the address in full. */
export function WithdrawReview({ form, marketLabel, open, onClose }: WithdrawReviewProps) {
  const { address, pending } = form;
  const checking = useChecking('withdraw');
  const send = async (): Promise<void> => {
    await form.submit();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.review.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.review.back}
          </Button>
          <Button
            // The dialog was opened by a key: the same key held down must not confirm it.
            ref={firstFocus}
            variant="primary"
            pending={pending}
            checking={checking}
            onKeyDown={(event) => {
              if (event.repeat) event.preventDefault();
            }}
            onClick={() => void send()}
          >
            {pending ? texts.review.sending : texts.review.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Facts form={form} marketLabel={marketLabel} />
        <div>
          <p className="text-secondary">{texts.review.address}</p>
          <p className="font-mono text-base break-all">{address.state === 'right' ? address.address : ''}</p>
        </div>
        <p className="flex items-start gap-2 rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
          <Icon name="alert" className="mt-0.5" />
          {texts.review.irreversible}
        </p>
      </div>
    </Dialog>
  );
}
