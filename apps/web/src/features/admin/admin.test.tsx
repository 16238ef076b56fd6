import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OperatorHealth, OperatorUser } from '@plecho/contract';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { AccessPanel } from './access-panel.tsx';
import { AdjustForm } from './adjust-form.tsx';
import { HealthSection } from './health-section.tsx';
import { StepUpForm } from './step-up-form.tsx';
import { OperationsSection } from './operations-section.tsx';

const money = {
  ...{ total: '1000', available: '1000', inPositions: '0', inOrders: '0', locked: '0' },
  ...{ equity: '1000', pnl: '0', totalPnL: '0', pnlPercent: '0' },
};
const found: OperatorUser = {
  user: {
    ...{ id: '7', phone: '+79161234567', firstName: null, lastName: null },
    ...{ isBlocked: false, blockReason: null, isOperator: false, createdAt: 1 },
  },
  isOperator: false,
  balances: [{ market: 'main', season: 1, attempt: null, ...money }],
  sessions: 1,
};
const fetched = vi.fn<typeof fetch>();
const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const show = (screenOf: ReactNode): void => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(keys.markets(), [{ id: 'main', title: 'Синтетический рынок' }]);
  render(<QueryClientProvider client={client}>{screenOf}</QueryClientProvider>);
};
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
/** What was sent last, and where. */
const sent = (): { path: unknown; body: unknown } => {
  const [path, options] = fetched.mock.lastCall ?? [];
  return { path, body: typeof options?.body === 'string' ? JSON.parse(options.body) : undefined };
};

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('adjusting a balance', () => {
  it('refuses what is no number before anything is sent', async () => {
    show(<AdjustForm found={found} phone="8 916" isSelf={false} />);
    type('Amount, play USDT', 'ten');
    press('Adjust balance');
    await flush();
    expect(screen.getByText('Amount must be a number')).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('C4 sends a reason of the list, and shows the refusal of the server', async () => {
    fetched.mockResolvedValueOnce(
      answer({ error: 'The available balance would fall below zero', code: 'adjustment_below_zero' }, 409),
    );
    show(<AdjustForm found={found} phone="8 916" isSelf={false} />);
    type('Amount, play USDT', '−2000,5');
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'mistakeCorrected' } });
    press('Adjust balance');
    await flush();
    expect(sent()).toEqual({
      path: '/api/admin/balance/adjust',
      body: { phone: '+79161234567', market: 'main', amount: '-2000.5', reason: 'mistakeCorrected' },
    });
    expect(screen.getByText('The available balance would fall below zero')).toBeTruthy();
  });
});

describe('access', () => {
  it('C4 blocks with a reason of the list, and asks before: there is nowhere to type one', async () => {
    fetched.mockResolvedValueOnce(answer({ ...found, user: { ...found.user, isBlocked: true } }));
    show(<AccessPanel found={found} phone="8 916" isSelf={false} />);
    expect(screen.queryByRole('textbox')).toBeNull();
    press('Block user');
    expect(fetched).not.toHaveBeenCalled();
    expect(screen.getByRole('group', { name: 'Block user' }).textContent).toContain(
      'Block +79161234567? Reason: Breach of the rules.',
    );
    press('Yes, block');
    await flush();
    expect(sent()).toEqual({
      path: '/api/admin/user/block',
      body: { phone: '+79161234567', blocked: true, reason: 'conduct' },
    });
  });

  it('asks before it ends all sessions', async () => {
    fetched.mockResolvedValueOnce(answer(found));
    show(<AccessPanel found={found} phone="8 916" isSelf={false} />);
    press('Sign out everywhere');
    expect(fetched).not.toHaveBeenCalled();
    press('Yes, sign out');
    await flush();
    expect(sent()).toEqual({ path: '/api/admin/user/sign-out', body: { phone: '+79161234567' } });
  });
});

