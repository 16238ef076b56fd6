import { useForm } from 'react-hook-form';
import { credentials, type User } from '@plecho/contract';
import { useLogin } from '@/api/sign-in.ts';
import { fieldOf, judgedBy, resolverOf, useSubmit } from '@/lib/form.ts';
import { PasswordField } from '@/ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { refusalOf } from './refusal-of.ts';
import { texts } from './texts.ts';
import { checkLogin } from './validate.ts';

const resolver = resolverOf(credentials.check(judgedBy(checkLogin)));

/** Phone and password; `onDone` once the session is there. */
export function LoginForm({ onDone }: { onDone: (user: User) => void }) {
  const { mutateAsync, isPending } = useLogin();
  const form = useForm({ defaultValues: { phone: '', password: '' }, resolver, reValidateMode: 'onSubmit' });
  const submit = useSubmit(
    form,
    async (fields) => onDone(await mutateAsync(fields)),
    (error) => refusalOf(error, texts.login.failed),
  );
  return (
    <AuthForm
      phone={fieldOf(form, 'phone')}
      error={form.formState.errors.root?.message}
      pending={isPending}
      onSubmit={submit}
      submit={texts.login.submit}
      sending={texts.login.sending}
    >
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        disabled={isPending}
        {...fieldOf(form, 'password')}
      />
    </AuthForm>
  );
}
