import { useWatch, type UseFormReturn } from 'react-hook-form';
import { fieldOf } from '@/lib/form.ts';
import { TextField } from '@/ui/text-field.tsx';
import { Choice } from '../parts.tsx';
import { NUMBER_FIELD } from '../read-number.ts';
import { FUNDING_CHOICES, type CostsField } from './costs-draft.ts';
import type { ScenarioDraft } from './draft.ts';
import { marketTexts } from './texts.ts';

const { form: words } = marketTexts;
const FUNDING = FUNDING_CHOICES.map((hours) => [hours, words.costs.every(hours)] as const);

/** What trading in the scenario costs, folded away until it is chosen. */
export function CostsFields({ form }: { form: UseFormReturn<ScenarioDraft> }) {
  const { chosen, fundingHours } = useWatch({ control: form.control, name: 'costs' });
  const percent = (field: CostsField) => (
    <TextField {...NUMBER_FIELD} label={words.costs[field]} suffix="%" {...fieldOf(form, `costs.${field}`)} />
  );
  return (
    <>
      <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
        <input type="checkbox" {...form.register('costs.chosen')} />
        {words.costs.chosen}
      </label>
      {chosen && (
        <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-hairline p-3">
          <legend className="px-1 text-xs text-muted">{words.costs.title}</legend>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            {percent('takerFeePercent')}
            {percent('makerFeePercent')}
            <Choice label={words.costs.funding} options={FUNDING} {...form.register('costs.fundingHours')} />
            {fundingHours !== '' && percent('capPercent')}
          </div>
        </fieldset>
      )}
    </>
  );
}
