import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { divide } from '@plecho/domain';
import { fieldOf, judgedBy, resolverOf, useSubmit } from '@/lib/form.ts';
import { parseAmountInput } from '@/lib/parse-amount.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { texts } from './texts.ts';

const MOST = 1_000_000;
/** Units of a parsed amount in a hundredth. */
const HUNDREDTH = 10_000n;

/** What was typed, in hundredths; null when it is no number that could be an answer. */
function hundredthsOf(text: string): number | null {
  const amount = parseAmountInput(text);
  if (amount === null || amount < 0n) return null;
  const hundredths = Number(divide(amount, HUNDREDTH, 'floor'));
  return hundredths <= MOST ? hundredths : null;
}

const schema = z.strictObject({ answer: z.string() });
const resolver = resolverOf(
  schema.check(
    judgedBy(({ answer }) => (hundredthsOf(answer) === null ? { field: 'answer', text: texts.notNumber } : null)),
  ),
);

interface NumberAnswerProps {
  label: string;
  unit: string;
  pending: boolean;
  /** In hundredths. What came of it is said elsewhere. */
  onAnswer: (answer: number) => Promise<unknown>;
}

/** The answer to the question of a lesson. */
export function NumberAnswer({ label, unit, pending, onAnswer }: NumberAnswerProps) {
  const form = useForm({ defaultValues: { answer: '' }, resolver, reValidateMode: 'onSubmit' });
  const submit = useSubmit(
    form,
    ({ answer }) => onAnswer(hundredthsOf(answer) ?? 0).catch(() => undefined),
    () => ({ field: 'form', text: texts.failed }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <TextField
        numeric
        className="min-w-52 flex-1 max-sm:basis-full"
        label={label}
        suffix={unit}
        {...fieldOf(form, 'answer')}
      />
      <Button type="submit" variant="primary" className="h-10 sm:mt-5.5 pointer-coarse:h-11" pending={pending}>
        {texts.check}
      </Button>
    </form>
  );
}
