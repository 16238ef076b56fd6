/** "+79161234567" → "+7******4567": enough to recognise one's own number, not enough to call it. */
export function maskPhone(phone: string): string {
  const shown = 4;
  if (phone.length <= shown + 2) return '*'.repeat(phone.length);
  return phone.slice(0, 2) + '*'.repeat(phone.length - 2 - shown) + phone.slice(-shown);
}

/** Masks whatever looks like a phone number in a text that is not ours, such as a database's message. */
export function maskPhonesIn(text: string): string {
  return text.replace(/\+\d{7,15}/g, maskPhone);
}
