import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { NoteForm } from './note-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says at once what no tag can be, and leaves it to be mended', () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NoteForm trade={{ id: '7', market: 'main' }} note={null} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Метки' });
  const add = (tag: string): void => {
    fireEvent.change(field, { target: { value: tag } });
    fireEvent.click(screen.getByRole('button', { name: 'Добавить' }));
  };
  add('импульс!');
  expect(screen.getByRole('alert').textContent).toBe('Метка — до 24 букв и цифр, между ними пробел или дефис');
  expect(field.value).toBe('импульс!');
  expect(screen.queryByRole('listitem')).toBeNull();
  add('Импульс');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('listitem').textContent).toBe('импульс');
});
