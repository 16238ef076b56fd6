import { describe, expect, it } from 'vitest';
import { tradingMarket, usdt, type TestMarket } from '../../test/test-market.ts';

async function adjust(market: TestMarket, accountId: bigint, amount: bigint): Promise<string> {
  const outcome = await market.submit({ type: 'adjustBalance', accountId, amount, reason: 'prize', operatorId: 9n });
  return outcome.ok ? 'ok' : outcome.code;
}

describe('adjusting a balance', () => {
  it.each(['250', '-250'])(
    'L3 moves %s between issuance and what is available, and C4 tells the person',
    async (text) => {
      const { market, account } = await tradingMarket();
      const amount = usdt(text);
      expect(await adjust(market, account, amount)).toBe('ok');
      expect(market.account(account)).toMatchObject({ available: usdt('1000') + amount, realisedPnl: 0n, version: 2n });
      const batch = market.batches.at(-1);
      const [transfer] = batch?.transfers ?? [];
      expect(transfer).toMatchObject({ kind: 'adjustment', subjectId: account });
      expect(transfer?.legs.find(({ ref }) => ref.book === 'issuance')?.amount).toBe(-amount);
      expect(batch?.log).toEqual([
        {
          ...{ id: expect.any(BigInt), userId: 1n, at: market.clock.now(), kind: 'adjusted' },
          ...{ operatorId: 9n, reason: 'prize', amount, transferId: transfer?.id },
        },
      ]);
    },
  );

  it('L4 takes everything that is available and not a unit more', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { margin: usdt('400') });
    expect(await adjust(market, account, usdt('-600.000001'))).toBe('adjustment_below_zero');
    expect(await adjust(market, account, usdt('-600'))).toBe('ok');
    expect(market.account(account)).toMatchObject({ available: 0n, margin: usdt('400') });
  });

  it.each([
    [0n, 'adjustment_zero'],
    [10n ** 14n + 1n, 'amount_too_large'],
    [-(10n ** 14n) - 1n, 'amount_too_large'],
    [10n ** 30n, 'amount_too_large'],
  ])('refuses %s with %s', async (amount, code) => {
    const { market, account } = await tradingMarket();
    expect(await adjust(market, account, amount)).toBe(code);
    expect(market.account(account).version).toBe(1n);
    expect(market.batches.at(-1)?.log ?? []).toEqual([]);
  });

  it('is possible in a market that is over, and for nobody that is not in it', async () => {
    const { market, account } = await tradingMarket();
    await market.submit({ type: 'endMarket' });
    expect(await adjust(market, account, 1n)).toBe('ok');
    expect(await adjust(market, 999n, 1n)).toBe('not_found');
  });
});
