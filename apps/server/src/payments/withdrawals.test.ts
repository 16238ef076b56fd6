import type { ErrorCode } from '@plecho/contract';
import { coins, type Asset, type Network, type PracticeCard } from '@plecho/network';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { toWireOperation } from '../wire/payments.ts';
import { addressOf } from './test/memory-network.ts';
import { CONFIRMED_MS, testMoney, type TestMoney } from './test/money.ts';
import { readPayout, readWithdrawal, type WithdrawalRequest } from './withdrawals.ts';

const EVM = addressOf('evm', 'somebody');
const TRON = addressOf('tron', 'somebody');

const USDT: WithdrawalRequest = { currency: 'USDT', amount: '25', network: 'bsc', address: EVM };

function read(change: Partial<WithdrawalRequest>): ErrorCode | object {
  try {
    return readWithdrawal({ ...USDT, ...change });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code;
  }
}

let money: TestMoney;
beforeEach(async () => {
  money = await testMoney();
});

/** One character of the address is another. */
const misspelt = EVM.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));

describe('a withdrawal as it is typed', () => {
  it.each<[string, Partial<WithdrawalRequest>, ErrorCode]>([
    ['no amount', { amount: '' }, 'invalid_amount'],
    ['too many places', { amount: '25.0000001' }, 'invalid_amount'],
    ['nothing', { amount: '0' }, 'invalid_amount'],
    ['less than nothing', { amount: '-25' }, 'invalid_amount'],
    ['less than the minimum', { amount: '9.999999' }, 'withdrawal_below_minimum'],
    ['a coin that the network does not carry', { network: 'bitcoin' }, 'asset_not_on_network'],
    ['no address', { address: '' }, 'not_practice_address'],
    ['an address of Ethereum', { address: `0x${'ab'.repeat(20)}` }, 'not_practice_address'],
    ['an address of Bitcoin', { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }, 'not_practice_address'],
    ['one wrong character', { address: misspelt }, 'address_checksum'],
    ['a missing character', { address: EVM.slice(0, -1) }, 'address_checksum'],
    ['mixed capitals', { address: EVM.replace('sim1e', 'sim1E') }, 'address_checksum'],
    ['an address of another family', { address: TRON }, 'address_other_family'],
    ['a memo where there is none', { memo: '1' }, 'memo_not_supported'],
    ['a memo of letters', { network: 'tron', address: TRON, memo: 't.me/x' }, 'invalid_memo'],
    ['a memo that is too long', { network: 'tron', address: TRON, memo: '1234567' }, 'invalid_memo'],
  ])('is refused with %s', (_name, change, code) => {
    expect(read(change)).toBe(code);
  });

  it('is read with blanks, capitals, and a memo where the network has one', () => {
    expect(read({ network: 'tron', address: ` ${TRON.toUpperCase()} `, memo: ' 012345 ' })).toEqual({
      ...{ asset: 'USDT', amount: 25_000_000n, network: 'tron', address: TRON, memo: '012345' },
    });
    expect(read({ memo: '' })).toMatchObject({ memo: null });
    expect(read({ memo: null })).toMatchObject({ memo: null });
  });
});

