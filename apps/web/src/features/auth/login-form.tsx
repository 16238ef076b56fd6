import type { User } from '@plecho/contract';
import { useLogin } from '@/api/mutations.ts';
import { PasswordField } from '@/ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { texts } from './texts.ts';
import { useAuthForm } from './use-auth-form.ts';
import { checkLogin } from './validate.ts';

/** Phone and password; `onDone` once the session is there. */
export function LoginForm({ onDone }: { onDone: (user: User) => void }) {
  const mutation = useLogin();
  const form = useAuthForm({ mutation, check: checkLogin, failed: texts.login.failed, onSuccess: onDone });
  return (
    <AuthForm form={form} submit={texts.login.submit} sending={texts.login.sending}>
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
    </AuthForm>
  );
}
