import type { Client } from 'pg';
import { asOwner, type Installation, type Queryable } from '../connection.ts';
import { StorageError } from '../errors.ts';

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
 * is signed anew, so that whatever is served is signed by the newest key. Servers that listen are told.
 * @param next made of the key before it
 * @param resign a signed checkpoint, signed by the next key
 * @throws StorageError before the first start
 */
export function rotateLogKey(
  target: Installation,
  next: (now: SecretLogKey) => NextLogKey & { resign(checkpoint: string): string },
): Promise<void> {
  return inOwnersTransaction(target, async (owner) => {
    const known = await readSecret(owner);
    if (known === null) throw new StorageError('there is no key yet: the first start makes it');
    const { seed, publicKey, madeAt, rotationNote, resign } = next(known);
    const { rows } = await owner.query<{ number: number }>(NEXT_KEY, [Buffer.from(publicKey), madeAt, rotationNote]);
    await owner.query('DELETE FROM log_secret_keys');
    await owner.query('INSERT INTO log_secret_keys (number, seed) VALUES ($1, $2)', [
      ...[rows[0]?.number, Buffer.from(seed)],
    ]);
    // Locked, or a running market could publish a newer one before an older one is put back (rules T1 and L10).
    const { rows: logs } = await owner.query<{ market_number: number; checkpoint: string }>(
      'SELECT market_number, checkpoint FROM market_logs WHERE checkpoint IS NOT NULL ORDER BY market_number FOR UPDATE',
    );
    for (const { market_number: market, checkpoint } of logs) {
      await owner.query('UPDATE market_logs SET checkpoint = $2 WHERE market_number = $1', [
        market,
        resign(checkpoint),
      ]);
    }
    await owner.query('SELECT pg_notify($1, $2)', [`${target.schema}_log_keys`, '']);
  });
}

/** The newest key and all public ones, with a connection of the owner. @throws StorageError before the first start */
export function readAllLogKeys(target: Installation): Promise<{ secret: SecretLogKey; list: LogKeyList }> {
  return inOwnersTransaction(target, async (owner) => {
    const [secret, list] = [await readSecret(owner), await readLogKeys(owner)];
    if (secret === null || list === null) throw new StorageError('there is no key yet: the first start makes it');
    return { secret, list };
  });
}
