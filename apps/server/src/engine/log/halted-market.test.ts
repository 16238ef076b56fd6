import { verifyProof, type VerifiedProof } from '@plecho/proofs';
import { TestKey, TestLog } from '@plecho/proofs/testing';
import { describe, expect, it } from 'vitest';
import { BTC, price, tradingMarket, TestMarket } from '../../../test/test-market.ts';
import { MemoryLogKeys, MemoryLogs } from '../../../test/support/memory-logs.ts';
import { TradeProofs } from '../../proofs/trade-proofs.ts';

/** That of the signer of the logs of tests. */
const INSTALLATION = '00000000-0000-4000-8000-000000000000';

/** A market with a log and a long of 100 USDT at ten times, opened at 100: 90.45 liquidates it. */
async function opened() {
  const { market, account } = await tradingMarket({ logged: {} });
  const position = await market.open(account);
  return { market, position };
}

/** A price so soon after the one before that a frame may have both. */
const tick = (market: TestMarket, at: string): Promise<void> => market.tick(BTC, at, 100);

const halt = ({ host }: TestMarket): void => host.halt(new Error('the books do not add up'));

/** What somebody finds who checks the newest trade against the log as it was written. */
async function verified(market: TestMarket): Promise<VerifiedProof> {
  market.clock.advance(1_000);
  await market.idle();
  const key = new TestKey('halted');
  const keys = new MemoryLogKeys(INSTALLATION, [key]);
  const log = new TestLog(keys.name('main'), key);
  for (const { data } of market.store.log.appends.flatMap(({ entries }) => entries)) log.append(data);
  const trade = market.trades.at(-1);
  if (trade === undefined) throw new Error('nothing was closed');
  const proofs = new TradeProofs(new MemoryLogs({ main: log }), keys);
  const { id, label } = market.host.definition;
  const file = await proofs.make({ market: { id, label }, trade, parts: { before: [], rest: 0n } });
  return verifyProof(file, { trusted: [key.publicKey] });
}

/** Somebody lets the market go on while the storage is gone: it stays halted. */
async function resumeInVain({ host, weather, idle }: TestMarket, what: 'loadFails' | 'haltFails'): Promise<void> {
  weather[what] = true;
  await expect(host.resume()).rejects.toThrow('the database is gone');
  await idle();
  weather[what] = false;
  expect(host.status()).toMatchObject({ ready: false, halt: { reason: 'the books do not add up' } });
}

/** Somebody lets the market go on, which is being read. */
async function loading({ host }: TestMarket): Promise<{ end: Promise<boolean> }> {
  const end = host.resume();
  await Promise.resolve();
  expect(host.stats().phase).toBe('loading');
  return { end };
}

const outcome = ({ ok, steps }: VerifiedProof): string =>
  ok ? 'ok' : steps.map(({ step, code }) => (code === undefined ? '' : `${step}: ${code}`)).join('');

