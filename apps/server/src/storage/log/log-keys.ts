import type { Client } from 'pg';
import { asOwner, type Installation, type Queryable } from '../connection.ts';
import { StorageError } from '../errors.ts';
import { signAnew, type Resign } from './log-keys-signing.ts';

/** The public half of a key that signs logs. */
export interface LogKey {
  /** From 1 on; the largest is in use. */
  number: number;
  publicKey: Uint8Array;
  /** Wall clock, ms. */
  madeAt: number;
  /** Signed by the key before it and by itself; null for the first. */
  rotationNote: string | null;
}

/** All keys of the logs of an installation. */
export interface LogKeyList {
  /** Stays when a backup is restored elsewhere, and with it the names of the logs. */
  installation: string;
  /** Ascending; at least one. */
  keys: LogKey[];
}

/** The newest key, private half included. */
export interface SecretLogKey {
  installation: string;
  seed: Uint8Array;
}

/** The newest key, and all public ones. */
export interface AllLogKeys {
  secret: SecretLogKey;
  list: LogKeyList;
}

/** A key that takes the place of another. */
export interface NextLogKey {
  seed: Uint8Array;
  publicKey: Uint8Array;
  /** Wall clock, ms. */
  madeAt: number;
  rotationNote: string;
}

interface KeyRow {
  number: number;
  installation: string;
  public_key: Buffer;
  made_at: bigint;
  rotation_note: string | null;
}

const KEYS = 'SELECT number, installation, public_key, made_at, rotation_note FROM log_keys ORDER BY number';
const SECRET =
  'SELECT k.installation, s.seed FROM log_secret_keys s JOIN log_keys k USING (number) ORDER BY number DESC LIMIT 1';
const FIRST_KEY = `
  INSERT INTO log_keys (number, installation, public_key, made_at)
  SELECT 1, id, $1, $2 FROM installation ON CONFLICT DO NOTHING`;
const NEXT_KEY = `
  INSERT INTO log_keys (number, installation, public_key, made_at, rotation_note)
  SELECT number + 1, installation, $1, $2, $3 FROM log_keys ORDER BY number DESC LIMIT 1 RETURNING number`;

/** null before the first start. */
export async function readLogKeys(db: Queryable): Promise<LogKeyList | null> {
  const { rows } = await db.query<KeyRow>(KEYS);
  const [first] = rows;
  if (first === undefined) return null;
  const keys = rows.map((row) => ({
    ...{ number: row.number, publicKey: new Uint8Array(row.public_key), madeAt: Number(row.made_at) },
    rotationNote: row.rotation_note,
  }));
  return { installation: first.installation, keys };
}

async function readSecret(owner: Client): Promise<SecretLogKey | null> {
  const { rows } = await owner.query<{ installation: string; seed: Buffer }>(SECRET);
  return rows[0] === undefined ? null : { installation: rows[0].installation, seed: new Uint8Array(rows[0].seed) };
}

/** @throws StorageError before the first start */
async function readAll(owner: Client): Promise<AllLogKeys> {
  const [secret, list] = [await readSecret(owner), await readLogKeys(owner)];
  if (secret === null || list === null) throw new StorageError('there is no key yet: the first start makes it');
  return { secret, list };
}

async function inOwnersTransaction<T>(target: Installation, work: (owner: Client) => Promise<T>): Promise<T> {
  return asOwner(target, async (owner) => {
    await owner.query('BEGIN');
    // Whoever starts meanwhile reads what comes of it.
    await owner.query('LOCK TABLE log_secret_keys IN ACCESS EXCLUSIVE MODE');
    const result = await work(owner);
    await owner.query('COMMIT');
    return result;
  });
}

/**
 * The key that signs the logs, with a connection of the owner; made when there is none. Of processes that start at once
 * one makes it.
 * @param made a key to begin with @param at wall clock, ms
 */
export function ensureLogKey(
  target: Installation,
  made: Pick<NextLogKey, 'seed' | 'publicKey'>,
  at: number,
): Promise<SecretLogKey> {
  return inOwnersTransaction(target, async (owner) => {
    const known = await readSecret(owner);
    if (known !== null) return known;
    const { rowCount } = await owner.query(FIRST_KEY, [Buffer.from(made.publicKey), at]);
    if (rowCount !== 1) throw new StorageError('the private key of the logs is missing');
    await owner.query('INSERT INTO log_secret_keys (number, seed) VALUES (1, $1)', [Buffer.from(made.seed)]);
    const secret = await readSecret(owner);
    if (secret === null) throw new StorageError('the key of the logs could not be made');
    return secret;
  });
}

/**
 * Puts another key in the place of the newest one, whose private half is forgotten. The newest checkpoint of every log
 * is signed anew in the same step: one by another key than the newest is taken for a lie. Servers that listen are told;
 * what one of them has signed with the old key and stores afterwards is signed anew when it hears of it ({@link readAllLogKeys}).
 * @param next made of the keys before it
 * @returns ids of the markets whose checkpoint was not to be signed: whatever the application has stored, the key is another
 * @throws StorageError before the first start
 */
export function rotateLogKey(
  target: Installation,
  next: (now: AllLogKeys) => NextLogKey & { resign: Resign },
): Promise<string[]> {
  return inOwnersTransaction(target, async (owner) => {
    const now = await readAll(owner);
    const { seed, publicKey, madeAt, rotationNote, resign } = next(now);
    const { rows } = await owner.query<{ number: number }>(NEXT_KEY, [Buffer.from(publicKey), madeAt, rotationNote]);
    await owner.query('DELETE FROM log_secret_keys');
    await owner.query('INSERT INTO log_secret_keys (number, seed) VALUES ($1, $2)', [
      ...[rows[0]?.number, Buffer.from(seed)],
    ]);
    const left = await signAnew(owner, { installation: now.list.installation, publicKey }, resign);
    await owner.query('SELECT pg_notify($1, $2)', [`${target.schema}_log_keys`, '']);
    return left;
  });
}

/**
 * The newest key and all public ones, with a connection of the owner. Whoever reads them, at a start or because there is
 * another key, signs anew what was stored after the key had changed: nobody else may, where the market is over.
 * @param resignWith made of them and of the public key before the newest; nothing is signed unless it is given
 * @throws StorageError before the first start
 */
export function readAllLogKeys(
  target: Installation,
  resignWith?: (keys: AllLogKeys, before: Uint8Array) => Resign,
): Promise<AllLogKeys> {
  return inOwnersTransaction(target, async (owner) => {
    const keys = await readAll(owner);
    const { installation } = keys.list;
    const [before, newest] = keys.list.keys.slice(-2);
    // A key that follows none has signed whatever is signed.
    if (resignWith === undefined || before === undefined || newest === undefined) return keys;
    const { publicKey } = newest;
    await signAnew(owner, { installation, publicKey }, resignWith(keys, before.publicKey));
    return keys;
  });
}
