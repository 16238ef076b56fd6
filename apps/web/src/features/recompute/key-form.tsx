import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { dayKeys } from '@plecho/contract';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { texts } from './texts.ts';

/** As the server writes it. */
const keyOf = (typed: string): string => typed.trim().toLowerCase();

const fields = z.strictObject({ key: z.string() });
const resolver = resolverOf(
  fields.check(
    judgedBy(({ key }) =>
      dayKeys.shape.key.safeParse(keyOf(key)).success ? null : { field: 'key', text: texts.notHex },
    ),
  ),
);

interface KeyFormProps {
  /** In words, for the hint. */
  day: string;
  /** What is wrong with the key that was given before. */
  error: string | null;
  onKey: (key: string) => void;
}

/** Takes the published key of a day from whoever has it. */
export function KeyForm({ day, error, onKey }: KeyFormProps) {
  const form = useForm<z.infer<typeof fields>>({ defaultValues: { key: '' }, resolver, reValidateMode: 'onSubmit' });
  const submit = form.handleSubmit(({ key }) => onKey(keyOf(key)));
  const { error: refusal = error, ...field } = fieldOf(form, 'key');
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-xl flex-col gap-2">
      <TextField
        label={texts.field}
        {...field}
        error={refusal}
        hint={texts.fieldHint(day)}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" className="self-start">
        {texts.run}
      </Button>
    </form>
  );
}
