import { cleanup, render, screen } from '@testing-library/react';
import type { User } from '@plecho/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountMenu } from './account-menu.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

afterEach(cleanup);

it.each([
  ['Обзор рынка', '/watch?market=m-2'],
  ['Классы', '/classes?market=m-2'],
])('leads to %s in a window of any width that has no menu of all places', (name, href) => {
  render(<AccountMenu user={{ id: '1', phone: null } as User} market="m-2" onShortcuts={() => undefined} />);
  const link = screen.getByRole('link', { name, hidden: true });
  expect(link.getAttribute('href')).toBe(href);
  expect(link.parentElement?.className).toBe('hidden lg:block');
});

it('has a picture at every entry', () => {
  const user = { id: '1', phone: '+79161234567', isOperator: true } as User;
  render(<AccountMenu user={user} market={undefined} onShortcuts={() => undefined} />);
  const links = screen.getAllByRole('link', { hidden: true });
  expect(links.map(({ textContent }) => textContent)).toContain('Уроки');
  expect(links.filter((link) => link.querySelector('svg') === null)).toEqual([]);
});
