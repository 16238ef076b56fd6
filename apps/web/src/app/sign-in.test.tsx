import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/query-client.ts';

configure({ asyncUtilTimeout: 60_000 });

const user = {
  id: '1',
  phone: '+79161234567',
  firstName: null,
  lastName: null,
  isBlocked: false,
  blockReason: null,
  createdAt: 1,
};
const refused = { error: 'Войдите, чтобы продолжить', code: 'unauthorized' };

/** A server that knows one session; what it keeps to itself stays pending. */
function fakeServer(): void {
  let signedIn = false;
  const answer = (body: unknown, status = 200): Promise<Response> =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', (url: string) => {
    if (url === '/api/auth/login') {
      signedIn = true;
      return answer(user);
    }
    if (!signedIn) return answer(refused, 401);
    return url === '/api/auth/profile' ? answer(user) : new Promise(() => undefined);
  });
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('asks for a login and comes back to the asked-for place', async () => {
  fakeServer();
  history.replaceState(null, '', '/history?market=crash');
  const { router } = await import('./router.tsx');
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Вход' });
  expect(location.pathname + location.search).toBe('/login?next=%2Fhistory%3Fmarket%3Dcrash');
  expect(screen.getByText(/деньги и монеты здесь не настоящие/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Номер телефона'), { target: { value: '+79161234567' } });
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'secret1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/history?market=crash'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Вход' })).toBeNull());
  expect(location.pathname).toBe('/history');

  history.pushState(null, '', '/register?next=%2Fmarkets');
  await router.load();
  await waitFor(() => expect(location.pathname).toBe('/markets'));
}, 30_000);
