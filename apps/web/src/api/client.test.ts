import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '@plecho/contract';
import { ApiError, call, callFile, request } from './client.ts';

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Answers in turn; an Error is a network that failed. */
function server(...answers: (Response | Error)[]) {
  const calls = vi.fn((_url: string, _init: RequestInit): Promise<Response> => {
    const answer = answers.shift() ?? new Error('asked too often');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  vi.stubGlobal('fetch', calls);
  return calls;
}

afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
  it('sends JSON and leaves absent queries out', async () => {
    const calls = server(json({ ok: true }));
    await request('POST /api/trading/positions', { query: { market: undefined, limit: 5 }, body: { amount: '1' } });
    const [url, init] = calls.mock.calls[0] ?? [];
    expect(url).toBe('/api/trading/positions?limit=5');
    expect(init).toMatchObject({ method: 'POST', body: '{"amount":"1"}', credentials: 'same-origin' });
  });

  it("throws the server's text and code", async () => {
    server(json({ error: 'Недостаточно средств', code: 'insufficient_funds', details: { missing: '5' } }, 409));
    const error = await request('GET /api/x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'Недостаточно средств',
      code: 'insufficient_funds',
      status: 409,
      details: { missing: '5' },
      retryAfterMs: 0,
    });
  });

  it('reads how long the server wants to be left alone', async () => {
    const body = JSON.stringify({ error: 'Подождите', code: 'too_many_requests' });
    server(new Response(body, { status: 429, headers: { 'retry-after': '7' } }));
    await expect(request('POST /api/x')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 7_000 });
  });

  it('takes no refusal from anybody but the server: a proxy has no codes', async () => {
    server(json({ error: 'Not Found' }, 404), json({ error: 'Bad gateway', code: 502 }, 404));
    await expect(request('GET /api/x')).rejects.toMatchObject({ message: 'Request failed', code: 'unknown' });
    await expect(request('GET /api/x')).rejects.toMatchObject({ code: 'unknown' });
  });

  it('says «Request failed» when the answer has no text', async () => {
    server(new Response('<html>502</html>', { status: 502 }), json({ error: '' }, 500));
    await expect(request('GET /api/x')).rejects.toMatchObject({
      message: 'Request failed',
      code: 'unknown',
      status: 502,
    });
    await expect(request('GET /api/x')).rejects.toMatchObject({ message: 'Request failed' });
  });

  it('tells a missing network from a refusal', async () => {
    server(new TypeError('Failed to fetch'));
    await expect(request('GET /api/x')).rejects.toMatchObject({ code: 'network', status: 0 });
  });
});

describe('call', () => {
  it('L6 carries the key of an endpoint that takes one', async () => {
    const calls = server(json({}));
    const body = { symbol: 'BTCUSDT', kind: 'above', price: '1', every: null, expiresAt: null } as never;
    await call(api.alerts.add, { query: { market: 'main' }, body, idempotencyKey: 'key-1' });
    expect(calls.mock.calls[0]?.[1].headers).toMatchObject({ 'idempotency-key': 'key-1' });
  });

  it('takes none where it would have no effect', () => {
    // @ts-expect-error -- a list has no key
    const unused = () => call(api.alerts.list, { idempotencyKey: 'key-1' });
    expect(unused).toBeTypeOf('function');
  });
});

describe('callFile', () => {
  const file = (media: string): Response => new Response('bytes', { headers: { 'content-type': media } });

  it('asks for the place of a file, whose slashes are its own', async () => {
    const calls = server(file('application/octet-stream'));
    const asked = { params: { market: 'a/b', '*': '0/x001/234.p/17?' } };
    expect(await (await callFile(api.log.tile, asked)).text()).toBe('bytes');
    const [url, init] = calls.mock.calls[0] ?? [];
    expect(url).toBe('/api/log/a%2Fb/tile/0/x001/234.p/17%3F');
    expect(init?.headers).toEqual({ accept: 'application/octet-stream' });
  });

  it('takes no page of something in between for a file', async () => {
    server(file('text/html; charset=utf-8'));
    const asked = { params: { market: 'main' } };
    await expect(callFile(api.log.checkpoint, asked)).rejects.toMatchObject({ code: 'unknown', status: 200 });
  });
});
