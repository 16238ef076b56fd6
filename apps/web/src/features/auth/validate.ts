import { PASSWORD_MIN_LENGTH, texts } from './texts.ts';

/** What can be typed; a login has no repetition. */
export interface Fields {
  phone: string;
  password: string;
  repeat: string;
}

export interface Refusal {
  field: 'form' | keyof Fields;
  text: string;
}

/** @returns null when the form may be sent */
export function checkLogin({ phone, password }: Omit<Fields, 'repeat'>): Refusal | null {
  return phone.trim() === '' || password === '' ? { field: 'form', text: texts.required } : null;
}

/** @returns null when the form may be sent; whether a password is a common one the server knows */
export function checkRegistration({ phone, password, repeat }: Fields): Refusal | null {
  if (phone.trim() === '' || password === '' || repeat === '') return { field: 'form', text: texts.required };
  if ([...password].length < PASSWORD_MIN_LENGTH) return { field: 'password', text: texts.tooShort };
  return password === repeat ? null : { field: 'repeat', text: texts.mismatch };
}
