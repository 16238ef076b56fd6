import { useWatch } from 'react-hook-form';
import { PRACTICE_CARDS, WITHDRAWAL_MINIMUM } from '@plecho/network';
import { useChecking } from '@/api/intents/carry-out.ts';
import { coinUnit, formatCoinsWithUnit } from '@/lib/coins.ts';
import { cardNames } from '@/lib/practice-cards.ts';
import { fieldOf } from '@/lib/form.ts';
import { formatRublesWithUnit, rateText, rublesOf } from '@/lib/rubles.ts';
import { ChoiceList } from '@/ui/choice-list.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { AvailableAmount } from './available-amount.tsx';
import { SubmitPart } from './submit-part.tsx';
import { texts } from './texts.ts';
import type { CardPayout } from './use-card-payout.ts';

const NOTHING = '—';
const { card: words } = texts;
const CARDS = PRACTICE_CARDS.map((card) => ({ value: card, label: cardNames[card], hint: words.what[card] }));

/** How much to withdraw, to which practice card, and what it comes to in roubles. */
export function CardPayoutForm({ payout, submitLabel }: { payout: CardPayout; submitLabel: string }) {
  const { form, available, units, pending, forget } = payout;
  const checking = useChecking('withdrawToCard');
  const card = useWatch({ control: form.control, name: 'card' });
  return (
    <form noValidate onSubmit={payout.submit} className="flex flex-col gap-4">
      <TextField
        numeric
        label={texts.amount}
        readOnly={pending}
        suffix={coinUnit('USDT')}
        {...fieldOf(form, 'amount', forget)}
        aside={
          <AvailableAmount available={available} disabled={pending || available === null} onMax={payout.takeMax} />
        }
      />
      <FactList>
        <Fact name={texts.minimum}>{formatCoinsWithUnit('USDT', WITHDRAWAL_MINIMUM.USDT)}</Fact>
        <Fact name={words.rate}>{words.rateValue(rateText())}</Fact>
        <Fact name={texts.fee}>{words.noFee}</Fact>
        <Fact name={texts.receive} strong>
          {units === null || units <= 0n ? NOTHING : formatRublesWithUnit(rublesOf(units))}
        </Fact>
      </FactList>
      <div className="flex flex-col gap-1.5">
        <p className="text-xs text-secondary">
          {words.choose}. <span className="text-muted">{words.lead}</span>
        </p>
        <ChoiceList
          label={words.choose}
          value={card}
          choices={CARDS}
          disabled={pending}
          onChange={(next) => form.setValue('card', next)}
          className="sm:grid-cols-2"
        />
      </div>
      <SubmitPart
        warning={words.warning}
        error={form.formState.errors.root?.message ?? null}
        label={submitLabel}
        disabled={payout.incomplete}
        pending={pending}
        checking={checking}
      />
    </form>
  );
}