describe('an operator who found themselves', () => {
  it('C4 can press nothing, and reads why', () => {
    show(
      <>
        <AdjustForm found={found} phone="8 916" isSelf />
        <AccessPanel found={found} phone="8 916" isSelf />
      </>,
    );
    for (const name of ['Adjust balance', 'Block user', 'Sign out everywhere']) {
      expect(screen.getByRole('button', { name }).matches(':disabled')).toBe(true);
    }
    expect(screen.getAllByText('This is your own account: another operator has to do this.')).toHaveLength(2);
    fireEvent.submit(screen.getByLabelText('Amount, play USDT'));
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('the step-up', () => {
  it('forgets what was typed, right or wrong', async () => {
    fetched.mockResolvedValueOnce(answer({ error: 'Wrong operator secret', code: 'wrong_secret' }, 403));
    show(<StepUpForm />);
    type('Operator secret', 'guess');
    press('Enter');
    await flush();
    expect(screen.getByText('Wrong operator secret')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Operator secret').value).toBe('');
  });
});

describe('health', () => {
  it('E12 says why a market is halted and how it goes on, and which processes are silent', async () => {
    const feed = { priceAgeMs: 100, ticks: 5, rejected: {} };
    const figures = { host: 'plecho-1', version: '1', startedAt: 1, delayP99Ms: 2, memoryBytes: 90_000_000 };
    const health: OperatorHealth = {
      processes: [
        {
          ...figures,
          id: '3f2c9a10',
          here: true,
          roles: ['edge'],
          seenAgoMs: 900,
          silent: false,
          markets: 0,
          streams: 7,
        },
        {
          ...figures,
          id: '77aa01b2',
          here: false,
          roles: ['engine'],
          seenAgoMs: 25_000,
          silent: true,
          markets: 2,
          streams: 0,
        },
      ],
      ...{ version: '1', uptimeSeconds: 1, streams: { clients: 0, cut: 0 }, database: { state: 'ok', latencyMs: 1 } },
      readiness: { ready: false, draining: false, database: 'ok', ledger: 'ok', markets: [] },
      feeds: [
        {
          market: 'main',
          label: 'Синтетический рынок',
          halt: { at: 1, reason: 'the books are wrong' },
          problem: null,
          ...feed,
        },
        { market: 'other', label: 'Повтор', halt: null, problem: 'the exchange refuses (451)', ...feed },
      ],
      failedStarts: [],
      ledger: { state: 'unchecked', checkedAt: null, violations: [] },
      eventLoop: { delayMeanMs: 1, delayP99Ms: 1, utilization: 0.1 },
      memory: { rssBytes: 1, heapUsedBytes: 1 },
      payments: { pendingDeposits: 0, pendingWithdrawals: 0, pendingCards: 0, mempool: 0, locked: '0' },
    };
    fetched.mockImplementation(() => Promise.resolve(answer(health)));
    show(<HealthSection />);
    await flush();
    await flush();
    const [halt, ...others] = screen.getAllByRole('alert');
    expect(halt?.textContent).toMatch(/«Синтетический рынок» is halted since .+: the books are wrong/);
    expect(halt?.textContent).toContain('npm run plecho -- market resume main');
    expect(others).toEqual([]);
    expect(screen.getByText('the exchange refuses (451)')).toBeTruthy();
    expect(screen.getByText('Not checked yet').className).not.toContain('up');
    const rows = within(screen.getByRole('table', { name: 'Processes' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Process.*Memory$/),
      expect.stringMatching(/^3f2c9a10 \(this one\)Runningedge.*90 MB$/),
      expect.stringMatching(/^77aa01b2Silent for 25.0 sengine.*90 MB$/),
    ]);
  });
});

describe('operations', () => {
  const operation = {
    ...{ id: '5', market: 'main', type: 'withdraw', status: 'pending', code: 'REQ100000', amount: '25' },
    ...{ currency: 'USDT', network: 'bsc', address: null, memo: null, txHash: null, fee: '0.3', confirmations: 2 },
    ...{ confirmationsNeeded: 5, value: '25', price: null, card: null, failure: null },
    ...{ waitsUntil: null, createdAt: 1, settledAt: null },
  };

  it('C4 are there to be read: pending ones first, and no button that decides', async () => {
    fetched.mockResolvedValue(answer({ items: [{ phone: '+79161234567', operation }], nextCursor: null }));
    show(<OperationsSection />);
    await flush();
    await flush();
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/admin/transfers?status=pending');
    expect(screen.getByRole('rowheader').textContent).toBe('#REQ100000');
    expect(screen.getByRole('cell', { name: '2 / 5' })).toBeTruthy();
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Look up']);
  });

  it('are cards with a name for each figure where a table has no room', async () => {
    const listener = (): void => undefined;
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(width < 64rem)',
      ...{ addEventListener: listener, removeEventListener: listener },
    }));
    fetched.mockResolvedValue(answer({ items: [{ phone: '+79161234567', operation }], nextCursor: null }));
    show(<OperationsSection />);
    await flush();
    await flush();
    expect(screen.queryByRole('table')).toBeNull();
    const card = screen.getByRole('list', { name: 'Transfers' }).textContent;
    for (const text of ['#REQ100000', 'User+79161234567', 'StatusPending', 'Amount25 USDT', 'Confirmations2 / 5'])
      expect(card).toContain(text);
  });
});
