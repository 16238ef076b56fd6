import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Normalises a phone as people type it to E.164. Without a leading "+" it is a Russian number,
 * written with 8, 7 or nothing before the ten digits.
 *
 * @returns null when it is no possible number.
 */
export function normalisePhone(text: string): string | null {
  const trimmed = text.trim();
  if (!/^\+?[\d\s().\-\u00a0\u2010-\u2015]+$/.test(trimmed)) return null;
  const digits = trimmed.replace(/\D/g, '');
  const international = trimmed.startsWith('+')
    ? `+${digits}`
    : digits.length === 11 && /^[78]/.test(digits)
      ? `+7${digits.slice(1)}`
      : digits.length === 10
        ? `+7${digits}`
        : null;
  if (international === null) return null;
  const phone = parsePhoneNumberFromString(international);
  return phone?.isValid() === true ? phone.number : null;
}

/** Without the code of the country. @param phone E.164 */
export const nationalNumber = (phone: string): string =>
  parsePhoneNumberFromString(phone)?.nationalNumber ?? phone.slice(1);
