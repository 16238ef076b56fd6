import { useState } from 'react';
import { ASSET_NETWORKS, FEE_LEVELS, NETWORK_RULES, networkFee, type CoinAmount } from '@plecho/network';
import { checkAddress } from '@/lib/check-address.ts';
import { coinUnit, formatCoinsWithUnit, networkTitle, parseCoinInput } from '@/lib/coins.ts';
import { fieldOf } from '@/lib/form.ts';
import { formatDuration } from '@/lib/duration.ts';
import { Button } from '@/ui/button.tsx';
import { ChoiceList } from '@/ui/choice-list.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Term } from '@/ui/term.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { secondsToBlock } from './expected-wait.ts';
import { shownAmount } from './send-draft.ts';
import { texts } from './texts.ts';
import type { Send } from './use-send.ts';

const { form } = texts;

function NetworkChoice({ send }: { send: Send }) {
  const networks = ASSET_NETWORKS[send.asset];
  if (networks.length === 1) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-secondary" aria-hidden="true">
        {form.network}
      </span>
      <ChoiceList
        label={form.network}
        value={send.draft.network}
        choices={networks.map((network) => ({
          value: network,
          label: networkTitle(network),
          hint: formatCoinsWithUnit(send.asset, send.balanceOn(network)),
        }))}
        onChange={(network) => {
          send.form.setValue('network', network);
          send.forget();
        }}
        className="sm:grid-cols-2"
      />
    </div>
  );
}

function AddressField({ send }: { send: Send }) {
  const { address, network } = send.draft;
  const [isLeft, setLeft] = useState(address !== '');
  const check = checkAddress(address, network, isLeft);
  const onChange = (): void => {
    setLeft(false);
    send.forget();
  };
  const { error: refused, onBlur, ...field } = fieldOf(send.form, 'address', onChange);
  const error = refused ?? (check.state === 'wrong' ? check.text : null);
  const hint = (): string => {
    if (check.state === 'typing') return form.addressTyping(check.missing);
    if (check.state !== 'right' || error !== null) return '\u00a0';
    return check.address === send.ownAddress ? form.own : form.addressRight;
  };
  return (
    <TextField
      label={form.address}
      placeholder={form.addressPlaceholder}
      {...field}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={120}
      error={error}
      // The error stands in the line of the hint: nothing moves when it comes.
      {...(error === null ? { hint: hint() } : {})}
      suffix={check.state === 'right' && error === null ? <Icon name="check" className="text-accent" /> : undefined}
      onBlur={(event) => {
        setLeft(true);
        void onBlur(event);
      }}
    />
  );
}

function AmountField({ send, balance }: { send: Send; balance: CoinAmount }) {
  const { asset, draft } = send;
  const amount = shownAmount(asset, draft, balance);
  const units = parseCoinInput(asset, amount);
  const fee = networkFee(asset, draft.network, draft.fee);
  const lacking = units === null ? 0n : units + fee - balance;
  const isShort = lacking > 0n && amount !== '';
  const setMax = (isMax: boolean): void => {
    send.form.setValue('isMax', isMax);
    send.forget();
  };
  return (
    <TextField
      numeric
      label={form.amount}
      {...fieldOf(send.form, 'amount', () => setMax(false))}
      value={amount}
      suffix={coinUnit(asset)}
      hint={
        <span className={isShort ? 'text-warn' : undefined}>
          {isShort
            ? form.lacking(formatCoinsWithUnit(asset, lacking))
            : `${form.balance} ${formatCoinsWithUnit(asset, balance)}`}
        </span>
      }
      aside={
        <button
          type="button"
          aria-label={form.maxName}
          className="-my-1 rounded px-1.5 py-1 text-xs font-medium text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:px-3 pointer-coarse:py-3"
          onClick={() => setMax(true)}
        >
          {form.max}
        </button>
      }
    />
  );
}

function FeeChoice({ send }: { send: Send }) {
  const { asset, draft } = send;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-secondary">
        <Term explanation={form.feeTerm}>{form.fee}</Term>
      </span>
      <ChoiceList
        label={form.fee}
        value={draft.fee}
        choices={FEE_LEVELS.map((level) => ({
          value: level,
          label: (
            <span className="flex flex-wrap items-baseline justify-between gap-x-2">
              {form.level[level]}
              <span className="font-normal whitespace-nowrap tabular">
                {formatCoinsWithUnit(asset, networkFee(asset, draft.network, level))}
              </span>
            </span>
          ),
          hint: texts.wait(texts.blocks[level], formatDuration(secondsToBlock(draft.network, level))),
        }))}
        onChange={(fee) => {
          send.form.setValue('fee', fee);
          send.forget();
        }}
        className="sm:grid-cols-3"
      />
    </div>
  );
}

/** Where to, how much, by which network and with which fee. */
export function SendForm({ send, balance }: { send: Send; balance: CoinAmount }) {
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={send.review}>
      <NetworkChoice send={send} />
      <AddressField send={send} />
      <AmountField send={send} balance={balance} />
      <FeeChoice send={send} />
      {NETWORK_RULES[send.draft.network].memo && (
        <TextField
          label={form.memo}
          aside={
            <span className="text-xs text-secondary">
              <Term explanation={form.memoTerm}>{form.memoWhat}</Term>
            </span>
          }
          {...fieldOf(send.form, 'memo', send.forget)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={64}
          hint={form.memoHint}
        />
      )}
      <Button type="submit" variant="primary" size="lg">
        {form.review}
      </Button>
    </form>
  );
}
