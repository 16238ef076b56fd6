import { useEffect } from 'react';
import type { User } from '@plecho/contract';
import { useRegister, useTakeUpSession } from '@/api/mutations.ts';
import { Icon } from '@/ui/icons.tsx';
import { PasswordField } from '@/ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { REDIRECT_AFTER_MS, texts } from './texts.ts';
import { useAuthForm } from './use-auth-form.ts';
import { checkRegistration } from './validate.ts';

function Done({ user, onDone }: { user: User; onDone: (user: User) => void }) {
  const takeUpSession = useTakeUpSession();
  useEffect(() => {
    const timer = setTimeout(() => {
      takeUpSession(user);
      onDone(user);
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
export function RegisterForm({ onDone }: { onDone: (user: User) => void }) {
  const mutation = useRegister();
  const form = useAuthForm({ mutation, check: checkRegistration, failed: texts.register.failed });
  if (mutation.isSuccess) return <Done user={mutation.data} onDone={onDone} />;
  return (
    <AuthForm form={form} submit={texts.register.submit} sending={texts.register.sending}>
      <PasswordField
        label={texts.password}
        name="new-password"
        autoComplete="new-password"
        hint={texts.register.passwordHint}
        {...form.field('password')}
      />
      <PasswordField
        label={texts.repeatPassword}
        name="repeat-password"
        autoComplete="new-password"
        {...form.field('repeat')}
      />
    </AuthForm>
  );
}
