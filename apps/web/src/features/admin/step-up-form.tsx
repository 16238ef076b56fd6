import { useForm } from 'react-hook-form';
import { stepUp } from '@plecho/contract';
import { useStepUp } from '@/api/admin.ts';
import { fieldOf, judgedBy, resolverOf, useSubmit } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { messageOf } from './parts.tsx';
import { texts } from './texts.ts';

const resolver = resolverOf(
  stepUp.check(judgedBy(({ secret }) => (secret === '' ? { field: 'secret', text: texts.stepUp.empty } : null))),
);

/** Asks for the operator secret. It is kept nowhere: not in the form, not in the browser. */
export function StepUpForm() {
  const { mutateAsync, isPending } = useStepUp();
  const form = useForm({ defaultValues: { secret: '' }, resolver, reValidateMode: 'onSubmit' });
  const send = ({ secret }: { secret: string }): Promise<unknown> =>
    mutateAsync(secret).finally(() => form.setValue('secret', ''));
  const submit = useSubmit(form, send, (error) => ({
    field: 'secret',
    text: messageOf(error, texts.stepUp.failed),
  }));
  return (
    <form noValidate onSubmit={submit} className="mx-auto flex w-full max-w-sm flex-col gap-4 px-4 py-16">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">{texts.stepUp.title}</h1>
        <p className="text-secondary">{texts.stepUp.lead}</p>
      </header>
      <TextField
        label={texts.stepUp.label}
        type="password"
        autoComplete="off"
        disabled={isPending}
        {...fieldOf(form, 'secret')}
      />
      <Button type="submit" variant="primary" size="lg" pending={isPending}>
        {texts.stepUp.submit}
      </Button>
      <p className="text-xs text-muted">{texts.seen}</p>
    </form>
  );
}
