import { describe, expect, it } from 'vitest';
import { passwordRefusal } from './password-rules.ts';

const PHONE = '+79161234567';

describe('passwordRefusal', () => {
  it.each(['', 'a', 'abcde', '12345', 'пятьб'])('"%s" is too short', (password) => {
    expect(passwordRefusal(password, PHONE)).toBe('password_too_short');
  });

  it('counts what a person sees as one character once', () => {
    expect(passwordRefusal('и\u0306абвг', PHONE)).toBe('password_too_short');
    expect(passwordRefusal('🦊🦊🦊🦊🐺', PHONE)).toBe('password_too_short');
    expect(passwordRefusal('🦊🦉🦊🦊🐺🐻', PHONE)).toBeNull();
  });

  it.each([
    'password',
    'PassWord',
    'qwerty',
    '123456',
    '654321',
    'aaaaaa',
    'йцукен',
    'пароль',
    'gfhjkm',
    'asdfgh',
    '9161234567',
    '89161234567',
    '+79161234567',
    '1234567',
  ])('"%s" is too common', (password) => {
    expect(passwordRefusal(password, PHONE)).toBe('password_too_common');
  });

  it.each(['лосось42', 'correct horse', 'x7#kPq'])('"%s" will do', (password) => {
    expect(passwordRefusal(password, PHONE)).toBeNull();
  });
});
