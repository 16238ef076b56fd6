import { describe, expect, it } from 'vitest';
import type { IdSource } from '../commands/batch.ts';
import { MAX_OPEN_PER_ACCOUNT } from '../commands/checks.ts';
import { UnavailableError } from '../commands/command.ts';
import { BTC, tradingMarket, usdt } from '../../test/test-market.ts';

/** Gives exactly what it is asked to get ready, and nothing while the storage is away. */
class ScarceIds implements IdSource {
  isAway = false;
  renewals = 0;
  asked: number[] = [];
  atHand = 0;
  #last = 0n;

  next(): bigint {
    if (this.atHand === 0) throw new UnavailableError('there is no id at hand');
    this.atHand--;
    return (this.#last += 1n);
  }

  ready(count: number): Promise<void> {
    if (this.isAway) return Promise.reject(new UnavailableError('no ids could be drawn'));
    this.asked.push(count);
    this.atHand = count;
    return Promise.resolve();
  }

  renew(): Promise<void> {
    if (this.isAway) return Promise.reject(new UnavailableError('no ids could be drawn'));
    this.renewals++;
    this.atHand = 0;
    return Promise.resolve();
  }

  draw(): Promise<bigint> {
    return Promise.resolve(this.next());
  }
}

async function scarceMarket() {
  const ids = new ScarceIds();
  return { ids, ...(await tradingMarket({ startBalance: usdt('100000'), storage: { ids } })) };
}

describe('ids that have to be got', () => {
  it('as many are asked for as a batch can take: commands, a season that ends everything, and what a tick fires', async () => {
    const { market, account } = await scarceMarket();
    const half = Array.from({ length: MAX_OPEN_PER_ACCOUNT / 2 });
    await Promise.all(half.map(() => market.open(account, { margin: usdt('1') })));
    await Promise.all(half.map(() => market.place(account, '90', { margin: usdt('1') })));
    expect(await market.submit({ type: 'startSeason', accountId: account })).toMatchObject({ ok: true });
    await Promise.all(half.map(() => market.open(account, { margin: usdt('1') })));
    await Promise.all(half.map(() => market.place(account, '90', { margin: usdt('1') })));
    // Liquidates the half and fills the other, with a command behind.
    const firing = market.tick(BTC, '89');
    const other = market.enter(2n);
    await firing;
    expect(await other).toBeGreaterThan(account);
    expect(market.trades.filter(({ reason }) => reason === 'liquidation')).toHaveLength(half.length);
    expect(market.failures).toEqual([]);
  });

  it('E8 without them the market is loaded again, people are told to repeat, and what had fired stays fired', async () => {
    const { market, account, ids } = await scarceMarket();
    const position = await market.open(account);
    ids.isAway = true;
    const refused = expect(market.open(account)).rejects.toThrow(UnavailableError);
    await market.tick(BTC, '89', 0);
    await refused;
    expect(market.host.stats().phase).toBe('loading');
    market.clock.advance(1_000);
    await market.idle();
    expect(market.trades).toEqual([]);
    ids.isAway = false;
    market.clock.advance(10_000);
    await market.idle();
    expect(market.host.stats().phase).toBe('running');
    expect(market.trades).toMatchObject([{ positionId: position.id, reason: 'liquidation' }]);
  });

  it('L9 O1 whoever loads a market draws anew: what they write has larger ids than what anybody wrote before', async () => {
    const { market, account, ids } = await scarceMarket();
    expect(ids.renewals).toBe(1);
    market.weather.fates.push('unknown');
    await expect(market.open(account)).rejects.toThrow(UnavailableError);
    market.clock.advance(10_000);
    await market.idle();
    expect(market.host.stats().phase).toBe('running');
    expect(ids.renewals).toBe(2);
  });
});
