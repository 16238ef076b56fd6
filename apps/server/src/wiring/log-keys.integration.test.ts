import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { checkpointText, parseNote, toBase64 } from '@plecho/proofs';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { createMarket, MARKET, NOW } from '../../test/harness/trading.ts';
import { readInstallation } from '../storage/cluster/installation.ts';
import { readLogKeys } from '../storage/log/log-keys.ts';
import { PgLogReader } from '../storage/log/log-reader.ts';
import { Notifications } from '../storage/notifications.ts';
import { LogKeyring, LogKeySigner, rotateLogKeys } from './log-keys.ts';

const db = useDatabase();
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether a note has a signature of the key. */
function isSigned(text: string, publicKey: Uint8Array): boolean {
  const note = parseNote(text);
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return (note?.signatures ?? []).some(({ signature }) => verify(null, Buffer.from(note?.text ?? ''), key, signature));
}

const open = (): Promise<LogKeyring> => LogKeyring.open(db.target, randomBytes, NOW);
let first: Pick<LogKeyring, 'installation' | 'publicKey' | 'name' | 'sign'>;

beforeAll(async () => {
  await createMarket(db.target);
});

it('T1 the first start makes one key, whoever is first, and every other start reads it', async () => {
  expect(await readLogKeys(db.pool)).toBeNull();
  await expect(rotateLogKeys(db.target, randomBytes, NOW)).rejects.toThrow('the first start makes it');
  const signers = await Promise.all([open(), open(), open()]);
  first = await open();
  for (const { publicKey } of signers) expect(publicKey).toEqual(first.publicKey);
  const list = await readLogKeys(db.pool);
  expect(list?.keys).toEqual([{ number: 1, publicKey: first.publicKey, madeAt: NOW, rotationNote: null }]);
  expect(list?.installation).toBe(await readInstallation(db.pool));
  expect(first.name(MARKET.id)).toBe(`plecho.log/${list?.installation}/main`);
});

it('S12 T1 the private half is the owner’s alone', async () => {
  await expect(db.pool.query('SELECT * FROM log_secret_keys')).rejects.toThrow('permission denied');
});

it('T1 a new key is signed by the old one, and signs what is served anew; the old private half is gone', async () => {
  const name = first.name(MARKET.id);
  const text = checkpointText({ origin: name, size: 1n, root: new Uint8Array(32) });
  await db.owner.query(
    `INSERT INTO market_logs (market_number, size, frontier, last_seq, checkpoint, checkpoint_size)
     SELECT number, 1, '', 0, $2, 1 FROM markets WHERE id = $1`,
    [MARKET.id, first.sign(text, name)],
  );
  const next = await rotateLogKeys(db.target, randomBytes, NOW + 5);
  expect((await open()).publicKey).toEqual(next);
  const keys = (await readLogKeys(db.pool))?.keys ?? [];
  expect(keys.map(({ number, publicKey }) => [number, publicKey])).toEqual([
    [1, first.publicKey],
    [2, next],
  ]);
  const note = keys[1]?.rotationNote ?? '';
  const at = new Date(NOW + 5).toISOString();
  expect(parseNote(note)?.text).toBe(
    `plecho-key-rotation@1\n${first.installation}\n${toBase64(first.publicKey)}\n${toBase64(next)}\n${at}\n`,
  );
  expect(parseNote(note)?.signatures.map((signature) => signature.name)).toEqual([
    `plecho.log/${first.installation}`,
    `plecho.log/${first.installation}`,
  ]);
  expect([isSigned(note, first.publicKey), isSigned(note, next)]).toEqual([true, true]);
  const checkpoint = (await new PgLogReader(db.pool).open(MARKET.id))?.checkpoint ?? '';
  expect(parseNote(checkpoint)?.text).toBe(text);
  expect([isSigned(checkpoint, first.publicKey), isSigned(checkpoint, next)]).toEqual([false, true]);
  const { rows } = await db.owner.query<{ number: number }>('SELECT number FROM log_secret_keys');
  expect(rows).toEqual([{ number: 2 }]);
  await expect(db.owner.query('DELETE FROM log_keys')).rejects.toThrow('append-only');
});

/** Stored by an engine, whatever it is. */
const append = (checkpoint: string) =>
  db.pool.query(`SELECT append_log(number, 1, '{}', '{}', '{}', '{}', '', NULL, $2, 1) FROM markets WHERE id = $1`, [
    MARKET.id,
    checkpoint,
  ]);

const stored = async (): Promise<string> => (await new PgLogReader(db.pool).open(MARKET.id))?.checkpoint ?? '';

it('T1 what was signed with the old key and stored after the change is signed anew, at a start and when it is heard of', async () => {
  const running = await open();
  const name = first.name(MARKET.id);
  const text = checkpointText({ origin: name, size: 1n, root: new Uint8Array(32) });
  for (const hears of [open, () => running.refresh()]) {
    const late = (await open()).sign(text, name);
    const next = await rotateLogKeys(db.target, randomBytes, NOW + 6);
    await append(late);
    expect(isSigned(await stored(), next)).toBe(false);
    await hears();
    expect([parseNote(await stored())?.text, isSigned(await stored(), next)]).toEqual([text, true]);
  }
});

it('T1 S12 the rights of the application are enough to store what no key has signed, and not to have it signed', async () => {
  const keyring = await open();
  const name = keyring.name(MARKET.id);
  const text = checkpointText({ origin: name, size: 1n, root: new Uint8Array(32) });
  const stranger = new LogKeySigner({ installation: keyring.installation, seed: randomBytes(32) });
  const forged = [stranger.sign(text, name), keyring.sign('no checkpoint\n', name), `${text}\n— ${name} AAAA\n`];
  const sound = keyring.sign(text, name);
  await append(sound);
  await rotateLogKeys(db.target, randomBytes, NOW + 7);
  for (const note of forged) {
    await append(note);
    await keyring.refresh();
    expect(await stored()).toBe(note);
    await expect(rotateLogKeys(db.target, randomBytes, NOW + 8)).rejects.toThrow('a checkpoint is not signed');
  }
  await append(sound);
});

it('T1 a running server hears of a new key, and signs with it from then on', async () => {
  const keyring = await open();
  const notifications = new Notifications(db.target);
  await notifications.open();
  const heard = new Promise<void>((resolve, reject) => {
    notifications.logKeys(() => void keyring.refresh().then(resolve, reject)).catch(reject);
  });
  const before = keyring.all;
  const next = await rotateLogKeys(db.target, randomBytes, NOW + 9);
  await heard;
  expect(keyring.publicKey).toEqual(next);
  expect(keyring.all.slice(1)).toEqual(before);
  expect(isSigned(keyring.sign('text\n', keyring.name(MARKET.id)), next)).toBe(true);
  await notifications.close();
});
