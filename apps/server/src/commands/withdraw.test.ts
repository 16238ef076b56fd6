import { describe, expect, it } from 'vitest';
import { ADDRESS } from '../../test/support/practice-money.ts';
import { BTC, ETH, price, tradingMarket, usdt, type TestMarket } from '../../test/test-market.ts';
import type { UserCommand } from './command.ts';

type Withdraw = Extract<UserCommand, { type: 'withdraw' }>;

async function attempt(market: TestMarket, accountId: bigint, what: Partial<Withdraw> = {}): Promise<string> {
  const outcome = await market.submit({
    ...{
      type: 'withdraw',
      accountId,
      asset: 'USDT',
      amount: usdt('100'),
      network: 'bsc',
      address: ADDRESS,
      memo: null,
      isLimitReached: false,
    },
    ...what,
  });
  return outcome.ok ? 'ok' : outcome.code;
}

describe('withdrawing', () => {
  it('E1 locks the whole amount, fee included, and writes down what was asked for', async () => {
    const { market, account } = await tradingMarket();
    expect(await attempt(market, account, { network: 'tron', memo: '12345' })).toBe('ok');
    expect(market.account(account)).toMatchObject({
      ...{ available: usdt('900'), locked: usdt('100'), realisedPnl: 0n, version: 2n },
    });
    const batch = market.batches.at(-1);
    const at = market.clock.now();
    expect(batch?.withdrawals).toEqual([
      {
        ...{ id: expect.any(BigInt), accountId: account, userId: 1n, asset: 'USDT', amount: usdt('100') },
        ...{ fee: usdt('1.5'), network: 'tron', address: ADDRESS, memo: '12345', card: null, value: usdt('100') },
        ...{ record: null, createdAt: at },
      },
    ]);
    expect(batch?.transfers).toMatchObject([
      {
        ...{ kind: 'withdraw', subjectId: batch?.withdrawals[0]?.id },
        legs: [
          { ref: { accountId: account, book: 'available' }, amount: usdt('-100') },
          { ref: { accountId: account, book: 'locked' }, amount: usdt('100') },
        ],
      },
    ]);
    expect(batch?.priceRecords).toEqual([]);
  });

  it('L8 locks what coins are worth at the newest price, rounded up, and names its record (E4)', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(BTC, '97.77777777');
    expect(await attempt(market, account, { asset: 'BTC', network: 'bitcoin', amount: 12_345_679n })).toBe('ok');
    // 0.12345679 × 97.77777777 = 12.0713305768…
    expect(market.account(account).locked).toBe(usdt('12.071331'));
    expect(market.batches.at(-1)?.priceRecords).toMatchObject([{ symbol: BTC, price: price('97.77777777') }]);
  });

  it('L4 compares what is available with what the coins are worth', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(BTC, '97.77777777');
    const coins = { asset: 'BTC', network: 'bitcoin' } as const;
    expect(await attempt(market, account, { ...coins, amount: 1_030_000_000n })).toBe('insufficient_funds');
    expect(await attempt(market, account, { ...coins, amount: 1_020_000_000n })).toBe('ok');
    expect(market.account(account)).toMatchObject({ available: usdt('2.666666'), locked: usdt('997.333334') });
  });

  it.each<[string, Partial<Withdraw>]>([
    ['invalid_amount', { amount: 0n }],
    ['invalid_amount', { amount: -1n }],
    ['withdrawal_below_minimum', { amount: usdt('9.999999') }],
    ['ok', { amount: usdt('10') }],
    ['withdrawal_below_minimum', { asset: 'BTC', network: 'bitcoin', amount: 9_999n }],
    ['asset_not_on_network', { network: 'bitcoin' }],
    ['asset_not_on_network', { asset: 'BTC', network: 'bsc', amount: 10_000n }],
    ['ok', { amount: usdt('1000') }],
    ['insufficient_funds', { amount: usdt('1000.000001') }],
    ['insufficient_funds', { amount: 10n ** 40n }],
    ['insufficient_funds', { asset: 'BTC', network: 'bitcoin', amount: 1_000_000_001n }],
    ['price_unavailable', { asset: 'ETH', network: 'ethereum', amount: 1_000_000n }],
    ['not_found', { accountId: 999n }],
  ])('%s for %o', async (code, what) => {
    const { market, account } = await tradingMarket();
    expect(await attempt(market, account, what)).toBe(code);
    if (code !== 'ok') expect(market.account(account)).toMatchObject({ available: usdt('1000'), locked: 0n });
  });

  it('E4 of a coin waits for a fresh price, of USDT it needs none', async () => {
    const { market, account } = await tradingMarket();
    market.clock.advance(10_001);
    expect(await attempt(market, account, { asset: 'BTC', network: 'bitcoin', amount: 10_000n })).toBe(
      'price_unavailable',
    );
    expect(await attempt(market, account)).toBe('ok');
    await market.tick(ETH, '2000');
    expect(await attempt(market, account, { asset: 'ETH', network: 'ethereum', amount: 1_000_000n })).toBe('ok');
  });

  it('L4 what is in positions and orders can not be withdrawn', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { margin: usdt('500') });
    await market.place(account, '95', { margin: usdt('400') });
    expect(await attempt(market, account, { amount: usdt('100.000001') })).toBe('insufficient_funds');
    expect(await attempt(market, account)).toBe('ok');
    expect(await attempt(market, account, { amount: usdt('10') })).toBe('insufficient_funds');
  });

  it('C4 the end of the market holds nobody', async () => {
    const { market, account } = await tradingMarket();
    await market.submit({ type: 'endMarket' });
    expect(await attempt(market, account)).toBe('ok');
  });
});

describe('withdrawing to a card', () => {
  const pay = async (market: TestMarket, accountId: bigint, amount: bigint, isLimitReached = false) =>
    market.submit({ type: 'withdrawToCard', accountId, amount, card: 'approved', isLimitReached });

  it('E1 locks the amount without a fee and writes down the card', async () => {
    const { market, account } = await tradingMarket();
    expect(await pay(market, account, usdt('100'))).toMatchObject({ ok: true });
    expect(market.account(account)).toMatchObject({ available: usdt('900'), locked: usdt('100'), realisedPnl: 0n });
    expect(market.batches.at(-1)?.withdrawals).toMatchObject([
      {
        ...{ accountId: account, userId: 1n, asset: 'USDT', amount: usdt('100'), fee: 0n, value: usdt('100') },
        ...{ network: null, address: null, memo: null, card: 'approved', record: null },
      },
    ]);
  });

  it('needs no price, and goes on when the market has ended (C4)', async () => {
    const { market, account } = await tradingMarket();
    market.clock.advance(10_001);
    await market.submit({ type: 'endMarket' });
    expect(await pay(market, account, usdt('10'))).toMatchObject({ ok: true });
  });

  it.each([
    ['invalid_amount', 0n, false],
    ['invalid_amount', -1n, false],
    ['withdrawal_below_minimum', usdt('9.999999'), false],
    ['insufficient_funds', usdt('1000.000001'), false],
    ['too_many_operations', usdt('10'), true],
  ] as const)('is refused with %s', async (code, amount, isLimitReached) => {
    const { market, account } = await tradingMarket();
    expect(await pay(market, account, amount, isLimitReached)).toMatchObject({ ok: false, code });
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), locked: 0n });
  });
});
