import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { registration } from '@plecho/contract';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { PasswordField } from '@/ui/password-field.tsx';
import { texts } from './texts.ts';
import { checkRegistration } from './validate.ts';

const fields = z.extend(z.pick(registration, { phone: true, password: true }), { repeat: z.string() });
const resolver = resolverOf(fields.check(judgedBy(checkRegistration)));

type Registration = z.infer<typeof fields>;

/** Phone and a password typed twice: of somebody new, and of a guest who stays. */
export const useRegistrationForm = (): UseFormReturn<Registration> =>
  useForm({ defaultValues: { phone: '', password: '', repeat: '' }, resolver, reValidateMode: 'onSubmit' });

/** The two fields of a new password. */
export function NewPassword({ form, disabled }: { form: UseFormReturn<Registration>; disabled: boolean }) {
  const both = { autoComplete: 'new-password', disabled };
  return (
    <>
      <PasswordField
        label={texts.password}
        hint={texts.register.passwordHint}
        {...both}
        {...fieldOf(form, 'password')}
      />
      <PasswordField label={texts.repeatPassword} {...both} {...fieldOf(form, 'repeat')} />
    </>
  );
}
