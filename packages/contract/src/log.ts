import * as z from 'zod/mini';

/** 32 bytes in Base64. */
const base64Of32 = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));

/** What everybody who looks at a log at the same size has to see. */
export const logHead = z.strictObject({
  /** Number of entries. */
  size: z.string().check(z.regex(/^(0|[1-9]\d{0,18})$/)),
  /** Hash of the tree over all of them, as in RFC 6962. */
  root: base64Of32,
});
export type LogHead = z.infer<typeof logHead>;

/** One of the keys that signed. */
export const logKey = z.strictObject({
  /** Ed25519. */
  publicKey: base64Of32,
  /** Milliseconds, wall clock. */
  madeAt: z.int(),
  /** The signed note by which the key before it, and it itself, say that it comes next; null of the first. */
  rotation: z.nullable(z.string()),
});
export type LogKey = z.infer<typeof logKey>;

export const logKeys = z.strictObject({
  installation: z.uuid(),
  /** Of a log: this with a slash and the id of its market. Also the first line of its checkpoints. */
  name: z.string(),
  /** Newest first: whatever is served is signed by the first. */
  keys: z.array(logKey),
});
export type LogKeys = z.infer<typeof logKeys>;

/**
 * Where a tile or a bundle of entries is, as C2SP's tlog-tiles says: `<L>/<N>[.p/<W>]` or `entries/<N>[.p/<W>]`, with N
 * in groups of three digits: `0/x001/234.p/17`.
 */
export const tilePathPattern = /^(entries|\d{1,2})\/(x\d{3}\/){0,5}\d{3}(\.p\/\d{1,3})?$/;
