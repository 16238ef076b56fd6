import type { Asset, Network } from '@plecho/network';
import { useChecking } from '@/api/intents/carry-out.ts';
import { coinInput, coinUnit, formatCoinAmount, networkTitle, parseCoinInput } from '@/lib/coins.ts';
import { fieldOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { texts } from './texts.ts';
import type { Claim } from './use-claim.ts';

/** Takes over the amount that the network knows. */
function TakeAmount({ claim, asset, amount }: { claim: Claim; asset: Asset; amount: string }) {
  const units = parseCoinInput(asset, amount);
  if (units === null) return null;
  return (
    <button
      type="button"
      className="font-medium text-accent hover:underline pointer-coarse:py-2"
      onClick={() => claim.set('amount', coinInput(asset, units))}
    >
      {texts.claim.takeAmount(formatCoinAmount(asset, units))}
    </button>
  );
}

interface ClaimFormProps {
  claim: Claim;
  asset: Asset;
  /** Chooses another coin and network. */
  onChoose: (asset: Asset, network: Network) => void;
}

/** What to do about a hash: nothing, or to choose what it was sent for. */
function HashHint({ claim, onChoose }: Pick<ClaimFormProps, 'claim' | 'onChoose'>) {
  const choose = claim.refusal?.choose;
  if (choose === undefined) return claim.isFilled ? texts.claim.filled : texts.claim.lead;
  return (
    <button
      type="button"
      className="font-medium text-accent hover:underline pointer-coarse:py-2"
      onClick={() => onChoose(choose.asset, choose.network)}
    >
      {texts.claim.choose(choose.asset, networkTitle(choose.network))}
    </button>
  );
}

/** «Подтверждение перевода»: which transaction is to be credited. */
export function ClaimForm({ claim, asset, onChoose }: ClaimFormProps) {
  const { form, refusal, pending, forget } = claim;
  const checking = useChecking('claimDeposit');
  const { root } = form.formState.errors;
  return (
    <form noValidate onSubmit={claim.submit} className="flex flex-col gap-3">
      <TextField
        numeric
        label={texts.claim.amount}
        disabled={pending}
        suffix={coinUnit(asset)}
        hint={
          refusal?.rightAmount === undefined ? undefined : (
            <TakeAmount claim={claim} asset={asset} amount={refusal.rightAmount} />
          )
        }
        {...fieldOf(form, 'amount', forget)}
      />
      <TextField
        label={texts.claim.hash}
        placeholder={texts.claim.hashPlaceholder}
        disabled={pending}
        hint={<HashHint claim={claim} onChoose={onChoose} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'hash', forget)}
      />
      <p role="alert" className={root === undefined ? 'sr-only' : 'text-down'}>
        {root?.message}
      </p>
      <Button
        type="submit"
        variant="primary"
        className="h-10 pointer-coarse:h-12"
        pending={pending}
        checking={checking}
      >
        {pending ? texts.claim.sending : texts.claim.submit}
      </Button>
    </form>
  );
}
