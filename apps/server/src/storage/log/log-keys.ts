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

/** The newest key, and all public ones. */
export interface AllLogKeys {
  secret: SecretLogKey;
  list: LogKeyList;
}

/** Signs a checkpoint that is stored with the newest key; null for one that it has signed, and for what is not its to sign. */
export type Resign = (checkpoint: string) => string | null;

/** A key that takes the place of another. */
export interface NextLogKey {
  seed: Uint8Array;
  publicKey: Uint8Array;
  /** Wall clock, ms. */
  madeAt: number;
  rotationNote: string;
}

interface SignedLog {
  market_number: number;
  checkpoint: string;
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
const SIGNED = 'SELECT market_number, checkpoint FROM market_logs WHERE checkpoint IS NOT NULL';
const LOCKED = `${SIGNED} AND market_number = ANY($1) ORDER BY market_number FOR UPDATE`;
const SIGN = `
  UPDATE market_logs l SET checkpoint = s.checkpoint
  FROM unnest($1::integer[], $2::text[]) AS s (market_number, checkpoint) WHERE l.market_number = s.market_number`;

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

/** Signs the checkpoints of all logs anew, ahead of the locks, which every running market waits for. */
async function signAnew(owner: Client, resign: Resign): Promise<void> {
  const { rows } = await owner.query<SignedLog>(SIGNED);
  const ahead = new Map(rows.map(({ checkpoint }) => [checkpoint, resign(checkpoint)]));
  const late = rows.filter(({ checkpoint }) => ahead.get(checkpoint) !== null);
  if (late.length === 0) return;
  // Locked, or a running market could publish a newer one before an older one is put back (rules T1 and L10).
  const { rows: locked } = await owner.query<SignedLog>(LOCKED, [late.map((log) => log.market_number)]);
  const signed = locked.map(({ checkpoint }) => ahead.get(checkpoint) ?? resign(checkpoint) ?? checkpoint);
  await owner.query(SIGN, [locked.map((log) => log.market_number), signed]);
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
 * @throws StorageError before the first start
 */
export function rotateLogKey(
  target: Installation,
  next: (now: AllLogKeys) => NextLogKey & { resign: Resign },
): Promise<void> {
  return inOwnersTransaction(target, async (owner) => {
    const { seed, publicKey, madeAt, rotationNote, resign } = next(await readAll(owner));
    const { rows } = await owner.query<{ number: number }>(NEXT_KEY, [Buffer.from(publicKey), madeAt, rotationNote]);
    await owner.query('DELETE FROM log_secret_keys');
    await owner.query('INSERT INTO log_secret_keys (number, seed) VALUES ($1, $2)', [
      ...[rows[0]?.number, Buffer.from(seed)],
    ]);
    await signAnew(owner, resign);
    await owner.query('SELECT pg_notify($1, $2)', [`${target.schema}_log_keys`, '']);
  });
}

/**
 * The newest key and all public ones, with a connection of the owner. Whoever reads them, at a start or because there is
 * another key, signs anew what was stored after the key had changed: nobody else may, where the market is over.
 * @throws StorageError before the first start
 */
export function readAllLogKeys(target: Installation, resignWith: (keys: AllLogKeys) => Resign): Promise<AllLogKeys> {
  return inOwnersTransaction(target, async (owner) => {
    const keys = await readAll(owner);
    await signAnew(owner, resignWith(keys));
    return keys;
  });
}
