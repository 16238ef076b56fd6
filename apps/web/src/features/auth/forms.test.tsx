import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

const user = {
  id: '1',
  phone: '+79161234567',
  firstName: null,
  lastName: null,
  isBlocked: false,
  blockReason: null,
  createdAt: 1,
};
const fetched = vi.fn<typeof fetch>();
const onDone = vi.fn();

const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const show = (form: ReactNode): void => {
  render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>);
};
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
/** Lets promises that are resolved already run their course. */
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  onDone.mockReset();
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('LoginForm', () => {
  it('asks the server for nothing while a field is empty', async () => {
    show(<LoginForm onDone={onDone} />);
    press('Войти');
    await flush();
    expect(screen.getByText('Пожалуйста, заполните все поля')).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('shows a refusal and lets one try again', async () => {
    fetched.mockResolvedValueOnce(
      answer({ error: 'Неверный номер телефона или пароль', code: 'wrong_credentials' }, 401),
    );
    fetched.mockResolvedValueOnce(answer(user));
    show(<LoginForm onDone={onDone} />);
    type('Номер телефона', '+79161234567');
    type('Пароль', 'wrong');
    press('Войти');
    await flush();
    expect(screen.getByRole('alert').textContent).toBe('Неверный номер телефона или пароль');
    press('Войти');
    await flush();
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('S3 tells how long to wait after too many attempts', async () => {
    const refused = { error: 'Подождите', code: 'login_throttled', details: { retryAfter: 27 } };
    fetched.mockResolvedValueOnce(answer(refused, 429));
    show(<LoginForm onDone={onDone} />);
    type('Номер телефона', '+79161234567');
    type('Пароль', 'secret1');
    press('Войти');
    await flush();
    expect(screen.getByRole('alert').textContent).toBe('Слишком много попыток входа. Повторите через 27\u00a0с.');
  });

  it('sends once, however often it is pressed, and is disabled meanwhile', async () => {
    fetched.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(answer(user)), 50)));
    show(<LoginForm onDone={onDone} />);
    type('Номер телефона', '+79161234567');
    type('Пароль', 'secret1');
    const button = screen.getByRole('button', { name: 'Войти' });
    fireEvent.click(button);
    fireEvent.click(button);
    await flush();
    expect(screen.getByLabelText('Пароль').matches(':disabled')).toBe(true);
    expect(button.textContent).toContain('Вход…');
    fireEvent.click(button);
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('shows and hides the password', () => {
    show(<LoginForm onDone={onDone} />);
    const field = screen.getByLabelText('Пароль');
    expect(field.getAttribute('type')).toBe('password');
    press('Показать пароль');
    expect(field.getAttribute('type')).toBe('text');
    press('Скрыть пароль');
    expect(field.getAttribute('type')).toBe('password');
  });
});

describe('RegisterForm', () => {
  const fill = (password: string, repeat: string): void => {
    type('Номер телефона', '8 916 123-45-67');
    type('Пароль', password);
    type('Повторите пароль', repeat);
    press('Зарегистрироваться');
  };

  it('says that it worked and goes on after two seconds', async () => {
    fetched.mockResolvedValueOnce(answer(user));
    show(<RegisterForm onDone={onDone} />);
    fill('secret1', 'secret1');
    await flush();
    expect(screen.getByText('Регистрация успешна!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(onDone).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(onDone).toHaveBeenCalledOnce();
  });

  it("puts the server's refusal beside its field", async () => {
    fetched.mockResolvedValueOnce(answer({ error: 'Слишком простой пароль', code: 'password_too_common' }, 400));
    show(<RegisterForm onDone={onDone} />);
    fill('123456', '123456');
    await flush();
    const field = screen.getByLabelText('Пароль');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toBe(
      'Слишком простой пароль',
    );
  });

  it('falls back to its own text when the server gave none', async () => {
    fetched.mockResolvedValueOnce(new Response('', { status: 500 }));
    show(<RegisterForm onDone={onDone} />);
    fill('secret1', 'secret1');
    await flush();
    expect(screen.getByText('Ошибка при регистрации')).toBeTruthy();
  });
});
