import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, request } from './client.ts';
import { carryOut, newKey } from './intent.ts';

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

const keyOf = (init: RequestInit | undefined): string | undefined =>
  (init?.headers as Record<string, string> | undefined)?.['idempotency-key'];

afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
  it('sends JSON and leaves absent queries out', async () => {
    const calls = server(json({ ok: true }));
    await request('POST', '/trading/positions', { query: { market: undefined, limit: 5 }, body: { amount: '1' } });
    const [url, init] = calls.mock.calls[0] ?? [];
    expect(url).toBe('/api/trading/positions?limit=5');
    expect(init).toMatchObject({ method: 'POST', body: '{"amount":"1"}', credentials: 'same-origin' });
  });

  it("throws the server's text and code", async () => {
    server(json({ error: 'Недостаточно средств', code: 'insufficient_funds', details: { missing: '5' } }, 409));
    const error = await request('GET', '/x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'Недостаточно средств',
      code: 'insufficient_funds',
      status: 409,
      details: { missing: '5' },
    });
  });

  it('says «Request failed» when the answer has no text', async () => {
    server(new Response('<html>502</html>', { status: 502 }), json({ error: '' }, 500));
    await expect(request('GET', '/x')).rejects.toMatchObject({
      message: 'Request failed',
      code: 'unknown',
      status: 502,
    });
    await expect(request('GET', '/x')).rejects.toMatchObject({ message: 'Request failed' });
  });

  it('tells a missing network from a refusal', async () => {
    server(new TypeError('Failed to fetch'));
    await expect(request('GET', '/x')).rejects.toMatchObject({ code: 'network', status: 0 });
  });
});

describe('carryOut', () => {
  it('L6 repeats an intent whose answer got lost once, with the same key', async () => {
    const calls = server(new TypeError('Failed to fetch'), json({ id: '7' }));
    await expect(carryOut('POST', '/trading/positions', { body: {} }, 0)).resolves.toEqual({ id: '7' });
    const keys = calls.mock.calls.map(([, init]) => keyOf(init));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('repeats after 503, gives up after the second failure', async () => {
    const calls = server(
      json({ error: 'Занято', code: 'unavailable' }, 503),
      json({ error: 'Занято', code: 'unavailable' }, 503),
    );
    await expect(carryOut('POST', '/x', {}, 0)).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls).toHaveBeenCalledTimes(2);
  });

  it('does not repeat what was refused', async () => {
    const calls = server(json({ error: 'Недостаточно средств', code: 'insufficient_funds' }, 409));
    await expect(carryOut('POST', '/x', {}, 0)).rejects.toMatchObject({ status: 409 });
    expect(calls).toHaveBeenCalledOnce();
  });

  it('takes the same request while one is under way for the same intent, and afterwards for another', async () => {
    const calls = server(json({ id: '7' }), json({ id: '8' }));
    const open = (amount: string): Promise<unknown> => carryOut('POST', '/trading/positions', { body: { amount } }, 0);
    const [first, second] = await Promise.all([open('10'), open('10')]);
    expect(first).toBe(second);
    expect(calls).toHaveBeenCalledOnce();
    await open('10');
    expect(calls).toHaveBeenCalledTimes(2);
    expect(keyOf(calls.mock.calls[0]?.[1])).not.toBe(keyOf(calls.mock.calls[1]?.[1]));
  });

  it('gives every intent a key of its own', () => {
    expect(newKey()).not.toBe(newKey());
  });
});
