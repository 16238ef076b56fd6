import type { Refusal } from '@/lib/form.ts';
import { PASSWORD_MIN_LENGTH, texts } from './texts.ts';

/** What can be typed; a login has no repetition. */
interface Fields {
  phone: string;
  password: string;
  repeat: string;
}

/** @returns null when the form may be sent */
export function checkLogin({ phone, password }: Omit<Fields, 'repeat'>): Refusal<never> | null {
  return phone.trim() === '' || password === '' ? { field: 'form', text: texts.required } : null;
}

/** @returns null when the form may be sent; whether a password is a common one the server knows */
export function checkRegistration({ phone, password, repeat }: Fields): Refusal<keyof Fields> | null {
  if (phone.trim() === '' || password === '' || repeat === '') return { field: 'form', text: texts.required };
  if ([...password].length < PASSWORD_MIN_LENGTH) return { field: 'password', text: texts.tooShort };
  return password === repeat ? null : { field: 'repeat', text: texts.mismatch };
}
