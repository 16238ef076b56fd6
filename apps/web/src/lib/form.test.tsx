import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fieldOf, judgedBy, resolverOf, useSubmit } from './form.ts';

const send = vi.fn<(values: { name: string }) => Promise<void>>();
const schema = z.strictObject({ name: z.string().check(z.maxLength(5)) });
const resolver = resolverOf(
  schema.check(judgedBy(({ name }) => (name === '' ? { field: 'form', text: 'Назовите что-нибудь' } : null))),
);

function Form() {
  const form = useForm({ defaultValues: { name: '' }, resolver, reValidateMode: 'onSubmit' });
  const { error, ...field } = fieldOf(form, 'name', () => form.clearErrors());
  return (
    <form onSubmit={useSubmit(form, send, () => ({ field: 'name', text: 'Занято' }))}>
      <input {...field} />
      <p>{error}</p>
      <p role="alert">{form.formState.errors.root?.message}</p>
      <button type="submit">Отправить</button>
    </form>
  );
}

const type = (value: string): void => {
  fireEvent.change(screen.getByRole('textbox'), { target: { value } });
};
const press = (): boolean => fireEvent.click(screen.getByRole('button'));
const settle = (): Promise<void> => act(() => vi.advanceTimersByTimeAsync(0).then(() => undefined));

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset();
  render(<Form />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what is wrong with the whole form is said below it, and what the contract refuses at its field', async () => {
  press();
  await settle();
  expect(screen.getByRole('alert').textContent).toBe('Назовите что-нибудь');
  type('слишком длинно');
  press();
  await settle();
  expect(screen.getByText('Запрос составлен неверно')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  expect(send).not.toHaveBeenCalled();
});

test('a form is sent once while an answer is awaited, and again after a refusal', async () => {
  const answers: ((error: Error) => void)[] = [];
  send.mockImplementation(() => new Promise((_, reject) => answers.push(reject)));
  type('имя');
  press();
  press();
  await settle();
  press();
  await settle();
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'имя' });
  answers[0]?.(new Error('taken'));
  await settle();
  expect(screen.getByText('Занято')).toBeTruthy();
  type('имя2');
  expect(screen.queryByText('Занято')).toBeNull();
  press();
  await settle();
  expect(send).toHaveBeenCalledTimes(2);
});
