import { coins, formatCoins, type Asset, type Network } from '@plecho/network';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import type { NetworkTransaction } from '../network/ports.ts';
import type { DepositClaim } from './deposits.ts';
import { MAX_PENDING } from './pending-limit.ts';
import { addressOf } from './test/memory-network.ts';
import { CONFIRMED_MS, testMoney, wallet, type TestMoney } from './test/money.ts';

let money: TestMoney;
beforeEach(async () => {
  money = await testMoney();
});

const holder = (userId = 1n) => ({ userId, accountId: money.account });

const claimOf = ({ asset, network, amount, hash }: NetworkTransaction): DepositClaim => ({
  currency: asset,
  network,
  amount: formatCoins(asset, amount),
  txHash: hash,
});

/** "ok", or the code with its details. */
async function answer(claim: DepositClaim, userId = 1n, key: string | null = null): Promise<unknown> {
  try {
    await money.deposits.claim(holder(userId), claim, key);
    return 'ok';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.details === undefined ? error.code : [error.code, error.details];
  }
}

const usdt = (amount: string, network: Network = 'bsc', asset: Asset = 'USDT') =>
  money.deposit(asset, network, coins(asset, amount));

/** To the user's own address for USDT on BSC, whatever is sent there and over which network. */
async function sendToBsc(asset: Asset, network: Network, amount: string): Promise<NetworkTransaction> {
  const [watched] = await money.network.depositAddresses(1n);
  return money.network.submit({
    ...{ network, asset, from: wallet(network), to: watched?.address ?? '', amount: coins(asset, amount), fee: 1n },
    ...{ memo: null, origin: null },
  });
}

describe('the answer to «Перевод сделан»', () => {
  it.each([
    ['an empty hash', { txHash: ' ' }, 'deposit_hash_required'],
    ['an empty amount', { amount: '' }, 'deposit_hash_required'],
    ['an amount that is no number', { amount: '12,5' }, 'invalid_amount'],
    ['an amount with too many places', { amount: '25.0000001' }, 'invalid_amount'],
    ['an amount of zero', { amount: '0' }, 'invalid_amount'],
    ['a negative amount', { amount: '-25' }, 'invalid_amount'],
    ['a real hash', { txHash: `0x${'ab'.repeat(32)}` }, 'transaction_unknown'],
    ['another amount', { amount: '26' }, ['deposit_other_amount', { amount: '25' }]],
    [
      'another network than was used',
      { network: 'ethereum' },
      ['deposit_other_choice', { asset: 'USDT', network: 'bsc' }],
    ],
    ['another coin than was sent', { currency: 'ETH' }, ['deposit_other_choice', { asset: 'USDT', network: 'bsc' }]],
    [
      'another coin and another amount than were sent',
      { currency: 'BTC', network: 'bitcoin', amount: '1' },
      ['deposit_other_choice', { asset: 'USDT', network: 'bsc' }],
    ],
  ])('to %s', async (_name, change, expected) => {
    const claim = claimOf(await usdt('25'));
    expect(await answer({ ...claim, ...(change as Partial<DepositClaim>) })).toEqual(expected);
    expect(await answer(claim)).toBe('ok');
  });

  it('to a hash with one wrong character, and to one that nobody ever sent', async () => {
    const claim = claimOf(await usdt('25'));
    const wrong = claim.txHash.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
    expect(await answer({ ...claim, txHash: wrong })).toBe('transaction_unknown');
    const other = await testMoney();
    for (let n = 0; n < 5; n += 1) await other.deposit('USDT', 'bsc', coins('USDT', '25'));
    expect(await answer({ ...claim, txHash: other.network.transactions.at(-1)?.hash ?? '' })).toBe(
      'transaction_unknown',
    );
  });

  it('to a hash in capitals with blanks around it is that of the hash', async () => {
    const claim = claimOf(await usdt('25'));
    expect(await answer({ ...claim, txHash: `  ${claim.txHash.toUpperCase()} ` })).toBe('ok');
    expect(await answer(claim)).toBe('deposit_hash_used');
  });

  it("to somebody else's transaction, and to one that went to a wallet", async () => {
    const claim = claimOf(await usdt('25'));
    expect(await answer(claim, 2n)).toBe('deposit_not_yours');
    const to = addressOf('evm', 'a friend');
    const transaction = await money.network.submit({
      ...{
        network: 'bsc',
        asset: 'USDT',
        from: wallet('bsc'),
        to,
        amount: 25_000_000n,
        fee: 1n,
        memo: null,
        origin: null,
      },
    });
    expect(await answer(claimOf(transaction))).toBe('deposit_not_yours');
  });

  it('to coins that came to the right address over the wrong network', async () => {
    const lost = claimOf(await sendToBsc('USDT', 'polygon', '25'));
    const expected = ['deposit_other_network', { sentOn: 'polygon', watchedOn: 'bsc' }];
    expect(await answer(lost)).toEqual(expected);
    expect(await answer({ ...lost, network: 'bsc' })).toEqual(expected);
  });

  it('to a coin that nobody watches there', async () => {
    const lost = claimOf(await sendToBsc('ETH', 'bsc', '0.1'));
    expect(await answer(lost)).toBe('deposit_other_asset');
    expect(await answer({ ...lost, currency: 'USDT', amount: '25' })).toBe('deposit_other_asset');
  });

  it('to less than the minimum', async () => {
    expect(await answer(claimOf(await usdt('9.999999')))).toBe('deposit_below_minimum');
    expect(await answer(claimOf(await usdt('10')))).toBe('ok');
  });

  it('says what is wrong in one order, whatever else is wrong', async () => {
    const lost = claimOf(await sendToBsc('ETH', 'polygon', '0.001'));
    const all = { ...lost, amount: '' };
    expect(await answer(all, 2n)).toBe('deposit_hash_required');
    expect(await answer({ ...lost, amount: 'x' }, 2n)).toBe('invalid_amount');
    expect(await answer({ ...lost, amount: '5' }, 2n)).toBe('deposit_not_yours');
    expect(await answer({ ...lost, amount: '5' })).toMatchObject(['deposit_other_network', {}]);
    const small = claimOf(await sendToBsc('ETH', 'bsc', '0.001'));
    expect(await answer({ ...small, amount: '5' })).toBe('deposit_other_asset');
    const below = claimOf(await usdt('1'));
    expect(await answer({ ...below, amount: '5', network: 'ethereum' })).toMatchObject(['deposit_other_choice', {}]);
    expect(await answer({ ...below, amount: '5' })).toEqual(['deposit_other_amount', { amount: '1' }]);
  });
});

