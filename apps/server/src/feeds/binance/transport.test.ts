import { once } from 'node:events';
import { FakeClock } from '@plecho/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { StandInExchange } from '../../../../../tools/exchange/exchange.ts';
import { synthetic } from '../../../../../tools/exchange/minutes.ts';
import { ExchangeServer } from '../../../../../tools/exchange/server.ts';
import { NETWORK } from './transport.ts';

const NOW = 1_790_035_205_000;
const STREAMS = '/stream?streams=btcusdt@ticker';
const opened: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function open() {
  const clock = new FakeClock(NOW);
  const exchange = new StandInExchange({ clock, minutes: synthetic('transport', 1) });
  const server = new ExchangeServer(exchange);
  const port = await server.listen();
  opened.push(() => server.close());
  const url = (scheme: string, path: string): URL => new URL(path, `${scheme}://127.0.0.1:${port}`);
  /** A stream connection, and what it says as events. */
  const connect = () => {
    const events = new EventTarget();
    const say = (type: string, detail: unknown): void => void events.dispatchEvent(new CustomEvent(type, { detail }));
    const cut = NETWORK.connect(url('ws', STREAMS), {
      message: (text) => say('message', text),
      closed: (error) => say('closed', error),
    });
    opened.push(cut);
    const next = async (type: string): Promise<unknown> => ((await once(events, type)) as [CustomEvent])[0].detail;
    return { cut, next };
  };
  /** Prices are said until one is heard. */
  const hear = async ({ next }: ReturnType<typeof connect>): Promise<unknown> => {
    const message = next('message');
    const beat = setInterval(() => clock.advance(1_000), 5);
    return message.finally(() => clearInterval(beat));
  };
  return { exchange, url, connect, hear };
}

describe('the exchange over a network', () => {
  it('answers with status, headers and text, whatever they are', async () => {
    const { exchange, url } = await open();
    const listing = url('http', '/api/v3/exchangeInfo');
    const { signal } = new AbortController();
    const good = await NETWORK.get(listing, signal);
    expect([good.status, good.headers.get('x-mbx-used-weight-1m')]).toEqual([200, '20']);
    expect(JSON.parse(good.text)).toMatchObject({ serverTime: NOW, symbols: [{ symbol: 'BTCUSDT' }] });
    exchange.setFaults({ status: 429, retryAfter: 7 });
    const refused = await NETWORK.get(listing, signal);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('no answer: a host that is away says so, one that is half-open is given up', async () => {
    const { exchange, url } = await open();
    const listing = url('http', '/api/v3/exchangeInfo');
    exchange.setFaults({ offline: true });
    await expect(NETWORK.get(listing, new AbortController().signal)).rejects.toThrow('fetch failed');
    exchange.setFaults({ offline: false, halfOpen: true });
    const late = new AbortController();
    const asked = NETWORK.get(listing, late.signal);
    late.abort(new Error('too late'));
    await expect(asked).rejects.toThrow('too late');
  });

  it('a stream says what the exchange says, and how it ended', async () => {
    const { exchange, connect, hear } = await open();
    const stream = connect();
    expect(JSON.parse(String(await hear(stream)))).toMatchObject({ stream: 'btcusdt@ticker', data: { s: 'BTCUSDT' } });
    const ended = stream.next('closed');
    exchange.setFaults({ offline: true });
    expect(await ended).toBeNull();
    expect(await connect().next('closed')).toBeInstanceOf(Error);
  });

  it('one that leads nowhere is cut at once, and another takes its place', async () => {
    const { exchange, connect, hear } = await open();
    const stream = connect();
    await hear(stream);
    exchange.setFaults({ halfOpen: true });
    const ended = stream.next('closed');
    stream.cut();
    await ended;
    exchange.setFaults({ halfOpen: false });
    expect(await hear(connect())).toEqual(expect.any(String));
  });
});
