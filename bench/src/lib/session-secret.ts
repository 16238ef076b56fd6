import { createHash } from 'node:crypto';

/** Cookie secret of the n-th seeded person. */
export const secretOf = (n: number): string => createHash('sha256').update(`bench session ${n}`).digest('base64url');
