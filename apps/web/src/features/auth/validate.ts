import { PASSWORD_MIN_LENGTH, texts } from './texts.ts';

export interface Refusal {
  field: 'form' | 'phone' | 'password' | 'repeat';
  text: string;
}

/** @returns null when the form may be sent */
export function checkLogin(phone: string, password: string): Refusal | null {
  return phone.trim() === '' || password === '' ? { field: 'form', text: texts.required } : null;
}

/** @returns null when the form may be sent; whether a password is a common one the server knows */
export function checkRegistration(phone: string, password: string, repeat: string): Refusal | null {
  if (phone.trim() === '' || password === '' || repeat === '') return { field: 'form', text: texts.required };
  if ([...password].length < PASSWORD_MIN_LENGTH) return { field: 'password', text: texts.tooShort };
  return password === repeat ? null : { field: 'repeat', text: texts.mismatch };
}
