import { expect, it } from 'vitest';
import { maskPhone, maskPhonesIn } from './mask.ts';

it('S8 leaves the last four digits of a phone', () => {
  expect(maskPhone('+79161234567')).toBe('+7******4567');
  expect(maskPhone('+7916')).toBe('*****');
});

it('S8 masks phones in foreign texts', () => {
  expect(maskPhonesIn('Key (phone)=(+79161234567) already exists.')).toBe('Key (phone)=(+7******4567) already exists.');
});
