import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { DirectTransport } from '../../../../../tools/exchange/direct.ts';
import { StandInExchange } from '../../../../../tools/exchange/exchange.ts';
import { synthetic } from '../../../../../tools/exchange/minutes.ts';
import { RestClient } from './rest-client.ts';

const NOW = 1_790_035_205_000;

/** Nothing but promises is between the exchange and the client: when the loop turns, all of them are done. */
const arrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A client of a stand-in; both go by one clock. */
function connected() {
  const clock = new FakeClock(NOW);
  const exchange = new StandInExchange({ clock, minutes: synthetic('rest-client', 1) });
  const client = new RestClient(new URL('http://exchange.test'), clock, new DirectTransport(exchange));
  return { clock, exchange, client };
}

describe('the time that the exchange says', () => {
  it('E11: the end of a ban that is waited for is no part of the way', async () => {
    const { clock, exchange, client } = connected();
    exchange.setFaults({ status: 429, retryAfter: 60 });
    await expect(client.listing()).rejects.toThrow(/429/);
    exchange.setFaults({ status: null });
    const asked = client.listing();
    await arrive();
    clock.advance(60_000);
    expect((await asked).time).toBe(exchange.now());
  });

  it('E11: neither is the answer to another question, and half of its own way is', async () => {
    const { clock, exchange, client } = connected();
    exchange.setFaults({ latencyMs: 4_000 });
    const before = client.candles('BTCUSDT', '1m', NOW / 1000 - 605, NOW / 1000 - 5);
    const asked = client.listing();
    await arrive();
    clock.advance(4_000);
    expect(await before).toHaveLength(10);
    await arrive();
    clock.advance(4_000);
    expect((await asked).time).toBe(exchange.now() + 2_000);
  });
});
