import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DialogMessageLine, MessageLine, toast } from './toast.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  wait(60_000);
  cleanup();
  vi.useRealTimers();
});

const say = (text: string, options?: Parameters<typeof toast>[1]): void => act(() => toast(text, options));
const wait = (milliseconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

test('a message goes by itself, but not while it is pointed at or has the focus', () => {
  render(<MessageLine />);
  say('Уровни сохранены');
  expect(screen.getByRole('status').textContent).toContain('Уровни сохранены');
  const close = screen.getByRole('button', { name: 'Закрыть сообщение' });
  act(() => close.focus());
  wait(60_000);
  expect(screen.getByText('Уровни сохранены')).toBeTruthy();
  act(() => close.blur());
  wait(7_000);
  expect(screen.queryByText('Уровни сохранены')).toBeNull();

  say('Уровни сохранены');
  fireEvent.pointerEnter(screen.getByText('Уровни сохранены'));
  wait(60_000);
  fireEvent.pointerLeave(screen.getByText('Уровни сохранены'));
  expect(screen.getByText('Уровни сохранены')).toBeTruthy();
  wait(7_000);
  expect(screen.queryByText('Уровни сохранены')).toBeNull();
});

test('what needs reading comes back when a newer message has gone, what does not is over', () => {
  render(<MessageLine />);
  say('Позиция открыта', { tone: 'success' });
  say('BTCUSDT: ликвидация', { tone: 'warn', action: { label: 'Почему?', onClick: () => undefined } });
  say('Уровни сохранены', { tone: 'success' });
  expect(screen.queryByText('BTCUSDT: ликвидация')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Закрыть сообщение' }));
  expect(screen.getByText('BTCUSDT: ликвидация')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Почему?' }));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('while a dialog is open its own line speaks, and the screen’s line after it', () => {
  const { rerender } = render(<MessageLine />);
  say('Не удалось выйти', { tone: 'error' });
  rerender(
    <>
      <MessageLine />
      <section>
        <DialogMessageLine />
      </section>
    </>,
  );
  const [outside, inside] = screen.getAllByRole('status');
  expect([outside?.textContent, inside?.textContent]).toEqual(['', 'Не удалось выйти']);
  rerender(<MessageLine />);
  expect(screen.getByRole('status').textContent).toBe('Не удалось выйти');
});
