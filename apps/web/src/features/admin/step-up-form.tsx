import { useState, type SubmitEvent } from 'react';
import { useStepUp } from '@/api/admin.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { messageOf } from './parts.tsx';
import { texts } from './texts.ts';

/** Asks for the operator secret. It is kept nowhere: not in the form, not in the browser. */
export function StepUpForm() {
  const [secret, setSecret] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending } = useStepUp();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (secret === '') return setRefusal(texts.stepUp.empty);
    setRefusal(null);
    mutate(secret, {
      onError: (error) => setRefusal(messageOf(error, texts.stepUp.failed)),
      onSettled: () => setSecret(''),
    });
  };
  return (
    <form noValidate onSubmit={submit} className="mx-auto flex w-full max-w-sm flex-col gap-4 px-4 py-16">
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{texts.stepUp.title}</h1>
        <p className="text-secondary">{texts.stepUp.lead}</p>
      </header>
      <TextField
        label={texts.stepUp.label}
        type="password"
        name="operator-secret"
        autoComplete="off"
        value={secret}
        error={refusal}
        disabled={isPending}
        onChange={(event) => setSecret(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" pending={isPending}>
        {texts.stepUp.submit}
      </Button>
      <p className="text-xs text-muted">{texts.seen}</p>
    </form>
  );
}