describe('a deposit', () => {
  it('L6 is made once, however often its hash comes and however close together', async () => {
    const claim = claimOf(await usdt('25'));
    const answers = await Promise.all([
      answer(claim),
      answer(claim),
      answer({ ...claim, txHash: claim.txHash.toUpperCase() }),
    ]);
    expect(answers.toSorted()).toEqual(['deposit_hash_used', 'deposit_hash_used', 'ok']);
    expect(await answer(claim)).toBe('deposit_hash_used');
  });

  it('L6 is the same operation for the same key, and another body under the key is refused', async () => {
    const [first, second] = [claimOf(await usdt('25')), claimOf(await usdt('26'))];
    const made = await money.deposits.claim(holder(), first, 'key');
    expect((await money.deposits.claim(holder(), first, 'key')).id).toBe(made.id);
    expect(await answer(second, 1n, 'key')).toBe('idempotency_conflict');
    expect(await answer(second, 1n, 'other')).toBe('ok');
  });

  it('E4 is credited once it is confirmed, at the price of that moment, rounded down', async () => {
    await money.deposits.claim(holder(), claimOf(await money.deposit('BTC', 'bitcoin', 12_345n)), null);
    await money.settler.pass();
    expect(money.store.pending()).toHaveLength(1);
    money.wait(CONFIRMED_MS);
    await money.settler.pass();
    expect(money.store.pending()).toHaveLength(1);
    await money.market.tick('BTCUSDT', '101.5');
    await money.settler.pass();
    // 0.00012345 × 101.5 = 0.012530175
    expect([...money.store.all.values()]).toMatchObject([{ settlement: { failure: null, value: 12_530n } }]);
    expect(money.market.account(money.account).available).toBe(1_000_012_530n);
    expect(money.failures).toEqual([]);
  });

  it('may not wait in any number', async () => {
    for (let n = 0; n < MAX_PENDING; n += 1) expect(await answer(claimOf(await usdt('10')))).toBe('ok');
    const more = claimOf(await usdt('10'));
    expect(await answer(more)).toBe('too_many_operations');
    money.wait(CONFIRMED_MS);
    await money.settler.pass();
    expect(await answer(more)).toBe('ok');
    await money.settler.pass();
    expect(money.market.account(money.account).available).toBe(1_210_000_000n);
  });

  it('may not wait in any number, however close together they come', async () => {
    const claims: DepositClaim[] = [];
    for (let n = 0; n < MAX_PENDING + 5; n += 1) claims.push(claimOf(await usdt('10')));
    await Promise.all(claims.map((claim) => answer(claim)));
    expect(money.store.pending().length).toBeLessThanOrEqual(MAX_PENDING);
  });
});
