import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { passwordChange } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useChangePassword } from '@/api/sessions.ts';
import { fieldOf, judgedBy, resolverOf, useSubmit, type Refusal } from '@/lib/form.ts';
import { throttledText } from '@/lib/throttled.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { PasswordField } from '@/ui/password-field.tsx';
import { toast } from '@/ui/toast.tsx';

const MIN_LENGTH = 6;

interface Fields extends z.infer<typeof passwordChange> {
  repeat: string;
}

type Fault = Refusal<keyof Fields>;

const EMPTY: Fields = { currentPassword: '', newPassword: '', repeat: '' };
const FAILED = 'Не удалось сменить пароль. Повторите попытку.';

function check({ currentPassword, newPassword, repeat }: Fields): Fault | null {
  if (currentPassword === '') return { field: 'currentPassword', text: 'Введите текущий пароль' };
  if ([...newPassword].length < MIN_LENGTH) {
    return { field: 'newPassword', text: 'Пароль должен содержать минимум 6 символов' };
  }
  return newPassword === repeat ? null : { field: 'repeat', text: 'Пароли не совпадают' };
}

function refusalOf(error: unknown): Fault {
  if (!(error instanceof ApiError) || error.code === 'unknown') return { field: 'repeat', text: FAILED };
  if (error.code === 'login_throttled') {
    return { field: 'currentPassword', text: throttledText(error.message, error.details) };
  }
  return { field: error.code === 'wrong_password' ? 'currentPassword' : 'newPassword', text: error.message };
}

const schema = z.extend(passwordChange, { repeat: z.string() });
const resolver = resolverOf(schema.check(judgedBy(check)));

/** A new password; it ends all other sessions. */
export function PasswordPanel() {
  const { mutateAsync, isPending } = useChangePassword();
  const form = useForm({ defaultValues: EMPTY, resolver, reValidateMode: 'onSubmit' });
  const change = async ({ currentPassword, newPassword }: Fields): Promise<void> => {
    await mutateAsync({ currentPassword, newPassword });
    form.reset();
    toast.success('Пароль изменён', { detail: 'Остальные сеансы завершены.' });
  };
  const field = (name: keyof Fields) => ({ ...fieldOf(form, name), disabled: isPending });
  return (
    <Panel title="Смена пароля">
      <form noValidate onSubmit={useSubmit(form, change, refusalOf)} className="flex flex-col gap-4">
        <PasswordField label="Текущий пароль" autoComplete="current-password" {...field('currentPassword')} />
        <PasswordField label="Новый пароль" autoComplete="new-password" {...field('newPassword')} />
        <PasswordField label="Повторите новый пароль" autoComplete="new-password" {...field('repeat')} />
        <Button type="submit" variant="primary" pending={isPending} className="self-start">
          Сменить пароль
        </Button>
      </form>
    </Panel>
  );
}
