import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '@/ui/button.tsx';
import { TextField, type TextFieldProps } from '@/ui/text-field.tsx';
import { FormError } from './form-error.tsx';
import { texts } from './texts.ts';

interface AuthFormProps {
  phone: Omit<TextFieldProps, 'label'>;
  /** A refusal that belongs to no single field. */
  error: string | undefined;
  pending: boolean;
  onSubmit: (event: SubmitEvent) => void;
  /** On the button. */
  submit: string;
  /** The same while it is being sent. */
  sending: string;
  /** The password's fields. */
  children: ReactNode;
}

/** The phone, what follows it, a refusal of the whole, and the button. */
export function AuthForm({ phone, error, pending, onSubmit, submit, sending, children }: AuthFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label={texts.phone}
        type="tel"
        autoComplete="username"
        inputMode="tel"
        placeholder={texts.phonePlaceholder}
        disabled={pending}
        {...phone}
      />
      {children}
      <FormError text={error ?? null} />
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        {pending ? sending : submit}
      </Button>
    </form>
  );
}
