import { decodeFrame } from '@plecho/proofs';
import { DEFAULT_RULES } from '@plecho/domain';
import { LogAudit } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { NODE_HASHING } from '../../../test/simulation/memory-log.ts';
import { UnavailableError } from '../../commands/command.ts';
import { BTC, price, TestMarket, tradingMarket } from '../../../test/test-market.ts';

const logged = {};

const framesOf = ({ store }: TestMarket) =>
  store.log.appends
    .flatMap(({ entries }) => entries.map(({ data }) => decodeFrame(data)))
    .filter((each) => each !== null);

/** Reads the log of a market from its beginning. */
function check({ store }: TestMarket): string[] {
  const violations: string[] = [];
  const audit = new LogAudit(DEFAULT_RULES, NODE_HASHING, (rule, message) => violations.push(`${rule}: ${message}`));
  audit.filled([...store.log.used.values()]);
  for (const append of store.log.appends) audit.appended(append);
  audit.quiet();
  return violations;
}

describe('a market with a log', () => {
  it('T1 what a fill used is in the log when a second has passed, and everything is at its end', async () => {
    const { market, account } = await tradingMarket({ logged });
    const position = await market.open(account);
    market.clock.advance(1_000);
    await market.idle();
    expect(framesOf(market).flatMap(({ records }) => records.map(({ seq }) => seq))).toContain(
      position.entryRecord.seq,
    );
    expect(market.host.stats().log).toMatchObject({ size: 2n, lagMs: 0 });
    await market.tick(BTC, '101');
    market.feed.end();
    await market.host.ended;
    expect(market.host.status().log?.size).toBe(market.store.log.size);
    expect(check(market)).toEqual([]);
    await market.host.stop();
  });

  it('T1 after a kill between a fill and its frame the price is logged first, and no number comes twice', async () => {
    const { market, account } = await tradingMarket({ logged });
    market.clock.advance(1_000);
    await market.idle();
    // Logged, and used by nobody: the market goes on above it all the same.
    await market.tick(BTC, '101');
    market.clock.advance(999);
    await market.idle();
    await market.open(account);
    const after = await TestMarket.restarted(market, { logged });
    await after.tick(BTC, '102');
    await after.open(account);
    await after.host.stop();
    expect(check(after)).toEqual([]);
    const unused = await TestMarket.restarted(after, { logged });
    await unused.tick(BTC, '103');
    await unused.host.stop();
    const again = await TestMarket.restarted(unused, { logged });
    await again.tick(BTC, '104');
    await again.host.stop();
    expect(check(again)).toEqual([]);
  });

  it('T1 a refused entry halts trading with its reason, which goes on when the storage takes it', async () => {
    let refuses = false;
    const { market, account } = await tradingMarket({ logged: { weather: { refuses: () => refuses } } });
    refuses = true;
    await market.tick(BTC, '101');
    expect(market.host.status().halt?.reason).toBe('T1: the storage refuses the entries');
    expect(await market.submit({ type: 'openAccount', userId: 2n })).toEqual({ ok: false, code: 'market_halted' });
    await expect(market.host.resume()).rejects.toThrow('refuses the entries');
    refuses = false;
    expect(await market.host.resume()).toBe(true);
    await market.tick(BTC, '102');
    await market.open(account);
    await market.host.stop();
    expect(check(market)).toEqual([]);
  });

  it('T1 takes no price while its log is full: what could not be proved is not used', async () => {
    let fails = false;
    const weather = { fate: () => (fails ? ('lost' as const) : ('committed' as const)) };
    const { market, account } = await tradingMarket({ logged: { weather, waitingBytes: 60 } });
    fails = true;
    for (let n = 0; n < 20; n += 1) await market.tick(BTC, `10${n % 5}`);
    const { problem, validTicks } = market.host.stats();
    expect(problem).toMatch(/no prices are taken/);
    expect(validTicks).toBeLessThan(10);
    fails = false;
    market.clock.advance(1_000);
    await market.idle();
    await market.tick(BTC, '101');
    expect(market.host.lastRecord(BTC)?.price).toBe(price('101'));
    await market.open(account);
    await market.host.stop();
    expect(check(market)).toEqual([]);
  });

  it('T1 E2 what a pair that is taken off its list ends at is logged, though no price of it came', async () => {
    const { market, account } = await tradingMarket({ logged });
    const { entryRecord } = await market.open(account);
    market.clock.advance(120_000);
    const time = entryRecord.time / 1000 + 60;
    const candle = { time, open: 1n, high: 1n, low: 1n, close: price('95'), volume: 0n };
    const after = await TestMarket.restarted(market, { logged, series: () => Promise.resolve([candle]) });
    await after.host.endPair(BTC);
    expect(after.trades).toMatchObject([{ exitPrice: price('95') }]);
    await after.host.stop();
    expect(check(after)).toEqual([]);
  });

  it('T1 O1 a market whose log another has written who had it in between stops without a halt, to be started anew', async () => {
    const { market } = await tradingMarket({ logged });
    // Each has a clock of its own: they do not write in the same second.
    const other = new TestMarket({ logged, store: market.store });
    await other.host.start();
    await other.tick(BTC, '101');
    await other.host.stop();
    market.logStore.term += 2n;
    await market.tick(BTC, '102');
    await market.host.superseded;
    expect(market.host.status()).toMatchObject({ halt: null, ready: false });
    await expect(market.submit({ type: 'openAccount', userId: 2n })).rejects.toThrow(UnavailableError);
    await market.host.stop();
    const anew = new TestMarket({ logged, store: market.store, clock: market.clock });
    await anew.host.start();
    expect(anew.host.status()).toMatchObject({ halt: null, ready: true });
  });

  it('T1 E12 a market whose log was changed while nobody else had it is halted, and stays so', async () => {
    const { market } = await tradingMarket({ logged });
    const other = new TestMarket({ logged, store: market.store, clock: market.clock });
    await other.host.start();
    await other.tick(BTC, '101');
    await market.tick(BTC, '102');
    await market.idle();
    const halts = [market, other].map(({ host }) => host.status().halt?.reason ?? null);
    expect(halts.filter((reason) => reason !== null)).toHaveLength(1);
    const loser = halts[0] === null ? other : market;
    await expect(loser.host.resume()).rejects.toThrow('somebody else has written the log');
  });
});
