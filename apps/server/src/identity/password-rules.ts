import type { ErrorCode } from '@plecho/contract';
import { COMMON_PASSWORDS } from './common-passwords.ts';

export const MIN_PASSWORD_LENGTH = 6;

const KEYBOARD_ROWS = ['01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'];
const RUNS = KEYBOARD_ROWS.flatMap((row) => [row, [...row].toReversed().join('')]);

/**
 * Why a new password is refused; null when it will do. Length counts characters, not bytes.
 * @param phone E.164: one's own number is no secret.
 */
export function passwordRefusal(password: string, phone: string): ErrorCode | null {
  const characters = [...password.normalize('NFC')];
  if (characters.length < MIN_PASSWORD_LENGTH) return 'password_too_short';
  const lower = characters.join('').toLowerCase();
  const isRun = new Set(lower).size === 1 || RUNS.some((run) => run.includes(lower));
  const isPhone = /^\+?\d+$/.test(lower) && lower.length >= 7 && phone.endsWith(lower.replace('+', '').slice(1));
  return isRun || isPhone || COMMON_PASSWORDS.has(lower) ? 'password_too_common' : null;
}
