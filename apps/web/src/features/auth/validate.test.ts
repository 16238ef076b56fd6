import { describe, expect, it } from 'vitest';
import { checkLogin, checkRegistration } from './validate.ts';

describe('checkLogin', () => {
  it('wants both fields', () => {
    for (const [phone, password] of [
      ['', 'secret'],
      ['+7916', ''],
      ['   ', 'secret'],
    ] as const) {
      expect(checkLogin({ phone, password })).toEqual({ field: 'form', text: 'Пожалуйста, заполните все поля' });
    }
    expect(checkLogin({ phone: '+79161234567', password: 'x' })).toBeNull();
  });
});

describe('checkRegistration', () => {
  const checked = (password: string, repeat: string) => checkRegistration({ phone: '+7916', password, repeat });

  it('wants all three fields', () => {
    expect(checked('secret1', '')?.text).toBe('Пожалуйста, заполните все поля');
  });

  it('wants six characters, and counts characters', () => {
    expect(checked('пять5', 'пять5')).toEqual({
      field: 'password',
      text: 'Пароль должен содержать минимум 6 символов',
    });
    expect(checked('🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑')?.field).toBe('password');
    expect(checked('123abc', '123abc')).toBeNull();
  });

  it('wants the same password twice', () => {
    expect(checked('secret1', 'secret2')).toEqual({ field: 'repeat', text: 'Пароли не совпадают' });
  });
});
