import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { drillCountdown } from '@plecho/contract';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { texts } from './texts.ts';
import { whole } from './whole.ts';

const fields = z.strictObject({ seconds: z.string() });
const resolver = resolverOf(
  fields.check(
    judgedBy(({ seconds }) =>
      drillCountdown.safeParse(whole(seconds)).success ? null : { field: 'seconds', text: texts.wrongCountdown },
    ),
  ),
);

interface StartFormProps {
  isPending: boolean;
  /** @param seconds of the countdown */
  onStart: (seconds: number) => void;
}

/** Starts a drill after a countdown. */
export function StartForm({ isPending, onStart }: StartFormProps) {
  const form = useForm<z.infer<typeof fields>>({
    defaultValues: { seconds: '10' },
    resolver,
    reValidateMode: 'onSubmit',
  });
  const start = form.handleSubmit(({ seconds }) => onStart(whole(seconds)));
  return (
    <form noValidate onSubmit={(event) => void start(event)} className="flex flex-wrap items-end gap-3">
      <TextField label={texts.countdown} numeric inputMode="numeric" {...fieldOf(form, 'seconds')} />
      <Button type="submit" variant="primary" className="h-14 min-w-40 text-base" pending={isPending}>
        {texts.start}
      </Button>
    </form>
  );
}