describe('a withdrawal that was accepted', () => {
  const balances = () => {
    const { available, locked } = money.market.account(money.account);
    return [available, locked];
  };

  async function withdraw(asset: Asset, amount: string, network: Network, address: string): Promise<bigint> {
    const { id } = await money.withdrawals.begin(1n, null, async (isLimitReached) => {
      const read = readWithdrawal({ currency: asset, amount, network, address });
      const outcome = await money.market.submit({
        ...{ type: 'withdraw', accountId: money.account, ...read, isLimitReached },
      });
      if (!outcome.ok) throw new Problem(outcome.code);
      if (outcome.result.type !== 'withdrawal') throw new Error('not a withdrawal');
      return outcome.result.withdrawal.id;
    });
    return id;
  }

  it('is paid without its fee at once, and done when the network confirms it', async () => {
    const id = await withdraw('USDT', '25', 'bsc', EVM);
    expect(balances()).toEqual([975_000_000n, 25_000_000n]);
    await money.settler.pass();
    const paid = { to: EVM, amount: coins('USDT', '24.7'), from: money.network.reserveAddress('bsc'), memo: null };
    expect(money.network.transactions).toMatchObject([paid]);
    expect(balances()).toEqual([975_000_000n, 25_000_000n]);
    money.wait(CONFIRMED_MS);
    await money.settler.pass();
    expect(balances()).toEqual([975_000_000n, 0n]);
    expect(await money.store.byId(id)).toMatchObject({ settlement: { failure: null, value: 25_000_000n } });
    await money.settler.pass();
    expect(money.network.transactions).toHaveLength(1);
    expect(money.failures).toEqual([]);
  });

  it('comes back when the network takes no coins to the address', async () => {
    const id = await withdraw('BTC', '0.5', 'bitcoin', money.network.reserveAddress('bitcoin'));
    expect(balances()).toEqual([950_000_000n, 50_000_000n]);
    await money.settler.pass();
    expect(balances()).toEqual([1_000_000_000n, 0n]);
    expect(await money.store.byId(id)).toMatchObject({ settlement: { failure: 'addressRefused', value: null } });
    expect(money.network.transactions).toEqual([]);
  });

  it('C4 goes on whatever else fails, and is tried again until it succeeds', async () => {
    const submit = money.network.submit.bind(money.network);
    let isGone = true;
    money.network.submit = (request) =>
      isGone && request.amount === 24_700_000n ? Promise.reject(new Error('gone')) : submit(request);
    await withdraw('USDT', '25', 'bsc', EVM);
    await withdraw('USDT', '30', 'bsc', EVM);
    await money.settler.pass();
    expect(money.network.transactions.map(({ amount }) => amount)).toEqual([29_700_000n]);
    isGone = false;
    await money.settler.pass();
    expect(money.network.transactions.map(({ amount }) => amount)).toEqual([29_700_000n, 24_700_000n]);
  });
});

describe('a withdrawal to a card', () => {
  async function pay(card: PracticeCard, amount = '100') {
    const { market, account } = money;
    const made = await money.withdrawals.begin(1n, null, async (isLimitReached) => {
      const command = { type: 'withdrawToCard', accountId: account, isLimitReached } as const;
      const outcome = await market.submit({ ...command, ...readPayout({ amount, card }) });
      if (!outcome.ok || outcome.result.type !== 'withdrawal') throw new Error('not withdrawn');
      return outcome.result.withdrawal.id;
    });
    await money.settler.pass();
    return toWireOperation('main', await money.operations.find(1n, made.id), money.market.clock.now());
  }

  it.each(['approved', 'secure', 'insufficient'] as const)(
    '%s is paid without a code, whatever is on it',
    async (card) => {
      expect(await pay(card)).toMatchObject({
        ...{ type: 'withdraw', status: 'completed', currency: 'USDT', amount: '100', value: '100', fee: '0', card },
        ...{ network: null, address: null, txHash: null, confirmationsNeeded: 0, waitsUntil: null, failure: null },
      });
      expect(money.market.account(money.account)).toMatchObject({ available: 900_000_000n, locked: 0n });
      expect(money.network.transactions).toEqual([]);
    },
  );

  it('declined comes back', async () => {
    expect(await pay('declined')).toMatchObject({ status: 'failed', failure: 'bankDeclined', value: null });
    expect(money.market.account(money.account)).toMatchObject({ available: 1_000_000_000n, locked: 0n });
  });

  it.each([
    ['', 'invalid_amount'],
    ['-10', 'invalid_amount'],
    ['10.0000001', 'invalid_amount'],
    ['9.999999', 'withdrawal_below_minimum'],
  ])('of %j is refused', async (amount, code) => {
    await expect(pay('approved', amount)).rejects.toMatchObject({ code });
  });
});
