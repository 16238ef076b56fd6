import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { balanceAdjustment, type AdjustReason } from '@plecho/contract';
import { parseUsdt } from '@plecho/domain';
import { useAdjustBalance } from '@/api/admin.ts';
import { useChecking, useClosed } from '@/api/intents/carry-out.ts';
import { fieldOf, judgedBy, resolverOf, useSubmit } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { balanceNames } from './balance-names.ts';
import { formatAmount } from './format.ts';
import { Choice, messageOf, SelfNote, type ActProps } from './parts.tsx';
import { hasWrongComma, NUMBER_FIELD, readNumber, WRONG_COMMA } from './read-number.ts';
import { ADJUST_REASONS, texts } from './texts.ts';

const REASONS = Object.entries(ADJUST_REASONS) as [AdjustReason, string][];

const { amount, reason } = balanceAdjustment.shape;
const fields = z.strictObject({ market: z.string(), amount, reason });
const resolver = resolverOf(
  fields.check(
    judgedBy((typed) => {
      if (parseUsdt(readNumber(typed.amount)) !== null) return null;
      return { field: 'amount', text: hasWrongComma(typed.amount) ? WRONG_COMMA : texts.adjust.notANumber };
    }),
  ),
);

/** Gives play money or takes it; the reason is one of a list (charter rule C4). */
export function AdjustForm({ found, phone, isSelf }: ActProps) {
  const over = new Set(found.balances.filter(({ ended }) => ended).map(({ market }) => market));
  const markets = [...balanceNames(found.balances)].filter(([market]) => !over.has(market));
  const { mutateAsync, isPending } = useAdjustBalance(phone);
  const checking = useChecking('adjust');
  const form = useForm<z.infer<typeof fields>>({
    defaultValues: { market: markets[0]?.[0] ?? '', amount: '', reason: 'classTask' },
    resolver,
    reValidateMode: 'onSubmit',
  });
  useClosed({ kinds: ['adjust'] }, (was) => {
    if (form.getFieldState('amount').error?.message === was) form.clearErrors('amount');
  });
  const send = async (typed: z.infer<typeof fields>): Promise<void> => {
    if (isSelf) return;
    const sent = readNumber(typed.amount);
    await mutateAsync({ ...typed, phone: found.user.phone, amount: sent });
    form.setValue('amount', '');
    toast.success(texts.adjust.done, { detail: texts.adjust.changed(formatAmount(sent)) });
  };
  const submit = useSubmit(form, send, (error) => ({ field: 'amount', text: messageOf(error, texts.adjust.failed) }));
  return (
    <Panel title={texts.adjust.title}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Choice label={texts.users.market} options={markets} disabled={isPending} {...form.register('market')} />
        <TextField
          label={texts.adjust.amount}
          {...NUMBER_FIELD}
          hint={texts.adjust.hint}
          disabled={isPending}
          {...fieldOf(form, 'amount')}
        />
        <Choice label={texts.reason} options={REASONS} disabled={isPending} {...form.register('reason')} />
        <Button
          type="submit"
          variant="primary"
          pending={isPending || checking}
          disabled={markets.length === 0 || isSelf}
        >
          {checking ? texts.checking : texts.adjust.submit}
        </Button>
        {isSelf && <SelfNote />}
      </form>
    </Panel>
  );
}
