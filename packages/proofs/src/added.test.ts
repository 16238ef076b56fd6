import { ONE_PRICE, ONE_USDT } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { verify } from '../../../tools/verify-proof.mjs';
import { fromBase64, toBase64 } from './bytes.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { formatProof, type ProvenTrade, type TradeProof } from './proof-file.ts';
import { DEFINITION, TestMarket } from './testing/index.ts';
import { verifyProof } from './verify.ts';

const START = DEFINITION.market.startAt * 1000;
const RULES = { ...DEFINITION.rules, takerFee: 500n, makerFee: 200n };
const usdt = (whole: number): bigint => BigInt(whole) * ONE_USDT;

/** 100 USDT at 100, half of it closed at 104, 50 more added at 110, closed at 108; every price in an entry of its own. */
async function grown(): Promise<{ market: TestMarket; proof: TradeProof }> {
  const market = new TestMarket({ rules: RULES });
  const [entry, , more, exit] = [100, 104, 110, 108].map((whole, second) => {
    const record = market.tick('BTCUSDT', BigInt(whole) * ONE_PRICE, START + second * 1000);
    market.closeFrame(START + second * 1000 + 500);
    return record;
  });
  if (entry === undefined || more === undefined || exit === undefined) throw new Error('three prices');
  const trade = market.trade({
    ...{ side: 'long', margin: usdt(100), leverage: 10, reason: 'user', entry, exit, maker: true },
    // Of the maker fee 0.2 the first part took half; 0.25 were added to the other half.
    ...{ openFee: 350_000n, parts: [usdt(50)], added: [{ margin: usdt(50), held: usdt(50), record: more }] },
  });
  return { market, proof: await market.prove(trade) };
}

const failureOf = (proof: TradeProof): string => {
  const failed = verifyProof(formatProof(proof)).steps.find(({ outcome }) => outcome === 'failed');
  return failed === undefined ? 'none' : `${failed.step}: ${failed.code}`;
};

describe('T2 the proof of a position that somebody has added to', () => {
  it('shows the average of its fills, its fees and what follows', async () => {
    const { proof } = await grown();
    expect(proof.trade).toMatchObject({ entryPrice: '104.76190477', liquidationPrice: '94.75951185' });
    expect(failureOf(proof)).toBe('none');
    expect(() => verify(formatProof(proof))).not.toThrow();
  });

  it('E5 finds a liquidation between the last fill and the exit, in the entry of the log that the fill is in', async () => {
    const market = new TestMarket();
    const take = (whole: number, at: number) => market.tick('BTCUSDT', BigInt(whole) * ONE_PRICE, START + at);
    const proofOf = async (low: number): Promise<TradeProof> => {
      const entry = take(100, 0);
      market.closeFrame(START + 50);
      const [more] = [take(100, 100), take(low, 200)];
      market.closeFrame(START + 250);
      const exit = take(101, 300);
      market.closeFrame(START + 350);
      const added = [{ margin: usdt(50), held: usdt(50), record: more }];
      return market.prove(
        market.trade({ side: 'long', margin: usdt(100), leverage: 10, reason: 'user', entry, exit, added }),
      );
    };
    const [held, lost] = [await proofOf(95), await proofOf(90)];
    expect([failureOf(held), failureOf(lost)]).toEqual(['none', 'rule: crossed_before']);
    expect(() => verify(formatProof(held))).not.toThrow();
    expect(() => verify(formatProof(lost))).toThrow('lost earlier');
  });

  it('E13 finds another average, another fee, another entry and a price that is not in the log', async () => {
    const { market, proof } = await grown();
    const lie = (fields: Partial<ProvenTrade>, more: Partial<TradeProof> = {}): string => {
      const told = market.sign({ ...proof, ...more, trade: { ...proof.trade, ...fields } });
      expect(() => verify(formatProof(told))).toThrow();
      return failureOf(told);
    };
    const [added] = proof.trade.added ?? [];
    if (added === undefined) throw new Error('nothing was added');
    const { maker: _maker, ...taker } = proof.trade;
    expect(lie({ entryPrice: '104.76190476' })).toBe('price: other_fill_price');
    expect(lie({ added: [{ ...added, held: '51' }] })).toBe('price: other_fill_price');
    expect(lie({ added: [{ ...added, amount: '49' }] })).toBe('price: other_fill_price');
    expect(lie({ added: [{ ...added, record: { ...added.record, price: '109' } }] })).toBe('price: other_price');
    expect(lie({ parts: ['40'], rest: '10' })).toBe('result: other_entries');
    expect(lie({}, { added: [proof.entry] })).toBe('price: no_record');
    const [placed] = proof.added ?? [];
    const frame = decodeFrame(fromBase64(placed?.frame ?? '') ?? new Uint8Array());
    if (placed === undefined || frame === null) throw new Error('no frame of what was added');
    // The same record, in a frame that nobody else has.
    const forged = toBase64(encodeFrame({ ...frame, closedAt: frame.closedAt + 1 }));
    expect(lie({}, { added: [{ ...placed, frame: forged }] })).toBe('price: not_in_log');
    const told = market.sign({ ...proof, trade: taker });
    expect(failureOf(told)).toBe('result: other_fee');
    expect(() => verify(formatProof(told))).toThrow();
  });
});
