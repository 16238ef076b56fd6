import { useState, type SubmitEvent } from 'react';
import type { User } from '@plecho/contract';
import type { useLogin, useRegister } from '@/api/mutations.ts';
import { refusalOf } from './refusal-of.ts';
import type { Fields, Refusal } from './validate.ts';

interface AuthFormOptions {
  mutation: ReturnType<typeof useLogin | typeof useRegister>;
  /** What is wrong before anything is sent. */
  check: (fields: Fields) => Refusal | null;
  /** Said when the server gave no reason. */
  failed: string;
  onSuccess?: (user: User) => void;
}

const EMPTY: Fields = { phone: '', password: '', repeat: '' };

/** What was typed into a form of phone and password, its refusals and its sending. */
export function useAuthForm({ mutation, check, failed, onSuccess = () => undefined }: AuthFormOptions) {
  const [fields, setFields] = useState(EMPTY);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { isPending } = mutation;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const wrong = check(fields);
    setRefusal(wrong);
    if (wrong !== null) return;
    const { phone, password } = fields;
    mutation.mutate({ phone, password }, { onSuccess, onError: (error) => setRefusal(refusalOf(error, failed)) });
  };

  const errorAt = (field: Refusal['field']): string | null => (refusal?.field === field ? refusal.text : null);
  const field = (name: keyof Fields) => ({
    value: fields[name],
    error: errorAt(name),
    disabled: isPending,
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  return { isPending, submit, field, error: errorAt('form') };
}

export type AuthFormState = ReturnType<typeof useAuthForm>;
