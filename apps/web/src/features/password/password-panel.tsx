import { useState, type SubmitEvent } from 'react';
import { ApiError } from '@/api/client.ts';
import { useChangePassword } from '@/api/mutations.ts';
import { throttledText } from '@/lib/throttled.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { PasswordField } from '@/ui/password-field.tsx';
import { toast } from '@/ui/toast.tsx';

const MIN_LENGTH = 6;

interface Fields {
  current: string;
  next: string;
  repeat: string;
}

type Field = keyof Fields;
type Refusal = { field: Field; text: string } | null;

const EMPTY: Fields = { current: '', next: '', repeat: '' };
const FAILED = 'Не удалось сменить пароль. Повторите попытку.';

function check({ current, next, repeat }: Fields): Refusal {
  if (current === '') return { field: 'current', text: 'Введите текущий пароль' };
  if ([...next].length < MIN_LENGTH) return { field: 'next', text: 'Пароль должен содержать минимум 6 символов' };
  return next === repeat ? null : { field: 'repeat', text: 'Пароли не совпадают' };
}

function refusalOf(error: Error): Refusal {
  if (!(error instanceof ApiError) || error.code === 'unknown') return { field: 'repeat', text: FAILED };
  if (error.code === 'login_throttled') return { field: 'current', text: throttledText(error.message, error.details) };
  return { field: error.code === 'wrong_password' ? 'current' : 'next', text: error.message };
}

/** A new password; it ends all other sessions. */
export function PasswordPanel() {
  const change = useChangePassword();
  const [fields, setFields] = useState(EMPTY);
  const [refusal, setRefusal] = useState<Refusal>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (change.isPending) return;
    const wrong = check(fields);
    setRefusal(wrong);
    if (wrong !== null) return;
    change.mutate(
      { currentPassword: fields.current, newPassword: fields.next },
      {
        onSuccess: () => {
          setFields(EMPTY);
          toast.success('Пароль изменён', { detail: 'Остальные сеансы завершены.' });
        },
        onError: (error) => setRefusal(refusalOf(error)),
      },
    );
  };
  const field = (name: Field) => ({
    value: fields[name],
    error: refusal?.field === name ? refusal.text : null,
    disabled: change.isPending,
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  return (
    <Panel title="Смена пароля">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <PasswordField label="Текущий пароль" autoComplete="current-password" {...field('current')} />
        <PasswordField label="Новый пароль" autoComplete="new-password" {...field('next')} />
        <PasswordField label="Повторите новый пароль" autoComplete="new-password" {...field('repeat')} />
        <Button type="submit" variant="primary" pending={change.isPending} className="self-start">
          Сменить пароль
        </Button>
      </form>
    </Panel>
  );
}
