import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import {
  checkpointText,
  formatNote,
  parseNote,
  rotationName,
  rotationText,
  signaturesOf,
  type SignedNote,
} from '@plecho/proofs';
import type { LogSigner } from '../engine/log/ports.ts';
import type { Entropy } from '../network/ports.ts';
import type { LogKeys, PublicLogKey } from '../proofs/ports.ts';
import type { Installation } from '../storage/connection.ts';
import {
  ensureLogKey,
  readAllLogKeys,
  rotateLogKey,
  type AllLogKeys,
  type SecretLogKey,
} from '../storage/log/log-keys.ts';
import type { Resign } from '../storage/log/log-keys-signing.ts';

const SEED_BYTES = 32;
/** What comes before the 32 bytes of an Ed25519 key in its standard form (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The same of its public half. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Newest first. */
const publicKeysOf = ({ keys }: AllLogKeys['list']): PublicLogKey[] =>
  keys.map(({ publicKey, madeAt, rotationNote: rotation }) => ({ publicKey, madeAt, rotation })).toReversed();

/** A key of the logs, in memory. */
export class LogKeySigner implements LogSigner {
  readonly installation: string;
  readonly publicKey: Uint8Array;
  readonly #key: KeyObject;

  /** @param secret `seed`: 32 bytes */
  constructor({ installation, seed }: SecretLogKey) {
    this.installation = installation;
    this.#key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    const spki = createPublicKey(this.#key).export({ format: 'der', type: 'spki' });
    this.publicKey = new Uint8Array(spki.subarray(-SEED_BYTES));
  }

  name(marketId: string): string {
    return `${rotationName(this.installation)}/${marketId}`;
  }

  sign(text: string, name: string): string {
    return formatNote(text, name, this.publicKey, new Uint8Array(sign(null, Buffer.from(text), this.#key)));
  }
}

/** Whether a key has signed a note under a name. */
function isSignedBy(publicKey: Uint8Array, note: SignedNote, name: string): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  const text = Buffer.from(note.text);
  return signaturesOf(note, name, publicKey).some((signature) => verify(null, text, key, signature));
}

/**
 * Signs what the key before has signed, and that alone where it is true of the very log where it stands: the application's
 * rights are enough to store any text as a checkpoint, and whoever has got hold of an old key, which is why there is a new
 * one, can sign any. Neither is to be enough to have it signed.
 */
function resignAs(signer: LogKeySigner, before: Uint8Array): Resign {
  return ({ marketId, checkpoint, size, root }) => {
    const origin = signer.name(marketId);
    const text = checkpointText({ origin, size, root });
    const note = parseNote(checkpoint);
    return note?.text === text && isSignedBy(before, note, origin) ? signer.sign(text, origin) : null;
  };
}

const readAndSign = (target: Installation): Promise<AllLogKeys> =>
  readAllLogKeys(target, ({ secret }, before) => resignAs(new LogKeySigner(secret), before));

/** The keys of the logs in this process: it signs with the newest, which may be made beside the running server. */
export class LogKeyring implements LogSigner, LogKeys {
  readonly #target: Installation;
  #signer: LogKeySigner;
  #all: readonly PublicLogKey[];

  private constructor(target: Installation, { secret, list }: AllLogKeys) {
    this.#target = target;
    this.#signer = new LogKeySigner(secret);
    this.#all = publicKeysOf(list);
  }

  /** Reads the keys as the owner of the database; the first start makes one. @param now wall clock, ms */
  static async open(target: Installation, entropy: Entropy, now: number): Promise<LogKeyring> {
    const seed = entropy(SEED_BYTES);
    // Named when it is stored.
    const { publicKey } = new LogKeySigner({ installation: '', seed });
    await ensureLogKey(target, { seed, publicKey }, now);
    return new LogKeyring(target, await readAndSign(target));
  }

  get installation(): string {
    return this.#signer.installation;
  }

  get publicKey(): Uint8Array {
    return this.#signer.publicKey;
  }

  get all(): readonly PublicLogKey[] {
    return this.#all;
  }

  name(marketId: string): string {
    return this.#signer.name(marketId);
  }

  sign(text: string, name: string): string {
    return this.#signer.sign(text, name);
  }

  /** Reads the keys again, and signs anew what is stored ({@link readAllLogKeys}). @param only `keys`: signs nothing */
  async refresh(only?: 'keys'): Promise<void> {
    const { secret, list } = await (only === 'keys' ? readAllLogKeys(this.#target) : readAndSign(this.#target));
    this.#signer = new LogKeySigner(secret);
    this.#all = publicKeysOf(list);
  }
}

/** What says that one key follows another: signed by both. @param at wall clock, ms */
function rotationNote(old: LogKeySigner, next: LogKeySigner, at: number): string {
  const { installation, publicKey: oldKey } = old;
  const text = rotationText({ installation, oldKey, newKey: next.publicKey, at: new Date(at).toISOString() });
  const name = rotationName(installation);
  return `${old.sign(text, name)}${next.sign(text, name).slice(text.length + 1)}`;
}

/** What comes of a change of keys. */
export interface LogKeyRotation {
  /** The new one. */
  publicKey: Uint8Array;
  /** Ids of the markets whose newest checkpoint was not to be signed anew. */
  left: string[];
}

/**
 * Makes a new key for the logs, which the old one signs, and signs what is served anew.
 * @param now wall clock, ms
 * @throws StorageError before the first start
 */
export async function rotateLogKeys(target: Installation, entropy: Entropy, now: number): Promise<LogKeyRotation> {
  const seed = entropy(SEED_BYTES);
  // Named when it is stored.
  const { publicKey } = new LogKeySigner({ installation: '', seed });
  const left = await rotateLogKey(target, ({ secret }) => {
    const [old, next] = [new LogKeySigner(secret), new LogKeySigner({ ...secret, seed })];
    const resign = resignAs(next, old.publicKey);
    return { seed, publicKey, madeAt: now, rotationNote: rotationNote(old, next, now), resign };
  });
  return { publicKey, left };
}
