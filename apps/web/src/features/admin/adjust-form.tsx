import { useState, type SubmitEvent } from 'react';
import type { AdjustReason } from '@plecho/contract';
import { parseUsdt } from '@plecho/domain';
import { useAdjustBalance } from '@/api/admin.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { Choice, messageOf, SelfNote, type ActProps } from './parts.tsx';
import { ADJUST_REASONS, texts } from './texts.ts';
import { useMarketTitle } from './use-market-title.ts';

const REASONS = Object.entries(ADJUST_REASONS) as [AdjustReason, string][];

/** Gives play money or takes it; the reason is one of a list (charter rule C4). */
export function AdjustForm({ found, phone, isSelf }: ActProps) {
  const titleOf = useMarketTitle();
  const markets = found.balances.map(({ market }) => [market, titleOf(market)] as const);
  const [market, setMarket] = useState(markets[0]?.[0] ?? '');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<AdjustReason>('classTask');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending } = useAdjustBalance(phone);
  const checking = useChecking('adjust');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending || isSelf) return;
    const written = amount.trim().replace(',', '.').replace('−', '-').replace(/^\+/, '');
    if (parseUsdt(written) === null) return setRefusal(texts.adjust.notANumber);
    setRefusal(null);
    mutate(
      { phone: found.user.phone, market, amount: written, reason },
      {
        onSuccess: () => {
          setAmount('');
          toast.success(texts.adjust.done);
        },
        onError: (error) => setRefusal(messageOf(error, texts.adjust.failed)),
      },
    );
  };
  return (
    <Panel title={texts.adjust.title}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Choice label={texts.users.market} value={market} options={markets} disabled={isPending} onChange={setMarket} />
        <TextField
          label={texts.adjust.amount}
          numeric
          inputMode="text"
          value={amount}
          error={refusal}
          hint={texts.adjust.hint}
          disabled={isPending}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Choice label={texts.reason} value={reason} options={REASONS} disabled={isPending} onChange={setReason} />
        <Button type="submit" variant="primary" pending={isPending || checking} disabled={market === '' || isSelf}>
          {checking ? texts.adjust.checking : texts.adjust.submit}
        </Button>
        {isSelf && <SelfNote />}
      </form>
    </Panel>
  );
}
