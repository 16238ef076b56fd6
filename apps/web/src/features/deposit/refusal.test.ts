import { describe, expect, it } from 'vitest';
import { ERRORS, type DepositAddress, type ErrorCode, type NetworkTransaction } from '@plecho/contract';
import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { claimRefusal, placeRefusal } from './refusal.ts';
import { checkClaim } from './use-claim.ts';

const hash = encodeTransactionHash(new Uint8Array(32).fill(3));
const error = (code: ErrorCode, details = {}) => new ApiError(ERRORS[code].text, 409, code, details);
const refused = (code: ErrorCode, details = {}) => claimRefusal(error(code, details));

describe('checkClaim', () => {
  it('needs an amount and a hash', () => {
    for (const draft of [
      { amount: '', hash },
      { amount: '5', hash: ' ' },
      { amount: '', hash: '' },
    ]) {
      expect(checkClaim('USDT', draft)).toEqual({ field: 'form', text: 'Укажите сумму и хеш перевода' });
    }
  });

  it('sends nothing that cannot be a hash of the practice network', () => {
    expect(checkClaim('USDT', { amount: '5', hash })).toBeNull();
    expect(checkClaim('USDT', { amount: '5', hash: hash.toUpperCase() })).toBeNull();
    for (const wrong of [`${hash.slice(0, -1)}q`, `0x${'ab'.repeat(32)}`, 'https://example.com']) {
      expect(checkClaim('USDT', { amount: '5', hash: wrong })?.field).toBe('hash');
    }
    expect(checkClaim('USDT', { amount: '1,1234567', hash })?.field).toBe('amount');
    expect(checkClaim('BTC', { amount: '0', hash })?.field).toBe('amount');
  });
});

describe('claimRefusal', () => {
  it.each([
    ['transaction_unknown', 'hash'],
    ['deposit_hash_used', 'hash'],
    ['deposit_not_yours', 'hash'],
    ['deposit_below_minimum', 'amount'],
    ['deposit_other_amount', 'amount'],
    ['too_many_operations', 'form'],
  ] as const)('says %s at the %s in the words of the catalogue', (code, field) => {
    expect(refused(code)).toEqual({ field, text: ERRORS[code].text });
  });

  it('offers the amount that the network knows', () => {
    expect(refused('deposit_other_amount', { amount: '12.5' }).rightAmount).toBe('12.5');
  });
});

describe('a claim of which the form alone names another coin or network', () => {
  it('says that nothing is lost and what to choose', () => {
    expect(refused('deposit_other_choice', { asset: 'USDT', network: 'bsc' })).toEqual({
      field: 'hash',
      text: 'Перевод пришёл на ваш адрес для USDT в сети BEP20 (BSC), а выбрано другое.',
      choose: { asset: 'USDT', network: 'bsc' },
    });
  });

  it('is said in the words of the catalogue without the details', () => {
    expect(refused('deposit_other_choice')).toEqual({ field: 'hash', text: ERRORS.deposit_other_choice.text });
  });
});

describe('placeRefusal', () => {
  const address = encodeAddress('evm', new Uint8Array(20).fill(7));
  const watched: DepositAddress = { asset: 'USDT', network: 'bsc', address };
  const sent = (change: Partial<NetworkTransaction>): NetworkTransaction => ({
    hash,
    network: 'bsc',
    asset: 'USDT',
    from: null,
    to: address,
    amount: '5',
    fee: '1',
    memo: null,
    submittedAt: 1,
    block: null,
    blockTime: null,
    confirmations: 0,
    confirmationsNeeded: 5,
    ...change,
  });

  it('tells where the coins went and where they are awaited', () => {
    const transaction = sent({ network: 'ethereum' });
    expect(placeRefusal(error('deposit_other_network'), transaction, [watched])).toEqual({
      field: 'hash',
      text: ERRORS.deposit_other_network.text,
      lesson: { kind: 'network', sent: transaction, watched },
    });
    const other = sent({ asset: 'ETH' });
    expect(placeRefusal(error('deposit_other_asset'), other, [watched]).lesson).toEqual({
      kind: 'asset',
      sent: other,
      watched,
    });
  });

  it('has the lesson also when the network could not be asked', () => {
    expect(placeRefusal(error('deposit_other_network'), null, [watched]).lesson).toEqual({
      kind: 'network',
      sent: null,
      watched: null,
    });
  });
});
