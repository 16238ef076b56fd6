import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Dataset, DatasetReport } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatasetsSection } from './datasets-section.tsx';
import { fromUtcField, toUtcField } from './format.ts';

const FROM = 1_769_904_000;
const dataset: Dataset = {
  ...{ id: 'd-1', title: 'LINKUSDT, 1–28 февраля 2026', provenance: 'unverified', story: null },
  ...{
    symbols: ['BTCUSDT', 'LINKUSDT'],
    from: FROM,
    to: FROM + 28 * 86_400,
    minutes: 40_320,
    sha256: ['c'.repeat(64)],
  },
};
const report: DatasetReport = {
  ...{ dataset, known: false, counts: { badRow: 2, duplicate: 0, conflict: 0, outOfOrder: 0, gap: 1 } },
  issues: [
    { line: 17, kind: 'badRow', message: 'high is below low' },
    { line: 20, kind: 'gap', message: '3 minutes are missing' },
  ],
};

/** A request as a browser makes it, whose progress and end the test decides. */
class FakeRequest {
  static last: FakeRequest | null = null;
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload = (): void => undefined;
  onabort = (): void => undefined;
  status = 0;
  responseText = '';
  opened = '';
  body: unknown = null;
  readonly headers: Record<string, string> = {};
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, url: string): void {
    this.opened = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: unknown): void {
    this.body = body;
  }
  abort(): void {
    this.onabort();
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

const fetched = vi.fn<typeof fetch>();
const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
async function show(): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <DatasetsSection />
    </QueryClientProvider>,
  );
  await flush();
}
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await flush();
};
const choose = (name: string): void => {
  const file = new File(['x'.repeat(4_000)], name);
  fireEvent.change(screen.getByLabelText('File of klines'), { target: { files: [file] } });
};
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const text = (): string => document.body.textContent ?? '';
const published = (): unknown => {
  const init = fetched.mock.calls.find(([url]) => url === '/api/admin/replays')?.[1];
  return typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
};

beforeEach(() => {
  vi.useFakeTimers();
  FakeRequest.last = null;
  fetched.mockReset();
  fetched.mockImplementation(async () =>
    Response.json({
      items: [dataset],
      imports: [{ symbol: 'LINKUSDT', startedAt: 0, bytes: 0, rows: 30_000 }],
    }),
  );
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('importing candles', () => {
  it('sends the file as it is, with its progress, and shows the report with the lines', async () => {
    await show();
    choose('LINKUSDT-1m-2026-02.zip');
    await press('Import');
    const request = FakeRequest.last;
    expect(request?.opened).toBe('POST /api/admin/datasets?name=LINKUSDT-1m-2026-02.zip');
    expect(request?.headers['content-type']).toBe('application/octet-stream');
    act(() => request?.upload.onprogress?.({ loaded: 2_000 }));
    await flush(1_000);
    expect(text()).toContain('Sent 2 kB of 4 kB · 30,000 rows read');
    request?.answer(200, report);
    await flush();
    const shown = within(screen.getByRole('region', { name: 'Report' }));
    expect(shown.getByText('Imported: LINKUSDT, 1–28 февраля 2026')).toBeTruthy();
    expect(shown.getByText('The first 2 of 3 lines')).toBeTruthy();
    expect(shown.getByText('high is below low')).toBeTruthy();
    expect(text()).toContain('17');
  });

  it('shows why the server refused it, and can be called off', async () => {
    await show();
    choose('LINKUSDT-1m-2026-02.zip');
    await press('Import');
    const reason = 'no usable row';
    const error = 'The file can’t be imported';
    FakeRequest.last?.answer(400, { error, code: 'dataset_refused', details: { reason } });
    await flush();
    expect(screen.getByRole('alert').textContent).toBe('The file can’t be imported: no usable row');
    await press('Import');
    await press('Cancel');
    expect(screen.getByText('Import cancelled')).toBeTruthy();
  });

  it('sends nothing under a name that the server would not take', async () => {
    await show();
    choose('prices.csv');
    expect(screen.getByText(/^The name must be like/)).toBeTruthy();
    await press('Import');
    expect(FakeRequest.last).toBeNull();
  });
});

describe('a shared replay', () => {
  it('C4 is published from lists, times and a number after a second step', async () => {
    await show();
    fireEvent.click(screen.getByRole('checkbox', { name: 'LINKUSDT' }));
    type('From, UTC: place in the recording', toUtcField(FROM + 3600));
    type('Starts at, your time', '2026-11-23T10:00');
    type('Speed, 1 to 600', '120');
    await press('Publish');
    expect(text()).toContain('at 120x? It cannot be changed afterwards.');
    expect(published()).toBeUndefined();
    await press('Yes, publish');
    expect(published()).toEqual({
      ...{ dataset: 'd-1', symbols: ['LINKUSDT'], from: FROM + 3600, speed: 120 },
      startAt: Date.parse('2026-11-23T10:00') / 1000,
    });
  });

  it('says in the area’s language that it is being found out what became of it', async () => {
    await show();
    type('Starts at, your time', '2026-11-23T10:00');
    await press('Publish');
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await press('Yes, publish');
    const asked = screen.getByRole('group', { name: 'Publish' });
    expect(within(asked).getByRole('button', { name: /Finding out what became of it…/ })).toBeTruthy();
    expect(within(asked).queryByText(/Проверяем/)).toBeNull();
    await flush(10_000);
    expect(screen.queryByRole('group', { name: 'Publish' })).toBeNull();
  });

  it('refuses what lies outside of the recording and what is no speed', async () => {
    await show();
    type('From, UTC: place in the recording', toUtcField(FROM - 60));
    await press('Publish');
    expect(screen.getByText('Must be inside the recording')).toBeTruthy();
    type('From, UTC: place in the recording', toUtcField(FROM));
    type('Starts at, your time', '2026-11-23T10:00');
    type('Speed, 1 to 600', '0');
    await press('Publish');
    expect(screen.getByText('Must be a whole number from 1 to 600')).toBeTruthy();
    expect(published()).toBeUndefined();
  });

  it('reads the place in the recording as UTC', () => {
    expect(fromUtcField(toUtcField(FROM))).toBe(FROM);
    expect(fromUtcField('')).toBeNull();
  });
});
