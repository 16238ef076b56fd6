import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Note } from '@plecho/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { NoteForm } from './note-form.tsx';

configure({ asyncUtilTimeout: 60_000 });
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

it('keeps a tag that was typed and not added, and says of none that is only typed that it is kept', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit = {}) => {
    if (typeof body !== 'string') return Response.json({ items: [] });
    const draft = JSON.parse(body) as { text: string; tags: string[]; version: number };
    sent.push(draft.tags);
    return Response.json({ ...draft, version: draft.version + 1 });
  });
  const note = { text: 'как было', tags: [], version: 1 };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NoteForm trade={{ id: '7', market: 'main' }} note={note as unknown as Note} />
    </QueryClientProvider>,
  );
  expect(screen.getByText('Сохранено')).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Метки' }), { target: { value: 'Импульс' } });
  expect(screen.queryByText('Сохранено')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Сохранено')).toBeTruthy();
  expect(sent).toEqual([['импульс']]);
  expect(screen.getByRole('listitem').textContent).toBe('импульс');
});
