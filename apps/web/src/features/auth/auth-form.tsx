import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { FormError } from './form-error.tsx';
import { texts } from './texts.ts';
import type { AuthFormState } from './use-auth-form.ts';

interface AuthFormProps {
  form: AuthFormState;
  /** On the button. */
  submit: string;
  /** The same while it is being sent. */
  sending: string;
  /** The password's fields. */
  children: ReactNode;
}

/** The phone, what follows it, a refusal of the whole, and the button. */
export function AuthForm({ form, submit, sending, children }: AuthFormProps) {
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField
        label={texts.phone}
        name="phone"
        type="tel"
        autoComplete="username"
        inputMode="tel"
        placeholder={texts.phonePlaceholder}
        {...form.field('phone')}
      />
      {children}
      <FormError text={form.error} />
      <Button type="submit" variant="primary" size="lg" pending={form.isPending}>
        {form.isPending ? sending : submit}
      </Button>
    </form>
  );
}
