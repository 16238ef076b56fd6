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
    '161234',
    '234567',
    '891612',
    '916 123-45-67',
    '+7 (916) 123-45-67',
    '9161234567!',
    'мой89161234567',
    'x+7-916-123-45-67',
  ])('"%s" is too common', (password) => {
    expect(passwordRefusal(password, PHONE)).toBe('password_too_common');
  });

  it.each(['291234567', '375291234567', 'a291234567'])(
    '"%s" is too common for a number of another country',
    (password) => {
      expect(passwordRefusal(password, '+375291234567')).toBe('password_too_common');
    },
  );

  it.each(['лосось42', 'correct horse', 'x7#kPq', '916123456a', '7654321 кот', '916124'])(
    '"%s" will do',
    (password) => {
      expect(passwordRefusal(password, PHONE)).toBeNull();
    },
  );
});
