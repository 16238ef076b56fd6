import { verifyProof, type VerifiedProof } from '@plecho/proofs';
import { TestKey, TestLog } from '@plecho/proofs/testing';
import { describe, expect, it } from 'vitest';
import { BTC, price, tradingMarket, type TestMarket } from '../../../test/test-market.ts';
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
