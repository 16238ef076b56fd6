import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { registration } from '@plecho/contract';
import { useRegisterGuest } from '@/api/sign-in.ts';
import { fieldOf, judgedBy, resolverOf, useSubmit } from '@/lib/form.ts';
import { Panel } from '@/ui/panel.tsx';
import { PasswordField } from '@/ui/password-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { AuthForm } from './auth-form.tsx';
import { refusalOf } from './refusal-of.ts';
import { texts } from './texts.ts';
import { checkRegistration } from './validate.ts';

const fields = z.extend(z.pick(registration, { phone: true, password: true }), { repeat: z.string() });
const resolver = resolverOf(fields.check(judgedBy(checkRegistration)));

/** Makes the guest who is signed in a registered user, who keeps everything. */
export function SaveAccountPanel() {
  const { mutateAsync, isPending } = useRegisterGuest();
  const form = useForm({
    defaultValues: { phone: '', password: '', repeat: '' },
    resolver,
    reValidateMode: 'onSubmit',
  });
  const submit = useSubmit(
    form,
    async ({ phone, password }) => {
      await mutateAsync({ phone, password });
      toast.success(texts.save.done, { detail: texts.save.doneHint });
    },
    (error) => refusalOf(error, texts.save.failed),
  );
  const password = { autoComplete: 'new-password', disabled: isPending };
  return (
    <Panel title={texts.save.title}>
      <p className="mb-4 text-secondary">{texts.save.lead}</p>
      <AuthForm
        phone={fieldOf(form, 'phone')}
        error={form.formState.errors.root?.message}
        pending={isPending}
        onSubmit={submit}
        submit={texts.save.submit}
        sending={texts.save.sending}
      >
        <PasswordField
          label={texts.password}
          hint={texts.register.passwordHint}
          {...password}
          {...fieldOf(form, 'password')}
        />
        <PasswordField label={texts.repeatPassword} {...password} {...fieldOf(form, 'repeat')} />
      </AuthForm>
    </Panel>
  );
}
