import { coins, encodeAddress } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { fieldOfRefusal, isIncomplete, toReceive, validateWithdrawal, type WithdrawDraft } from './validate.ts';

const evm = encodeAddress('evm', new Uint8Array(20).fill(7));
const tron = encodeAddress('tron', new Uint8Array(20).fill(7));
const draft = (change: Partial<WithdrawDraft> = {}): WithdrawDraft => ({
  asset: 'USDT',
  network: 'bsc',
  address: evm,
  memo: '',
  amount: '100',
  ...change,
});
const plenty = coins('USDT', '1000');
const check = (change: Partial<WithdrawDraft>, value = coins('USDT', '100')) =>
  validateWithdrawal(draft(change), value, plenty);

describe('isIncomplete', () => {
  it('holds the button while the amount is empty or below the minimum, or there is no address', () => {
    expect(isIncomplete(draft())).toBe(false);
    expect(isIncomplete(draft({ amount: '' }))).toBe(true);
    expect(isIncomplete(draft({ amount: '  ' }))).toBe(true);
    expect(isIncomplete(draft({ amount: '9,999999' }))).toBe(true);
    expect(isIncomplete(draft({ amount: '10' }))).toBe(false);
    expect(isIncomplete(draft({ address: ' ' }))).toBe(true);
    expect(isIncomplete(draft({ asset: 'BTC', network: 'bitcoin', amount: '0,00009999' }))).toBe(true);
    expect(isIncomplete(draft({ asset: 'BTC', network: 'bitcoin', amount: '0,0001' }))).toBe(false);
  });
});

describe('toReceive', () => {
  it('is the amount less the fee of the tariff', () => {
    expect(toReceive(draft({ amount: '100' }))).toBe(coins('USDT', '99.7'));
    expect(toReceive(draft({ asset: 'ETH', network: 'ethereum', amount: '0,01' }))).toBe(coins('ETH', '0.0088'));
    expect(toReceive(draft({ amount: 'all' }))).toBeNull();
    expect(toReceive(draft({ amount: '0,3' }))).toBeNull();
  });
});

describe('validateWithdrawal', () => {
  it('finds nothing wrong with a good request', () => {
    expect(check({})).toEqual({});
    expect(check({ network: 'tron', address: tron, memo: '123' })).toEqual({});
  });

  it('C1: refuses everything that is no address of the practice network', () => {
    for (const address of ['0x52908400098527886E0F7030069857D2E4169EE7', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'sim']) {
      expect(check({ address }).address).toBe('Это не учебный адрес. Тренажёр работает только с учебной сетью.');
    }
  });

  it('tells a wrong character from another family', () => {
    expect(check({ address: evm.slice(0, -1) }).address).toMatch(/контрольная сумма/);
    expect(check({ address: tron }).address).toBe('Этот адрес не подходит к выбранной сети');
    expect(check({ address: evm.toUpperCase() })).toEqual({});
  });

  it('takes digits only for a memo, where the network has one', () => {
    expect(check({ network: 'tron', address: tron, memo: 'telegram' }).memo).toBe('Memo — только цифры, не больше 6');
    expect(check({ memo: 'left over from another network' })).toEqual({});
  });

  it('compares what it costs with what is available, as far as both are known', () => {
    expect(check({}, plenty + 1n).amount).toBe('Недостаточно средств');
    expect(validateWithdrawal(draft(), null, plenty)).toEqual({});
    expect(validateWithdrawal(draft(), plenty, null)).toEqual({});
    for (const amount of ['0', '-5', '1e3', '1,1234567']) {
      expect(check({ amount }).amount).toBe('Введите корректную сумму');
    }
    expect(check({ amount: '9' }).amount).toBe('Сумма меньше минимальной для вывода');
  });
});

it('puts a refusal beside the field that it is about', () => {
  expect(fieldOfRefusal('address_checksum')).toBe('address');
  expect(fieldOfRefusal('insufficient_funds')).toBe('amount');
  expect(fieldOfRefusal('memo_not_supported')).toBe('memo');
  expect(fieldOfRefusal('too_many_operations')).toBe('form');
});
