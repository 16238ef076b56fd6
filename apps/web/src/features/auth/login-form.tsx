import { useState, type SubmitEvent } from 'react';
import { useLogin } from '@/api/mutations.ts';
import { Button } from '@/ui/button.tsx';
import { PasswordField } from '@/ui/password-field.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { FormError } from './form-error.tsx';
import { refusalOf } from './refusal-of.ts';
import { texts } from './texts.ts';
import { checkLogin, type Refusal } from './validate.ts';

/** Phone and password; `onDone` once the session is there. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const login = useLogin();
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (login.isPending) return;
    const wrong = checkLogin(phone, password);
    setRefusal(wrong);
    if (wrong !== null) return;
    login.mutate(
      { phone, password },
      { onSuccess: onDone, onError: (error) => setRefusal(refusalOf(error, texts.login.failed)) },
    );
  };

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
        disabled={login.isPending}
        onChange={(event) => setPhone(event.target.value)}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        value={password}
        error={errorAt('password')}
        disabled={login.isPending}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormError text={errorAt('form')} />
      <Button type="submit" variant="primary" size="lg" pending={login.isPending}>
        {texts.login.submit}
      </Button>
    </form>
  );
}
