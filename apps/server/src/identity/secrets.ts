import { hash, randomBytes } from 'node:crypto';

/** Of a cookie: 32 random bytes, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Anything else is not worth a query. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** What is stored of it. @returns SHA-256, 32 bytes */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The same as text, base64: in one go, as most requests need no more of it. */
export const hashTextOf = (secret: string): string => hash('sha256', secret, 'base64');
