import { verifyProof, type VerifiedProof } from '@plecho/proofs';
import { TestKey } from '@plecho/proofs/testing';
import { describe, expect, it } from 'vitest';
import { BTC, price, usdt } from '../../test/test-market.ts';
import { ProvenMarket } from '../../test/support/proven-market.ts';
import type { TradeState } from '../commands/batch.ts';

const failure = ({ steps }: VerifiedProof): string => {
  const failed = steps.filter(({ outcome }) => outcome === 'failed');
  return failed.map(({ step, code }) => `${step}: ${code}`).join();
};

/** A long of 100 USDT at ten times, opened at 100. */
async function opened(): Promise<ProvenMarket> {
  const proven = await ProvenMarket.start();
  await proven.market.open(proven.account);
  return proven;
}

describe('the proof of a trade', () => {
  it('C3 T1 holds for every way out, to the last unit', async () => {
    const proven = await ProvenMarket.start();
    const reasons: string[] = [];
    const check = async (): Promise<void> => {
      const found = await proven.verified();
      expect(failure(found), proven.trade.reason).toBe('');
      expect(found.ok).toBe(true);
      reasons.push(`${proven.trade.side} ${proven.trade.reason}`);
    };
    const ways = [
      { side: 'long', takeProfit: price('102'), moves: ['101', '102.37'], back: ['100'] },
      { side: 'long', stopLoss: price('97'), moves: ['98.5', '96.113'], back: ['98', '100'] },
      { side: 'long', moves: ['97', '94', '91', '90.2'], back: ['95', '100'] },
      { side: 'short', takeProfit: price('98'), moves: ['97.77'], back: ['100'] },
      { side: 'short', stopLoss: price('103'), moves: ['103.33333333'], back: ['100'] },
      { side: 'short', moves: ['105', '110.5'], back: ['104', '100'] },
    ] as const;
    for (const { side, moves, back, ...levels } of ways) {
      await proven.market.open(proven.account, { side, margin: usdt('33.333333'), leverage: 10, ...levels });
      for (const each of moves) await proven.tick(BTC, each);
      await check();
      for (const each of back) await proven.tick(BTC, each);
    }
    const position = await proven.market.open(proven.account, { leverage: 3 });
    await proven.tick(BTC, '104.2');
    await proven.market.close(position);
    await check();
    expect(reasons).toEqual([
      ...['long takeProfit', 'long stopLoss', 'long liquidation'],
      ...['short takeProfit', 'short stopLoss', 'short liquidation', 'long user'],
    ]);
  });

  it('C3 holds for each part of a position that was closed in parts', async () => {
    const proven = await ProvenMarket.start();
    const position = await proven.market.open(proven.account);
    await proven.tick(BTC, '101');
    await proven.market.close(position, 2_500n);
    const first = proven.trade;
    await proven.tick(BTC, '99.5');
    await proven.market.close(position, 10_000n);
    expect((await proven.verified(first, { before: [], rest: usdt('75') })).ok).toBe(true);
    expect((await proven.verified(proven.trade, { before: [first.margin], rest: 0n })).ok).toBe(true);
  });

  it('is a file of one form, of which every byte is signed', async () => {
    const proven = await opened();
    await proven.tick(BTC, '104');
    await proven.close();
    const text = await proven.proof();
    expect(text.endsWith('}\n')).toBe(true);
    expect(verifyProof(text.replace('"symbol": "BTCUSDT"', '"symbol": "ETHUSDT"')).ok).toBe(false);
    expect(text).toBe(await proven.proof());
  });

  it('T1 waits until a checkpoint covers both prices', async () => {
    const proven = await opened();
    await proven.tick(BTC, '104', null);
    await proven.close();
    await expect(proven.proof()).rejects.toMatchObject({ code: 'proof_pending', retryAfter: 5 });

    const logged = await opened();
    await logged.tick(BTC, '104');
    await logged.close();
    for (const covered of [0n, 1n, 2n]) {
      logged.reader.checkpointSize = covered;
      await expect(logged.proof()).rejects.toMatchObject({ code: 'proof_pending' });
    }
    logged.reader.checkpointSize = 3n;
    expect((await logged.verified()).ok).toBe(true);
  });

  it('is not to be had of a trade from before the log, nor in a market without one', async () => {
    const proven = await ProvenMarket.start({ isLogged: false });
    await proven.market.open(proven.account);
    await proven.tick(BTC, '104');
    await proven.close();
    await expect(proven.proof()).rejects.toMatchObject({ code: 'proof_unavailable' });
    const { trade } = proven;
    const elsewhere = { market: { id: 'other', label: 'Other' }, trade, parts: { before: [], rest: 0n } };
    await expect(proven.proofs.make(elsewhere)).rejects.toMatchObject({ code: 'proof_unavailable' });
  });

  it('T1 is signed by the newest key, also where the new one is not known yet', async () => {
    const proven = await opened();
    await proven.tick(BTC, '104');
    await proven.close();
    const before = await proven.proof();
    const newer = new TestKey('newer');
    proven.reader.signer = newer;
    await expect(proven.proof()).rejects.toMatchObject({ code: 'proof_pending' });
    proven.keys.newer = [newer];
    expect((await proven.verified()).ok).toBe(true);
    const trusted = proven.keys.all.map(({ publicKey }) => publicKey);
    expect(failure(verifyProof(before, { trusted }))).toBe('signature: older_key');
  });
});

