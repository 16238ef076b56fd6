import { getPublicKey, sign } from '@noble/ed25519';
import { sha256, utf8 } from '../bytes.ts';
import { formatNote } from '../note.ts';

/** A key that follows from a word. */
export class TestKey {
  readonly publicKey: Uint8Array;
  readonly #secret: Uint8Array;

  constructor(word: string) {
    this.#secret = sha256(utf8(word));
    this.publicKey = getPublicKey(this.#secret);
  }

  sign(text: string): Uint8Array {
    return sign(utf8(text), this.#secret);
  }

  /** A signed note. */
  note(text: string, name: string): string {
    return formatNote(text, name, this.publicKey, this.sign(text));
  }
}
