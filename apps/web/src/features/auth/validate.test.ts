import { describe, expect, it } from 'vitest';
import { checkLogin, checkRegistration } from './validate.ts';

describe('checkLogin', () => {
  it('wants both fields', () => {
    for (const [phone, password] of [
      ['', 'secret'],
      ['+7916', ''],
      ['   ', 'secret'],
    ] as const) {
      expect(checkLogin(phone, password)).toEqual({ field: 'form', text: 'Пожалуйста, заполните все поля' });
    }
    expect(checkLogin('+79161234567', 'x')).toBeNull();
  });
});

describe('checkRegistration', () => {
  it('wants all three fields', () => {
    expect(checkRegistration('+7916', 'secret1', '')?.text).toBe('Пожалуйста, заполните все поля');
  });

  it('wants six characters, and counts characters', () => {
    expect(checkRegistration('+7916', 'пять5', 'пять5')).toEqual({
      field: 'password',
      text: 'Пароль должен содержать минимум 6 символов',
    });
    expect(checkRegistration('+7916', '🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑')?.field).toBe('password');
    expect(checkRegistration('+7916', '123abc', '123abc')).toBeNull();
  });

  it('wants the same password twice', () => {
    expect(checkRegistration('+7916', 'secret1', 'secret2')).toEqual({ field: 'repeat', text: 'Пароли не совпадают' });
  });
});
