import { encodeAddress } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { checkAddress } from './check-address.ts';

const evm = encodeAddress('evm', new Uint8Array(20).fill(7));
const tron = encodeAddress('tron', new Uint8Array(20).fill(7));
const NOT_PRACTICE = 'Это не учебный адрес. Тренажёр работает только с учебной сетью.';
const CHECKSUM = 'В адресе ошибка: контрольная сумма не сходится. Проверьте каждый символ.';

describe('checkAddress', () => {
  it('takes an address of the family, on any of its networks, in capitals too', () => {
    expect(checkAddress(evm, 'bsc')).toEqual({ state: 'right', address: evm });
    expect(checkAddress(` ${evm} `, 'arbitrum')).toEqual({ state: 'right', address: evm });
    expect(checkAddress(evm.toUpperCase(), 'ethereum')).toEqual({ state: 'right', address: evm });
  });

  it('waits while it is typed, and no longer when the field is left', () => {
    expect(checkAddress('', 'bsc')).toEqual({ state: 'empty' });
    expect(checkAddress('si', 'bsc')).toEqual({ state: 'typing', missing: 41 });
    expect(checkAddress(evm.slice(0, -1), 'bsc')).toEqual({ state: 'typing', missing: 1 });
    expect(checkAddress(evm.slice(0, -1), 'bsc', true)).toEqual({ state: 'wrong', text: CHECKSUM });
    expect(checkAddress('si', 'bsc', true)).toEqual({ state: 'wrong', text: NOT_PRACTICE });
  });

  it('refuses every single wrong character at once', () => {
    for (const [at, character] of [...evm].entries()) {
      if (at < 4) continue;
      const other = character === 'q' ? 'p' : 'q';
      const typo = evm.slice(0, at) + other + evm.slice(at + 1);
      expect(checkAddress(typo, 'bsc')).toEqual({ state: 'wrong', text: CHECKSUM });
    }
  });

  it('refuses an address of another family', () => {
    expect(checkAddress(tron, 'bsc')).toEqual({ state: 'wrong', text: 'Этот адрес не подходит к выбранной сети' });
    expect(checkAddress(tron, 'tron').state).toBe('right');
  });

  it('C1: refuses what looks like an address of a real chain while it is typed', () => {
    for (const real of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      'bc1q',
      'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
      '1A1z',
    ]) {
      expect(checkAddress(real, 'bsc')).toEqual({ state: 'wrong', text: NOT_PRACTICE });
    }
  });
});
