import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FirstStepsWatch } from './first-steps-watch.tsx';
import { FirstSteps } from './first-steps.tsx';

const account = { loaded: true, positions: [{ id: '5' }], recentTrades: [] };
const operations = [{ type: 'deposit', status: 'completed' }];
vi.mock('@/api/queries.ts', () => ({ useSession: () => ({ status: 'signedIn', user: { id: '7' } }) }));
vi.mock('@/api/trades.ts', () => ({ useTrades: () => ({ data: undefined }) }));
vi.mock('@/live/index.ts', () => ({ useAccount: () => account, usePayments: () => ({ operations }) }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('two steps that are seen at once are both kept', () => {
  render(
    <>
      <FirstStepsWatch />
      <FirstSteps links={{}} />
    </>,
  );
  expect(screen.getAllByRole('listitem').map((step) => step.textContent.includes('Сделано'))).toEqual([
    true,
    false,
    true,
  ]);
});
