import { useRegisterGuest } from '@/api/sign-in.ts';
import { fieldOf, useSubmit } from '@/lib/form.ts';
import { Panel } from '@/ui/panel.tsx';
import { toast } from '@/ui/toast.tsx';
import { AuthForm } from './auth-form.tsx';
import { NewPassword, useRegistrationForm } from './new-password.tsx';
import { refusalOf } from './refusal-of.ts';
import { texts } from './texts.ts';

/** Makes the guest who is signed in a registered user, who keeps everything. */
export function SaveAccountPanel() {
  const { mutateAsync, isPending } = useRegisterGuest();
  const form = useRegistrationForm();
  const submit = useSubmit(
    form,
    async ({ phone, password }) => {
      await mutateAsync({ phone, password });
      toast.success(texts.save.done, { detail: texts.save.doneHint });
    },
    (error) => refusalOf(error, texts.save.failed),
  );
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
        <NewPassword form={form} disabled={isPending} />
      </AuthForm>
    </Panel>
  );
}
