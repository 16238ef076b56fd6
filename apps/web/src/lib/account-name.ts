const NBSP = '\u00a0';

/** «+7 ••• •••-45-67»: enough to recognise one's own number. */
function maskPhone(phone: string): string {
  return phone.length < 6 ? phone : `${phone.slice(0, 2)}${NBSP}•••${NBSP}${phone.slice(-4, -2)}-${phone.slice(-2)}`;
}

/** Who is signed in, in a few characters. @param phone E.164; null for a guest */
export const accountName = (phone: string | null): string => (phone === null ? 'Гость' : maskPhone(phone));
