import { describe, expect, it } from 'vitest';
import { accountWorth } from './account.ts';
import { parseUsdt } from './decimal.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? 0n;

describe('what an account amounts to', () => {
  const account = {
    ...{ available: usdt('700'), margin: usdt('200'), orders: usdt('50'), locked: usdt('50') },
    realisedPnl: usdt('-12'),
  };

  it('is its books, and its open positions at the newest prices', () => {
    expect(accountWorth(account, usdt('250'))).toEqual({
      ...{ total: usdt('1000'), equity: usdt('1250'), pnl: usdt('250'), totalPnl: usdt('238') },
      ...{ pnlBp: 2_000n, totalPnlBp: 1_904n },
    });
  });

  it('has no share of an equity of nothing or less', () => {
    const empty = { available: 0n, margin: usdt('5'), orders: 0n, locked: 0n, realisedPnl: usdt('-3') };
    expect(accountWorth(empty, usdt('-5'))).toMatchObject({ equity: 0n, pnlBp: 0n, totalPnlBp: 0n });
    expect(accountWorth(empty, usdt('-6'))).toMatchObject({ equity: usdt('-1'), pnlBp: 0n, totalPnlBp: 0n });
  });
});
