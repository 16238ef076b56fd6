import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountPage } from './account-page.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));
let market: string | undefined;
vi.mock('@/api/queries.ts', () => ({
  useMarketParam: () => market,
  useSession: () => ({
    user: { phone: '+79160000001', createdAt: 1_795_000_000, isBlocked: false, blockReason: null },
  }),
}));
vi.mock('@/features/account/password-panel.tsx', () => ({ PasswordPanel: () => null }));
vi.mock('@/features/account/session-panel.tsx', () => ({ SessionPanel: () => null }));
vi.mock('@/features/auth/save-account-panel.tsx', () => ({ SaveAccountPanel: () => null }));
vi.mock('@/features/persona/persona-panel.tsx', () => ({ PersonaPanel: () => null }));

afterEach(cleanup);

const assets = (): string | null => {
  render(<AccountPage />);
  return screen.getByRole('link', { name: 'Мои активы' }).getAttribute('href');
};

it('leads to what one has in the market that is selected', () => {
  market = 'scenario-7';
  expect(assets()).toBe('/assets?market=scenario-7');
});

it('names no market while the main one is selected', () => {
  market = undefined;
  expect(assets()).toBe('/assets');
});
