import { useEffect, useState, type SubmitEvent } from 'react';
import type { User } from '@plecho/contract';
import { useRegister, useTakeUpSession } from '@/api/mutations.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { PasswordField } from '@/ui/password-field.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { FormError } from './form-error.tsx';
import { refusalOf } from './refusal-of.ts';
import { REDIRECT_AFTER_MS, texts } from './texts.ts';
import { checkRegistration, type Refusal } from './validate.ts';

function Done({ user, onDone }: { user: User; onDone: () => void }) {
  const takeUpSession = useTakeUpSession();
  useEffect(() => {
    const timer = setTimeout(() => {
      takeUpSession(user);
      onDone();
    }, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
    // Once, whatever the screen around it does meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <div role="status" className="flex items-start gap-3 rounded-lg border border-hairline bg-panel p-4">
      <Icon name="check" className="mt-0.5 text-accent" />
      <div>
        <p className="font-medium">{texts.register.done}</p>
        <p className="text-secondary">{texts.register.doneHint}</p>
      </div>
    </div>
  );
}

/** Phone and a password typed twice; `onDone` two seconds after it worked. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const register = useRegister();
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (register.isPending) return;
    const wrong = checkRegistration(phone, password, repeat);
    setRefusal(wrong);
    if (wrong !== null) return;
    register.mutate({ phone, password }, { onError: (error) => setRefusal(refusalOf(error, texts.register.failed)) });
  };

  if (register.isSuccess) return <Done user={register.data} onDone={onDone} />;
  const errorAt = (field: Refusal['field']): string | null => (refusal?.field === field ? refusal.text : null);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={texts.phone}
        name="phone"
        type="tel"
        autoComplete="username"
        inputMode="tel"
        placeholder={texts.phonePlaceholder}
        value={phone}
        error={errorAt('phone')}
        disabled={register.isPending}
        onChange={(event) => setPhone(event.target.value)}
      />
      <PasswordField
        label={texts.password}
        name="new-password"
        autoComplete="new-password"
        hint={texts.register.passwordHint}
        value={password}
        error={errorAt('password')}
        disabled={register.isPending}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={texts.repeatPassword}
        name="repeat-password"
        autoComplete="new-password"
        value={repeat}
        error={errorAt('repeat')}
        disabled={register.isPending}
        onChange={(event) => setRepeat(event.target.value)}
      />
      <FormError text={errorAt('form')} />
      <Button type="submit" variant="primary" size="lg" pending={register.isPending}>
        {texts.register.submit}
      </Button>
    </form>
  );
}