/** What a server hands out that says something else of a trade than it decided. */
const lie = (trade: TradeState, change: Partial<TradeState>): TradeState => ({ ...trade, ...change });

describe('a server that lies', () => {
  it('C3 T1 cannot fill one person 1 % worse than everybody is told', async () => {
    const proven = await ProvenMarket.start();
    await proven.tick(BTC, '101', '100');
    await proven.market.open(proven.account);
    await proven.tick(BTC, '104');
    await proven.close();
    expect(failure(await proven.verified())).toMatch(/^price: /);
  });

  it('C3 T1 cannot fill at a price that nobody else saw', async () => {
    const proven = await opened();
    await proven.tick(BTC, '103', null);
    await proven.close();
    await proven.tick(BTC, '104');
    const { trade } = proven;
    // It names a number that the log has, of another price.
    const exitRecord = { ...trade.exitRecord, seq: trade.exitRecord.seq + 1n };
    expect(failure(await proven.verified(lie(trade, { exitRecord })))).toMatch(/^price: /);
  });

  it('C3 E5 cannot liquidate above the level', async () => {
    const proven = await opened();
    await proven.tick(BTC, '91');
    await proven.close();
    const { trade } = proven;
    const left = trade.margin + trade.pnl;
    const lying = lie(trade, { reason: 'liquidation', fee: left });
    expect(failure(await proven.verified(lying))).toMatch(/^rule: /);
  });

  it('C3 cannot call a stop loss what did not reach it', async () => {
    const proven = await ProvenMarket.start();
    const position = await proven.market.open(proven.account, { stopLoss: price('95') });
    await proven.tick(BTC, '96');
    await proven.market.close(position);
    expect(failure(await proven.verified(lie(proven.trade, { reason: 'stopLoss' })))).toMatch(/^rule: /);
  });

  it('C3 E7 cannot keep a unit of the profit, nor take a fee that the rules don’t have', async () => {
    const proven = await opened();
    await proven.tick(BTC, '104');
    await proven.close();
    const { trade } = proven;
    for (const change of [
      { pnl: trade.pnl - 1n },
      { fee: trade.fee + 1n },
      { insurance: 1n },
      { liquidationPrice: price('95') },
    ]) {
      expect(failure(await proven.verified(lie(trade, change)))).toMatch(/^result: /);
    }
  });

  it('C3 E5 cannot liquidate later than at the first record that was bad enough', async () => {
    const proven = await ProvenMarket.start();
    await proven.market.open(proven.account, { side: 'short' });
    await proven.together(async () => {
      await proven.tick(BTC, '112');
      await proven.tick(BTC, '125');
    });
    const { trade } = proven;
    expect(failure(await proven.verified())).toBe('');
    const { seq, time } = trade.exitRecord;
    const exitRecord = { seq: seq + 1n, symbol: BTC, price: price('125'), time: time + 1_000 };
    const later = { exitRecord, exitPrice: exitRecord.price, closedAt: exitRecord.time };
    const money = { pnl: -trade.margin, fee: 0n, insurance: usdt('150') };
    expect(failure(await proven.verified(lie(trade, { ...later, ...money })))).toBe('rule: crossed_before');
  });
});
