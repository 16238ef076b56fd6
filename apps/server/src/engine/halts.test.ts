import { describe, expect, it } from 'vitest';
import { BTC, price, tradingMarket } from '../../test/test-market.ts';

const HALT = new Error('the books do not add up');

describe('a halt while a batch is being written', () => {
  it('E5 E8 L7: what it opened meets the prices that have passed since, and its owner is told, also if nobody knew that it was written', async () => {
    const { market, account } = await tradingMarket();
    await market.place(account, '95');
    const told = market.events.length;
    market.weather.slow = true;
    for (const at of ['95', '85', '95']) market.feed.tick({ symbol: BTC, price: price(at), time: market.clock.now() });
    await market.idle();
    market.host.halt(HALT);
    market.weather.slow = false;
    market.weather.fates = ['unknown'];
    market.journal.release();
    await market.idle();
    expect(market.store.positions.size).toBe(1);
    // Too old to count once more.
    market.clock.advance(60_000);
    expect(await market.host.resume()).toBe(true);
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([['liquidation', price('85')]]);
    expect(market.events.slice(told).map(({ fromVersion }) => fromVersion)).toEqual([2n, 3n]);
  });

  it('E2 E8 puts off the end that was told before it: what was crossed by then is closed by that', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { stopLoss: price('97') });
    market.weather.slow = true;
    const writing = market.enter(2n);
    await market.idle();
    for (const at of ['96', '99']) market.feed.tick({ symbol: BTC, price: price(at), time: market.clock.now() });
    const told = market.host.end();
    await market.idle();
    market.host.halt(HALT);
    await told;
    market.weather.slow = false;
    market.journal.release();
    await writing;
    expect(await market.host.resume()).toBe(true);
    await market.idle();
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([['stopLoss', price('96')]]);
    expect(market.host.status().life).toBe('ended');
  });
});

describe('a halt while the end of one is being written', () => {
  it('E8 E12 is the same one, which goes on', async () => {
    const { market } = await tradingMarket();
    market.host.halt(HALT);
    await market.idle();
    const [{ since } = { since: 0 }] = market.store.haltedTimes;
    market.weather.slow = true;
    const resumed = market.host.resume();
    await market.idle();
    market.host.halt(HALT);
    market.weather.slow = false;
    market.journal.release();
    expect(await resumed).toBe(false);
    await market.tick(BTC, '101', 60_000);
    await market.tick(BTC, '102', 60_000);
    expect(market.store.haltedTimes).toEqual([{ since, until: null }]);
    expect(await market.host.resume()).toBe(true);
    expect(market.store.haltedTimes).toEqual([{ since, until: market.clock.now() }]);
  });
});

it('E2 E12 a pair whose end is told in a halt is not said to have ended, and ends when it is told again', async () => {
  const { market, account } = await tradingMarket();
  await market.open(account);
  market.host.halt(HALT);
  await market.host.endPair(BTC);
  expect(market.failures).toContain(`what is open in ${BTC} could not be closed yet`);
  expect(await market.host.resume()).toBe(true);
  expect(market.trades).toEqual([]);
  await market.host.endPair(BTC);
  expect(market.trades.map(({ reason }) => reason)).toEqual(['marketEnd']);
});
