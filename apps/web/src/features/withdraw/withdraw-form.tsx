import type { ReactNode } from 'react';
import { NETWORK_RULES } from '@plecho/network';
import { useChecking } from '@/api/intents/carry-out.ts';
import { coinUnit } from '@/lib/coins.ts';
import { fieldOf } from '@/lib/form.ts';
import { CoinPicker } from '@/ui/coin-picker.tsx';
import { Icon } from '@/ui/icons.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { AvailableAmount } from './available-amount.tsx';
import { SubmitPart } from './submit-part.tsx';
import { texts } from './texts.ts';
import type { WithdrawForm as Form } from './use-withdraw-form.ts';
import { WithdrawFigures } from './withdraw-figures.tsx';

const PRACTICE_NOTE = 'Только адрес учебной сети: он начинается с sim1.';

/** What is known of the address so far; an error is said by the field itself. */
function addressHint({ address, ownAddress, errors }: Form): ReactNode {
  if (errors.address !== undefined) return undefined;
  if (address.state === 'typing') return <span className="tabular">{texts.missing(address.missing)}</span>;
  if (address.state !== 'right') return PRACTICE_NOTE;
  return (
    <span className="inline-flex items-center gap-1.5 text-secondary">
      <Icon name="check" className="size-3.5 text-accent" />
      {address.address === ownAddress ? texts.ownWalletDone : texts.addressGood}
    </span>
  );
}

function AddressField({ form }: { form: Form }) {
  const { fields, ownAddress, errors, pending, setAddressLeft } = form;
  const onChange = (): void => {
    setAddressLeft(false);
    form.forget();
  };
  const { onBlur, ...field } = fieldOf(fields, 'address', onChange);
  return (
    <TextField
      label={texts.address}
      placeholder={texts.addressPlaceholder}
      readOnly={pending}
      {...field}
      error={errors.address}
      hint={addressHint(form)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onBlur={(event) => {
        setAddressLeft(true);
        void onBlur(event);
      }}
      aside={
        <button
          type="button"
          className="text-xs font-semibold text-accent hover:underline disabled:opacity-45 pointer-coarse:-my-2 pointer-coarse:py-2"
          disabled={ownAddress === null || pending}
          onClick={() => form.takeAddress(ownAddress ?? '')}
        >
          {texts.ownWallet}
        </button>
      }
    />
  );
}

function AmountField({ form }: { form: Form }) {
  const { fields, draft, available, max, errors, pending } = form;
  return (
    <TextField
      numeric
      label={texts.amount}
      readOnly={pending}
      {...fieldOf(fields, 'amount', form.forget)}
      error={errors.amount}
      hint={draft.asset === 'USDT' || errors.amount !== undefined ? undefined : texts.maxNote}
      suffix={coinUnit(draft.asset)}
      aside={<AvailableAmount available={available} disabled={pending || max === null} onMax={form.takeMax} />}
    />
  );
}

interface WithdrawFormProps {
  form: Form;
  /** The market whose price a coin is valued at. */
  marketLabel: string;
  /** What the button says. */
  submitLabel: string;
}

/** What to withdraw, where to and what it costs. */
export function WithdrawForm({ form, marketLabel, submitLabel }: WithdrawFormProps) {
  const { draft, errors, pending } = form;
  const checking = useChecking('withdraw');
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <CoinPicker asset={draft.asset} network={draft.network} disabled={pending} onChange={form.chooseCoin} />
      <AddressField form={form} />
      {NETWORK_RULES[draft.network].memo && (
        <TextField
          label={texts.memo}
          readOnly={pending}
          {...fieldOf(form.fields, 'memo', form.forget)}
          error={errors.memo}
          hint={errors.memo === undefined ? texts.memoHint : undefined}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <AmountField form={form} />
      <WithdrawFigures form={form} marketLabel={marketLabel} />
      <SubmitPart
        warning={texts.warning}
        error={errors.form ?? null}
        label={submitLabel}
        disabled={form.incomplete}
        pending={pending}
        checking={checking}
      />
    </form>
  );
}
