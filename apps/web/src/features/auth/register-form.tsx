import { useEffect } from 'react';
import type { User } from '@plecho/contract';
import { useRegister, useTakeUpSession } from '@/api/sign-in.ts';
import { fieldOf, useSubmit } from '@/lib/form.ts';
import { Icon } from '@/ui/icons.tsx';
import { AuthForm } from './auth-form.tsx';
import { NewPassword, useRegistrationForm } from './new-password.tsx';
import { refusalOf } from './refusal-of.ts';
import { REDIRECT_AFTER_MS, texts } from './texts.ts';

function Done({ user, onDone }: { user: User; onDone: (user: User) => void }) {
  const takeUpSession = useTakeUpSession();
  useEffect(() => {
    const timer = setTimeout(() => {
      void takeUpSession(user).then(() => onDone(user));
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
  const { mutateAsync, isPending, data: user } = useRegister();
  const form = useRegistrationForm();
  const submit = useSubmit(
    form,
    ({ phone, password }) => mutateAsync({ phone, password }),
    (error) => refusalOf(error, texts.register.failed),
  );
  if (user !== undefined) return <Done user={user} onDone={onDone} />;
  return (
    <AuthForm
      phone={fieldOf(form, 'phone')}
      error={form.formState.errors.root?.message}
      pending={isPending}
      onSubmit={submit}
      submit={texts.register.submit}
      sending={texts.register.sending}
    >
      <NewPassword form={form} disabled={isPending} />
    </AuthForm>
  );
}