describe('the proof of a trade around a halt', () => {
  it('C3 E5 holds where the price had crossed during the halt, within the second that goes on', async () => {
    const { market } = await opened();
    market.clock.advance(1_000);
    await market.idle();
    halt(market);
    for (const at of ['90', '100']) await tick(market, at);
    expect(await market.host.resume()).toBe(true);
    await tick(market, '90.2');
    expect(market.trades).toMatchObject([{ reason: 'liquidation', exitPrice: price('90.2') }]);
    expect(outcome(await verified(market))).toBe('ok');
  });

  it('C3 E5 holds where the price had crossed during the halt, within the second of the opening', async () => {
    const { market, position } = await opened();
    halt(market);
    for (const at of ['90', '100']) await tick(market, at);
    market.clock.advance(1_000);
    await market.idle();
    await market.host.resume();
    await tick(market, '101');
    expect(await market.close(position)).toMatchObject({ ok: true });
    expect(market.trades).toMatchObject([{ reason: 'user', exitPrice: price('101') }]);
    expect(outcome(await verified(market))).toBe('ok');
  });

  it('C3 E5 what the newest price of the halt liquidates is liquidated before anybody can close it there', async () => {
    const { market, position } = await opened();
    halt(market);
    for (const at of ['90', '89.9']) await tick(market, at);
    const resumed = market.host.resume();
    await market.idle();
    expect(await market.close(position)).toMatchObject({ ok: false });
    expect(await resumed).toBe(true);
    expect(market.trades).toMatchObject([{ reason: 'liquidation', exitPrice: price('89.9') }]);
    expect(outcome(await verified(market))).toBe('ok');
  });

  it('E5 E11 a price that has become stale during the halt decides nothing', async () => {
    const { market } = await opened();
    halt(market);
    await tick(market, '90');
    market.clock.advance(11_000);
    await market.host.resume();
    await market.idle();
    expect(market.trades).toEqual([]);
    await tick(market, '91');
    expect(market.trades).toEqual([]);
    expect(market.store.positions.size).toBe(1);
  });

  it.each(['loadFails', 'haltFails'] as const)(
    'E5 a price of the halt liquidates nobody later, though somebody has tried to go on at it: %s',
    async (what) => {
      const { market } = await opened();
      halt(market);
      await tick(market, '90');
      for (let n = 0; n < 2; n++) await resumeInVain(market, what);
      await tick(market, '100');
      market.clock.advance(3_600_000);
      await tick(market, '100');
      expect(await market.host.resume()).toBe(true);
      expect(market.trades).toEqual([]);
      await tick(market, '90.2');
      expect(market.trades).toMatchObject([{ reason: 'liquidation', exitPrice: price('90.2') }]);
      expect(outcome(await verified(market))).toBe('ok');
    },
  );

  it('C3 E4 E5 no order is filled later at what somebody has tried in vain to go on at', async () => {
    const { market, account } = await tradingMarket({ logged: {} });
    await market.place(account, '95');
    market.clock.advance(1_000);
    await market.idle();
    halt(market);
    await tick(market, '94.9');
    await resumeInVain(market, 'loadFails');
    for (const at of ['80', '100']) await tick(market, at);
    market.clock.advance(3_600_000);
    await tick(market, '100');
    expect(await market.host.resume()).toBe(true);
    expect(market.store.positions.size).toBe(0);
    await tick(market, '94.8');
    const [position] = market.store.positions.values();
    if (position === undefined) throw new Error('the order was not filled');
    expect(position.entryPrice).toBe(price('94.8'));
    await tick(market, '101');
    expect(await market.close(position)).toMatchObject({ ok: true });
    expect(outcome(await verified(market))).toBe('ok');
  });

  it('E5 E12 what came while the market was read to go on, and was halted again, decides nothing', async () => {
    const { market } = await opened();
    halt(market);
    await tick(market, '90');
    const resumed = await loading(market);
    market.host.halt(new Error('the books are wrong again'));
    expect(await resumed.end).toBe(false);
    await tick(market, '100');
    expect(market.host.status()).toMatchObject({ halt: { reason: 'the books are wrong again' } });
    expect(await market.host.resume()).toBe(true);
    expect(market.trades).toEqual([]);
  });

  it('E5 E8 a price from before the halt that waited is decided, however often somebody has tried to go on', async () => {
    const { market, position } = await opened();
    market.weather.slow = true;
    void market.close(position, 5_000n);
    await market.idle();
    await tick(market, '90');
    halt(market);
    market.weather.slow = false;
    market.journal.release();
    await tick(market, '100');
    await resumeInVain(market, 'loadFails');
    expect(await market.host.resume()).toBe(true);
    expect(market.trades).toMatchObject([{ reason: 'user' }, { reason: 'liquidation', exitPrice: price('90') }]);
    expect(outcome(await verified(market))).toBe('ok');
  });

  it('E5 E12 a process that is killed while it goes on leaves a halt, and none of its prices', async () => {
    const { market } = await opened();
    halt(market);
    await tick(market, '90');
    await loading(market);
    const restarted = await TestMarket.restarted(market, { logged: {} });
    expect(restarted.host.status()).toMatchObject({ halt: { reason: 'the books do not add up' } });
    await tick(restarted, '100');
    expect(await restarted.host.resume()).toBe(true);
    expect(restarted.trades).toEqual([]);
  });

  it('C3 E5 holds where the market is over when it goes on, at a price after one that had crossed', async () => {
    const { market } = await opened();
    halt(market);
    for (const at of ['90', '100']) await tick(market, at);
    market.clock.advance(11_000);
    market.feed.end();
    await market.idle();
    await market.host.resume();
    await market.host.ended;
    expect(market.trades).toMatchObject([{ reason: 'marketEnd', exitPrice: price('100') }]);
    expect(outcome(await verified(market))).toBe('ok');
  });

  it('C3 E5 holds where the market is over when it goes on', async () => {
    const { market } = await opened();
    halt(market);
    await tick(market, '90');
    market.clock.advance(11_000);
    market.feed.end();
    await market.idle();
    await market.host.resume();
    await market.host.ended;
    expect(market.trades).toMatchObject([{ reason: 'liquidation', exitPrice: price('90') }]);
    expect(outcome(await verified(market))).toBe('ok');
  });
});
