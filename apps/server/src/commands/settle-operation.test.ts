import { describe, expect, it } from 'vitest';
import { settle, settlementKey, withdraw } from '../../test/support/practice-money.ts';
import { BTC, price, tradingMarket, usdt } from '../../test/test-market.ts';
import type { Outcome, SettlementEffect } from './command.ts';

const code = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.code);
const coins: SettlementEffect = { kind: 'deposit', asset: 'BTC', amount: 12_345_679n };
const refund = (value: bigint): SettlementEffect => ({ kind: 'withdrawRefund', value, failure: 'addressRefused' });

describe('settling an operation', () => {
  it('P1 credits USDT as they are and names no price', async () => {
    const { market, account } = await tradingMarket();
    expect(code(await settle(market, account, 77n, { kind: 'deposit', asset: 'USDT', amount: usdt('50') }))).toBe('ok');
    expect(market.account(account)).toMatchObject({ available: usdt('1050'), realisedPnl: 0n, version: 2n });
    const [transfer] = market.batches.at(-1)?.transfers ?? [];
    expect(transfer).toMatchObject({
      ...{ kind: 'deposit', subjectId: 77n },
      legs: [
        { ref: { accountId: null, book: 'network' }, amount: usdt('-50') },
        { ref: { accountId: account, book: 'available' }, amount: usdt('50') },
      ],
    });
    expect(market.batches.at(-1)?.settlements).toEqual([
      {
        ...{ operationId: 77n, failure: null, value: usdt('50'), record: null },
        ...{ transferId: transfer?.id, at: market.clock.now() },
      },
    ]);
  });

  it('L8 credits coins at the newest price, rounded down, and names its record (E4)', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(BTC, '97.77777777');
    expect(code(await settle(market, account, 77n, coins))).toBe('ok');
    expect(market.account(account).available).toBe(usdt('1012.07133'));
    expect(market.batches.at(-1)).toMatchObject({
      settlements: [{ value: usdt('12.07133'), record: { symbol: BTC, price: price('97.77777777') } }],
      priceRecords: [{ symbol: BTC }],
    });
  });

  it('L3 a card brings new play money', async () => {
    const { market, account } = await tradingMarket();
    expect(code(await settle(market, account, 77n, { kind: 'card', amount: usdt('52.631578') }))).toBe('ok');
    expect(market.batches.at(-1)?.transfers).toMatchObject([
      {
        kind: 'card',
        legs: [{ ref: { book: 'issuance' }, amount: usdt('-52.631578') }, { ref: { book: 'available' } }],
      },
    ]);
  });

  it('P1 a withdrawal that was paid leaves the account, one that was refused comes back, each once', async () => {
    const { market, account } = await tradingMarket();
    const paid = await withdraw(market, account, usdt('100'));
    const refused = await withdraw(market, account, usdt('200'));
    expect(code(await settle(market, account, paid.id, { kind: 'withdrawPaid', value: paid.value }))).toBe('ok');
    expect(market.account(account)).toMatchObject({ available: usdt('700'), locked: usdt('200') });
    expect(code(await settle(market, account, refused.id, refund(refused.value)))).toBe('ok');
    expect(market.account(account)).toMatchObject({ available: usdt('900'), locked: 0n, realisedPnl: 0n });
    expect(market.batches.at(-1)?.settlements).toMatchObject([{ failure: 'addressRefused', value: null }]);

    const before = market.batches.length;
    expect(code(await settle(market, account, refused.id, refund(refused.value)))).toBe('ok');
    expect(code(await settle(market, account, refused.id, { kind: 'withdrawPaid', value: refused.value }))).toBe(
      'idempotency_conflict',
    );
    expect(market.batches.length).toBe(before);
  });

  it('P1 L3 a payout to a card gives the play money back to where it came from, once', async () => {
    const { market, account } = await tradingMarket();
    const { id, value } = await withdraw(market, account, usdt('100'));
    const payout: SettlementEffect = { kind: 'cardPayout', value };
    expect(code(await settle(market, account, id, { kind: 'cardPayout', value: value + 1n }))).toBe(
      'operation_settled',
    );
    expect(code(await settle(market, account, id, payout))).toBe('ok');
    expect(code(await settle(market, account, id, payout))).toBe('ok');
    expect(market.account(account)).toMatchObject({ available: usdt('900'), locked: 0n, realisedPnl: 0n });
    expect(market.batches.at(-1)?.transfers).toMatchObject([
      {
        ...{ kind: 'cardPayout', subjectId: id },
        legs: [
          { ref: { accountId: account, book: 'locked' }, amount: usdt('-100') },
          { ref: { accountId: null, book: 'issuance' }, amount: usdt('100') },
        ],
      },
    ]);
  });

  it('P1 of two rival ends at once only one happens', async () => {
    const { market, account } = await tradingMarket();
    const { id, value } = await withdraw(market, account, usdt('100'));
    await withdraw(market, account, usdt('100'));
    const both = [
      settle(market, account, id, { kind: 'withdrawPaid', value }),
      settle(market, account, id, refund(value)),
    ];
    expect((await Promise.all(both)).map(code)).toEqual(['ok', 'idempotency_conflict']);
    expect(market.account(account)).toMatchObject({ available: usdt('800'), locked: usdt('100') });
  });

  it('a failure moves nothing and is written down', async () => {
    const { market, account } = await tradingMarket();
    expect(code(await settle(market, account, 77n, { kind: 'failure', failure: 'expired' }))).toBe('ok');
    expect(market.batches.at(-1)).toMatchObject({
      ...{ accounts: [], transfers: [], settlements: [{ operationId: 77n, failure: 'expired', transferId: null }] },
    });
    expect(market.account(account).version).toBe(1n);
  });

  it('L6 a refusal is not frozen: the same settlement succeeds as soon as there is a price', async () => {
    const { market, account } = await tradingMarket();
    market.clock.advance(10_001);
    expect(code(await settle(market, account, 77n, coins))).toBe('price_unavailable');
    expect(market.batches.at(-1)?.outcomes ?? []).toEqual([]);
    await market.tick(BTC, '100');
    expect(code(await settle(market, account, 77n, coins))).toBe('ok');
    expect(code(await settle(market, account, 77n, coins))).toBe('ok');
    expect(market.account(account).available).toBe(usdt('1012.345679'));
  });

  it('E1 refuses to move more than is locked, and what is worth nothing', async () => {
    const { market, account } = await tradingMarket();
    const { id, value } = await withdraw(market, account, usdt('100'));
    expect(code(await settle(market, account, id, { kind: 'withdrawPaid', value: value + 1n }))).toBe(
      'operation_settled',
    );
    expect(code(await settle(market, account, id, refund(value + 1n)))).toBe('operation_settled');
    expect(code(await settle(market, account, id, refund(0n)))).toBe('invalid_amount');
    expect(code(await settle(market, account, 78n, { kind: 'card', amount: 0n }))).toBe('invalid_amount');
    expect(code(await settle(market, account, id, { kind: 'withdrawPaid', value }))).toBe('ok');
  });

  it('L6 needs the key of its own operation', async () => {
    const { market, account } = await tradingMarket();
    const command = { type: 'settleOperation', accountId: account, operationId: 77n, effect: coins } as const;
    await expect(market.submit(command)).rejects.toThrow('under its own id');
    await expect(market.submit(command, settlementKey(1n, 78n, coins))).rejects.toThrow('under its own id');
    const other = { ...settlementKey(1n, 77n, coins), action: 'withdraw' as const };
    await expect(market.submit(command, other)).rejects.toThrow('under its own id');
  });

  it('C4 the end of the market holds nobody', async () => {
    const { market, account } = await tradingMarket();
    const { id, value } = await withdraw(market, account, usdt('100'));
    await market.submit({ type: 'endMarket' });
    expect(code(await settle(market, account, id, { kind: 'withdrawPaid', value }))).toBe('ok');
  });
});
