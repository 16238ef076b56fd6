import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { checkpointText, formatVkey, leafHash, parseNote, toBase64, utf8 } from '@plecho/proofs';
import { beforeAll, expect, it, vi } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import {
  close,
  createMarket,
  idsFrom,
  MARKET,
  NOW,
  open as opened,
  openAccounts,
  record,
} from '../../test/harness/trading.ts';
import { logCommand } from '../cli/log.ts';
import type { LogSigner } from '../engine/log/ports.ts';
import { TradeProofs } from '../proofs/trade-proofs.ts';
import { readInstallation } from '../storage/cluster/installation.ts';
import type { Installation } from '../storage/connection.ts';
import { readLogKeys } from '../storage/log/log-keys.ts';
import { PgLogReader } from '../storage/log/log-reader.ts';
import { Notifications } from '../storage/notifications.ts';
import { LogKeyring, LogKeySigner, rotateLogKeys } from './log-keys.ts';

const db = useDatabase();
const OTHER = { ...MARKET, id: 'other' };
const ENTRY = utf8('one price');
const ROOT = leafHash(ENTRY);
const INVENTED = leafHash(utf8('another price'));
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether a note has a signature of the key. */
function isSigned(text: string, publicKey: Uint8Array): boolean {
  const note = parseNote(text);
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return (note?.signatures ?? []).some(({ signature }) => verify(null, Buffer.from(note?.text ?? ''), key, signature));
}

const open = (): Promise<LogKeyring> => LogKeyring.open(db.target, randomBytes, NOW);
let first: Pick<LogKeyring, 'installation' | 'publicKey' | 'name' | 'sign'>;

/** What is signed of a log of one entry. */
const textOf = (origin: string, root = ROOT, size = 1n): string => checkpointText({ origin, size, root });

/** As a market does: with the first entry of its log. */
const begin = (marketId: string, checkpoint: string) =>
  db.pool.query(
    `SELECT append_log(number, 0, ARRAY[$2::bytea], '{1}', '{1}', ARRAY[$3::bytea], $2, NULL, $4, 1)
     FROM markets WHERE id = $1`,
    [marketId, Buffer.from(ROOT), Buffer.from(ENTRY), checkpoint],
  );

/** Stored by an engine, whatever it is. */
const append = (checkpoint: string) =>
  db.pool.query(
    `SELECT append_log(number, 1, '{}', '{}', '{}', '{}', frontier, NULL, $2, 1)
    FROM markets JOIN market_logs ON market_number = number WHERE id = $1`,
    [MARKET.id, checkpoint],
  );

const stored = async (marketId = MARKET.id): Promise<string> =>
  (await new PgLogReader(db.pool).open(marketId))?.checkpoint ?? '';

/** Whoever asks about the logs meanwhile is refused at once. @param work is given the database for that */
async function whileNobodyReadsLogs(work: (target: Installation) => Promise<unknown>): Promise<void> {
  const url = new URL(db.target.ownerUrl);
  url.searchParams.set('options', '-c lock_timeout=1');
  await db.owner.query('BEGIN; LOCK TABLE market_logs IN ACCESS EXCLUSIVE MODE');
  try {
    await work({ ...db.target, ownerUrl: url.href });
  } finally {
    await db.owner.query('ROLLBACK');
  }
}

