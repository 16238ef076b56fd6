import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { api, CLOSE_SIGNED_OUT } from '@plecho/contract';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/query-client.ts';
import { FakeSocket } from '@/live/fake-socket.ts';

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
const market = api.markets.one.example.answer;
const refused = { error: 'Войдите, чтобы продолжить', code: 'unauthorized' };

/** The newest of the page. */
let socket: FakeSocket | undefined;

/** A server that knows one session; what it keeps to itself stays pending. @returns ends the session, as another tab does */
function fakeServer(signedIn: boolean): () => void {
  vi.stubGlobal('WebSocket', function connects() {
    return (socket = new FakeSocket());
  });
  const answer = (body: unknown, status = 200): Promise<Response> =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', (url: string) => {
    if (url === '/api/auth/login') {
      signedIn = true;
      return answer(user);
    }
    if (url === '/api/auth/logout') {
      signedIn = false;
      return answer({});
    }
    if (!signedIn) return answer(refused, 401);
    if (url === '/api/trading/markets') return answer({ items: [market] });
    return url === '/api/auth/profile' ? answer(user) : new Promise(() => undefined);
  });
  return () => {
    signedIn = false;
    act(() => socket?.end(CLOSE_SIGNED_OUT));
  };
}

async function showAt(href: string) {
  history.replaceState(null, '', href);
  const { router } = await import('./router.tsx');
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

async function signIn(): Promise<void> {
  await screen.findByRole('heading', { name: 'Вход' });
  fireEvent.change(screen.getByLabelText('Номер телефона'), { target: { value: '+79161234567' } });
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'secret1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Войти' }));
}

afterEach(() => {
  cleanup();
  queryClient.clear();
});
// A screen may ask for more after it is gone.
afterAll(() => void vi.unstubAllGlobals());

it('asks for a login and comes back to the asked-for place', async () => {
  fakeServer(false);
  const router = await showAt('/history?market=main');
  await screen.findByRole('heading', { name: 'Вход' });
  expect(location.pathname + location.search).toBe('/login?next=%2Fhistory%3Fmarket%3Dmain');
  expect(screen.getByText(/деньги и монеты здесь не настоящие/)).toBeTruthy();
  await signIn();
  await waitFor(() => expect(location.pathname + location.search).toBe('/history?market=main'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Вход' })).toBeNull());
  expect(location.pathname).toBe('/history');

  history.pushState(null, '', '/register?next=%2Fmarkets');
  await router.load();
  await waitFor(() => expect(location.pathname).toBe('/markets'));

  history.pushState(null, '', '/login?next=%2Flogin');
  await router.load();
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
}, 30_000);

it('is at the trade screen again after signing out and in', async () => {
  fakeServer(true);
  await showAt('/history');
  fireEvent.click(await screen.findByRole('button', { name: 'Выйти' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(screen.queryByText(/Сеанс завершён/)).toBeNull();
  await signIn();
  await waitFor(() => expect(location.pathname + location.search).toBe('/dashboard'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Вход' })).toBeNull());
}, 30_000);

it('says at the login that the session was ended elsewhere, until somebody has signed in again', async () => {
  const endElsewhere = fakeServer(true);
  await showAt('/history');
  await screen.findByRole('button', { name: 'Выйти' });
  endElsewhere();
  await screen.findByRole('heading', { name: 'Вход' });
  expect(screen.getByText(/^Сеанс завершён.* Войдите снова/)).toBeTruthy();
  await signIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Выйти' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(screen.queryByText(/Сеанс завершён/)).toBeNull();
}, 30_000);
