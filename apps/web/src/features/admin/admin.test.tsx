import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { api, type OperatorHealth, type OperatorUser } from '@plecho/contract';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { MessageLine } from '@/ui/toast.tsx';
import { AccessPanel } from './access-panel.tsx';
import { AdjustForm } from './adjust-form.tsx';
import { ClassView } from './classes/class-view.tsx';
import { HealthSection } from './health-section.tsx';
import { MarketsSection } from './markets/markets-section.tsx';
import { StepUpForm } from './step-up-form.tsx';
import { OperationsSection } from './operations-section.tsx';
import { UsersSection } from './users-section.tsx';

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
  balances: [
    { market: 'main', label: 'Синтетический рынок', class: null, ended: false, season: 1, attempt: null, ...money },
  ],
  sessions: 1,
};
const fetched = vi.fn<typeof fetch>();
const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const show = (screenOf: ReactNode): void => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
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
/** What was sent, and where: last, unless another call is named. */
const sent = (call = fetched.mock.lastCall): { path: unknown; body: unknown } => {
  const [path, options] = call ?? [];
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

describe('the balances of somebody in classes', () => {
  const label = 'Сценарий: рынок без изменений';
  const account = { season: 1, attempt: null, ended: false, ...money };
  const [harbour, tower] = [{ word: 'harbour', number: 12 } as const, { word: 'tower', number: 3 } as const];
  const inClasses: OperatorUser = {
    ...found,
    balances: [
      ...found.balances,
      { market: 'scenario-1', label, class: harbour, ...account },
      { market: 'scenario-2', label, class: tower, ...account },
      { market: 'drill-1', label: 'Повтор: пара A, даты скрыты', class: tower, ...account },
      { market: 'drill-2', label: 'Повтор: пара A, даты скрыты', class: tower, ...account },
      { market: 'scenario-3', label, class: harbour, ...account, ended: true },
    ],
  };
  const over = `Гавань 12 — ${label} — ended`;
  const names = [
    ...['Синтетический рынок', `Гавань 12 — ${label}`, `Башня 3 — ${label}`],
    ...['Башня 3 — Повтор: пара A, даты скрыты (drill-1)', 'Башня 3 — Повтор: пара A, даты скрыты (drill-2)'],
  ];

  it('C4 are told apart by class, and those that still read alike by id: where one is adjusted, and no market is over', async () => {
    fetched.mockResolvedValueOnce(answer({ market: 'scenario-2', amount: '5', available: '1005' }));
    fetched.mockResolvedValue(answer(inClasses));
    show(<AdjustForm found={inClasses} phone="8 916" isSelf={false} />);
    const options = within(screen.getByRole('combobox', { name: 'Market' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(names);
    fireEvent.change(screen.getByRole('combobox', { name: 'Market' }), { target: { value: 'scenario-2' } });
    type('Amount, play USDT', '5');
    press('Adjust balance');
    await flush();
    expect(sent(fetched.mock.calls[0]).body).toMatchObject({ market: 'scenario-2', amount: '5' });
  });

  it('C4 and where they are listed', async () => {
    fetched.mockImplementation((path) =>
      Promise.resolve(
        answer(typeof path === 'string' && path.startsWith('/api/admin/user') ? inClasses : { user: null }),
      ),
    );
    show(<UsersSection />);
    type('Phone', '8 916');
    press('Find user');
    await flush();
    await flush();
    const table = screen.getByRole('table', { name: 'Balances' });
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual([...names, over]);
  });
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

  it('takes a comma for thousands, says which amount it was, and refuses a comma that parts none', async () => {
    fetched.mockResolvedValueOnce(answer({ market: 'main', amount: '12500.25', available: '13500.25' }));
    show(
      <>
        <AdjustForm found={found} phone="8 916" isSelf={false} />
        <MessageLine />
      </>,
    );
    type('Amount, play USDT', '2000,5');
    press('Adjust balance');
    await flush();
    expect(screen.getByText('Write the decimals after a point, thousands as 12,500')).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
    type('Amount, play USDT', '12,500.25');
    press('Adjust balance');
    await flush();
    expect(sent().body).toMatchObject({ amount: '12500.25' });
    expect(screen.getByText('12,500.25 play USDT')).toBeTruthy();
  });

  it('C4 sends a reason of the list, and shows the refusal of the server', async () => {
    fetched.mockResolvedValueOnce(
      answer({ error: 'The available balance would fall below zero', code: 'adjustment_below_zero' }, 409),
    );
    show(<AdjustForm found={found} phone="8 916" isSelf={false} />);
    type('Amount, play USDT', '−2000.5');
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

describe('an adjustment without an answer', () => {
  it('L6 is no longer said to be the same when it is sent again, when it was found out what became of it', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    show(<AdjustForm found={found} phone="8 916" isSelf={false} />);
    type('Amount, play USDT', '5');
    press('Adjust balance');
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.getByText('No answer yet. Send it again: it will not be carried out twice.')).toBeTruthy();
    fetched.mockImplementation(async () => answer({ market: 'main', amount: '5', available: '1005' }));
    intents.resume('operator');
    await flush();
    expect(screen.queryByText(/^No answer yet/)).toBeNull();
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

  it('gives the focus back to the button when its question is gone, however it was answered', async () => {
    fetched.mockResolvedValueOnce(answer(found));
    show(<AccessPanel found={found} phone="8 916" isSelf={false} />);
    press('Sign out everywhere');
    expect(document.activeElement?.textContent).toBe('Cancel');
    press('Cancel');
    expect(document.activeElement?.textContent).toBe('Sign out everywhere');
    press('Sign out everywhere');
    screen.getByRole('button', { name: 'Yes, sign out' }).focus();
    press('Yes, sign out');
    await flush();
    expect(document.activeElement?.textContent).toBe('Sign out everywhere');
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

describe('what refreshes itself', () => {
  it.each<[string, ReactNode, unknown]>([
    ['/api/admin/health', <HealthSection key="health" />, api.admin.health.example.answer],
    [
      '/api/admin/classes/7',
      <ClassView key="class" id="7" onBack={() => undefined} />,
      api.classes.operatorOne.example.answer,
    ],
    ['/api/admin/markets', <MarketsSection key="markets" />, api.scenarios.markets.example.answer],
  ])(
    'S1 %s is asked for while somebody is there, and keeps no step-up fresh without them',
    async (path, screenOf, body) => {
      fetched.mockImplementation((url) => Promise.resolve(url === path ? answer(body) : answer({}, 404)));
      show(screenOf);
      const asked = (): number => fetched.mock.calls.filter(([url]) => url === path).length;
      const pass = (ms: number): Promise<void> =>
        act(async () => {
          await vi.advanceTimersByTimeAsync(ms);
        });
      await pass(60_000);
      expect(asked()).toBeGreaterThan(5);
      await pass(60_000);
      const before = asked();
      await pass(8 * 3_600_000);
      expect(asked()).toBe(before);
      expect(screen.getByText('Paused while nobody is here')).toBeTruthy();
      fireEvent.pointerMove(window);
      await pass(11_000);
      expect(asked()).toBeGreaterThan(before);
      expect(screen.queryByText('Paused while nobody is here')).toBeNull();
    },
  );
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