beforeAll(async () => {
  await createMarket(db.target);
  await createMarket(db.target, OTHER);
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

it('T1 with one key, who has signed what is not asked: no log is read, at a start and later', async () => {
  await whileNobodyReadsLogs(async (target) => {
    const keyring = await LogKeyring.open(target, randomBytes, NOW);
    await keyring.refresh();
    expect(keyring.publicKey).toEqual(first.publicKey);
  });
});

it('T1 a new key is signed by the old one, and signs what is served anew; the old private half is gone', async () => {
  const name = first.name(MARKET.id);
  const text = textOf(name);
  await begin(MARKET.id, first.sign(text, name));
  const { publicKey: next, left } = await rotateLogKeys(db.target, randomBytes, NOW + 5);
  expect(left).toEqual([]);
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
  const checkpoint = await stored();
  expect(parseNote(checkpoint)?.text).toBe(text);
  expect([isSigned(checkpoint, first.publicKey), isSigned(checkpoint, next)]).toEqual([false, true]);
  const { rows } = await db.owner.query<{ number: number }>('SELECT number FROM log_secret_keys');
  expect(rows).toEqual([{ number: 2 }]);
  await expect(db.owner.query('DELETE FROM log_keys')).rejects.toThrow('append-only');
});

it('T1 what was signed with the old key and stored after the change is signed anew, at a start and when it is heard of', async () => {
  const running = await open();
  const name = first.name(MARKET.id);
  const text = textOf(name);
  for (const hears of [open, () => running.refresh()]) {
    const late = (await open()).sign(text, name);
    const { publicKey: next } = await rotateLogKeys(db.target, randomBytes, NOW + 6);
    await append(late);
    expect(isSigned(await stored(), next)).toBe(false);
    await hears();
    expect([parseNote(await stored())?.text, isSigned(await stored(), next)]).toEqual([text, true]);
  }
});

it('T1 S12 whoever asks for a proof finds the new key, and has nothing signed with it', async () => {
  const keyring = await open();
  const name = keyring.name(OTHER.id);
  const late = keyring.sign(textOf(name), name);
  const { publicKey: next } = await rotateLogKeys(db.target, randomBytes, NOW + 7);
  await begin(OTHER.id, late);
  const [account] = openAccounts(idsFrom(1n), [1n]).newAccounts;
  const { position } = opened(idsFrom(3n), account!, record(1n), 10_000_000n);
  const { trade } = close(idsFrom(5n), account!, position, 10_000_000n);
  const proofs = new TradeProofs(new PgLogReader(db.pool), keyring);
  const proof = await proofs.make({ market: MARKET, trade, parts: { before: [], rest: 0n } });
  expect(JSON.parse(proof)).toMatchObject({ key: formatVkey(keyring.name(MARKET.id), next) });
  expect(await stored(OTHER.id)).toBe(late);
  await keyring.refresh();
  expect(isSigned(await stored(OTHER.id), next)).toBe(true);
});

/** What the application can store, whoever has got hold of the key that is in use: of a log of one entry, no checkpoint. */
const FORGERIES: [string, (key: LogSigner) => string][] = [
  ['by a stranger', (key) => strangerOf(key).sign(textOf(key.name(MARKET.id)), key.name(MARKET.id))],
  ['of another tip', (key) => key.sign(textOf(key.name(MARKET.id), INVENTED), key.name(MARKET.id))],
  ['of another market', (key) => key.sign(textOf(key.name(OTHER.id)), key.name(OTHER.id))],
  ['of another size', (key) => key.sign(textOf(key.name(MARKET.id), ROOT, 2n), key.name(MARKET.id))],
  ['under another name', (key) => key.sign(textOf(key.name(MARKET.id)), key.name(OTHER.id))],
  ['of no checkpoint', (key) => key.sign('no checkpoint\n', key.name(MARKET.id))],
  ['without a signature', (key) => `${textOf(key.name(MARKET.id))}\n— ${key.name(MARKET.id)} AAAA\n`],
];

const strangerOf = (key: LogSigner): LogSigner =>
  new LogKeySigner({ installation: key.name('').split('/')[1] ?? '', seed: randomBytes(32) });

it.each(FORGERIES)('T1 S12 a checkpoint %s is not signed anew when it is heard of', async (_, forge) => {
  const keyring = await open();
  const forged = forge(keyring);
  const { publicKey: next } = await rotateLogKeys(db.target, randomBytes, NOW + 8);
  await append(forged);
  await keyring.refresh();
  expect(keyring.publicKey).toEqual(next);
  expect(await stored()).toBe(forged);
});

it('T1 S12 what the key before the last has signed is not signed anew: it is over', async () => {
  const keyring = await open();
  const name = keyring.name(MARKET.id);
  const older = keyring.sign(textOf(name), name);
  await rotateLogKeys(db.target, randomBytes, NOW + 8);
  await rotateLogKeys(db.target, randomBytes, NOW + 8);
  await append(older);
  await keyring.refresh();
  expect(await stored()).toBe(older);
});

it('T1 S12 no checkpoint holds up a change of keys: what is sound is signed anew, and what is not is named', async () => {
  const name = first.name(OTHER.id);
  for (const [, forge] of FORGERIES) {
    const forged = forge(await open());
    await append(forged);
    const { publicKey: next, left } = await rotateLogKeys(db.target, randomBytes, NOW + 8);
    expect(left).toEqual([MARKET.id]);
    expect(await stored()).toBe(forged);
    expect((await open()).publicKey).toEqual(next);
    expect([parseNote(await stored(OTHER.id))?.text, isSigned(await stored(OTHER.id), next)]).toEqual([
      textOf(name),
      true,
    ]);
  }
});

it('T1 the command line names the markets whose checkpoint it left as it was', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const rotate = (): Promise<number> =>
    logCommand(['rotate-key'], (work) => work({ target: db.target, release: () => Promise.resolve() }));
  expect(await rotate()).toBe(0);
  expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^main: its checkpoint stays as it was/), 'new key:']);
  const keyring = await open();
  const name = keyring.name(MARKET.id);
  await append(keyring.sign(textOf(name), name));
  lines.length = 0;
  expect(await rotate()).toBe(0);
  expect(lines[0]).toBe('new key:');
  log.mockRestore();
});

it('T1 a running server hears of a new key, and signs with it from then on', async () => {
  const keyring = await open();
  const notifications = new Notifications(db.target);
  await notifications.open();
  const heard = new Promise<void>((resolve, reject) => {
    notifications.logKeys(() => void keyring.refresh().then(resolve, reject)).catch(reject);
  });
  const before = keyring.all;
  const { publicKey: next } = await rotateLogKeys(db.target, randomBytes, NOW + 9);
  await heard;
  expect(keyring.publicKey).toEqual(next);
  expect(keyring.all.slice(1)).toEqual(before);
  expect(isSigned(keyring.sign('text\n', keyring.name(MARKET.id)), next)).toBe(true);
  await notifications.close();
});
