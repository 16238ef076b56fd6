import { randomBytes } from 'node:crypto';

/**
 * An Idempotency-Key as clients make them: a UUIDv7 (RFC 9562).
 * @param madeAt wall clock, ms: the time that the key carries
 */
export function newKey(madeAt = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(madeAt, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) % 16);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) % 64);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const named = new Map<string, string>();

/** The key of a request that a test speaks of by name: the same for the same name in one process. */
export function namedKey(name: string): string {
  const key = named.get(name) ?? newKey();
  named.set(name, key);
  return key;
}
