import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { formatNote, parseNote, rotationName, rotationText } from '@plecho/proofs';
import type { LogSigner } from '../engine/log/ports.ts';
import type { Entropy } from '../network/ports.ts';
import type { LogKeys, PublicLogKey } from '../proofs/ports.ts';
import type { Installation } from '../storage/connection.ts';
import { StorageError } from '../storage/errors.ts';
import { ensureLogKey, readAllLogKeys, rotateLogKey, type SecretLogKey } from '../storage/log/log-keys.ts';

const SEED_BYTES = 32;
/** What comes before the 32 bytes of an Ed25519 key in its standard form (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

type AllLogKeys = Awaited<ReturnType<typeof readAllLogKeys>>;

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
    return new LogKeyring(target, await readAllLogKeys(target));
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

  async refresh(): Promise<void> {
    const { secret, list } = await readAllLogKeys(this.#target);
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

/**
 * Makes a new key for the logs, which the old one signs, and signs what is served anew.
 * @param now wall clock, ms
 * @returns the new public key
 * @throws StorageError before the first start
 */
export async function rotateLogKeys(target: Installation, entropy: Entropy, now: number): Promise<Uint8Array> {
  let made: Uint8Array | null = null;
  await rotateLogKey(target, (known) => {
    const seed = entropy(SEED_BYTES);
    const old = new LogKeySigner(known);
    const next = new LogKeySigner({ ...known, seed });
    made = next.publicKey;
    const resign = (checkpoint: string): string => {
      const note = parseNote(checkpoint);
      const name = note?.signatures[0]?.name;
      if (note === null || name === undefined) throw new StorageError('a checkpoint is not signed');
      return next.sign(note.text, name);
    };
    return { seed, publicKey: next.publicKey, madeAt: now, rotationNote: rotationNote(old, next, now), resign };
  });
  if (made === null) throw new StorageError('the key of the logs could not be made');
  return made;
}
