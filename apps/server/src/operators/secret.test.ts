import { expect, it } from 'vitest';
import { operatorSecret, SECRET_BYTES } from './secret.ts';

it('every byte of chance is in the secret, in characters that nobody takes for each other', () => {
  const bytes = Uint8Array.from({ length: SECRET_BYTES }, (_, n) => n * 10);
  const secret = operatorSecret(bytes);
  expect(secret).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){4}$/);
  for (const [n] of bytes.entries()) {
    const other = Uint8Array.from(bytes);
    other[n] = (bytes[n] ?? 0) + 1;
    expect(operatorSecret(other)).not.toBe(secret);
  }
  const letters = new Set(
    Array.from({ length: 256 }, (_, n) => operatorSecret(new Uint8Array(SECRET_BYTES).fill(n))[0]),
  );
  expect(letters.size).toBe(32);
});
