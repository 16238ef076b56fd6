import type { ErrorCode } from '@plecho/contract';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { nationalNumber } from './phone.ts';

export const MIN_PASSWORD_LENGTH = 6;

const KEYBOARD_ROWS = ['01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'];
const RUNS = KEYBOARD_ROWS.flatMap((row) => [row, [...row].toReversed().join('')]);

/** The number, a part of it, or the number with something around it; however it is written. */
function resemblesPhone(password: string, phone: string): boolean {
  const written = password.replaceAll(/[\s+().\-\u2010-\u2015]/g, '');
  const [international, national] = [phone.slice(1), nationalNumber(phone)];
  const isPart = /^\d+$/.test(written) && [international, `8${national}`].some((number) => number.includes(written));
  return isPart || written.includes(national);
}

/**
 * Why a new password is refused; null when it will do. Length counts characters, not bytes.
 * @param phone E.164: one's own number is no secret.
 */
export function passwordRefusal(password: string, phone: string): ErrorCode | null {
  const characters = [...password.normalize('NFC')];
  if (characters.length < MIN_PASSWORD_LENGTH) return 'password_too_short';
  const lower = characters.join('').toLowerCase();
  const isRun = new Set(lower).size === 1 || RUNS.some((run) => run.includes(lower));
  return isRun || resemblesPhone(lower, phone) || COMMON_PASSWORDS.has(lower) ? 'password_too_common' : null;
}
