/** Encrypts whole blocks of 16 bytes, each by itself. Its answers begin at a multiple of four in their buffer. */
export type BlockCipher = (blocks: Uint8Array) => Uint8Array;

/** The cryptography that days with keys are drawn from, as the surroundings have it: Node's own, or a library in a browser. */
export interface Primitives {
  /** Gives 32 bytes. */
  readonly sha256: (data: Uint8Array) => Uint8Array;
  /** Gives 32 bytes. */
  readonly hmacSha256: (key: Uint8Array, data: Uint8Array) => Uint8Array;
  /** Takes a key of 32 bytes. */
  readonly aes256: (key: Uint8Array) => BlockCipher;
}
