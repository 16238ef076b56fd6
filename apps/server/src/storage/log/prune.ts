import { decodeFrame, type Frame } from '@plecho/proofs';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Pool } from 'pg';
import { splitEntries, unpackBundle } from './bundle.ts';
import { fullBundle, nextBundle, storeBundle } from './pack.ts';

/** By the clock of the database, as prune_log does. */
const OLD = `
  SELECT n, first_seq, last_seq, data FROM log_bundles
  WHERE market_number = $1 AND data IS NOT NULL AND packed_at < now() - interval '7 days' ORDER BY n LIMIT 1`;
const USED = 'SELECT seq FROM price_records WHERE market_id = $1 AND seq BETWEEN $2 AND $3';
/**
 * Logs that nobody writes and that have a full bundle to pack, or one that is old enough to be dropped: of markets that are
 * over, and of personal replays that nobody has played for a week. One that plays makes a bundle in three quarters of an
 * hour; one that is played again takes its prices anew, so that no fill uses one of a week ago.
 */
const UNWRITTEN = `
  SELECT m.id, m.number FROM markets m JOIN market_logs l ON l.market_number = m.number
  WHERE (m.ended OR EXISTS (SELECT FROM replay_sessions s WHERE s.market_id = m.id) AND NOT EXISTS (
      SELECT FROM log_bundles b WHERE b.market_number = m.number AND b.packed_at > now() - interval '7 days'))
    AND (l.size / 256 > (SELECT coalesce(max(b.n) + 1, 0) FROM log_bundles b WHERE b.market_number = m.number)
      OR EXISTS (
        SELECT FROM log_bundles b
        WHERE b.market_number = m.number AND b.data IS NOT NULL AND b.packed_at < now() - interval '7 days'))`;

interface OldBundle {
  n: bigint;
  first_seq: bigint;
  last_seq: bigint;
  data: Buffer;
}

const seqsOf = ({ records }: Frame): bigint[] => records.map(({ seq }) => seq);
const smallest = (seqs: readonly bigint[]): bigint => seqs.reduce((least, seq) => (seq < least ? seq : least));
const largest = (seqs: readonly bigint[]): bigint => seqs.reduce((most, seq) => (seq > most ? seq : most));

/**
 * Drops the data of the oldest bundle that is old enough, but for the entries whose prices fills used.
 * @param inUse numbers of prices that a fill may use yet
 * @returns false when there is no such bundle
 */
export async function pruneBundle(
  pool: Pool,
  marketId: string,
  marketNumber: number,
  inUse: readonly bigint[],
): Promise<boolean> {
  const { rows } = await pool.query<OldBundle>(OLD, [marketNumber]);
  const [bundle] = rows;
  if (bundle === undefined) return false;
  const { n, first_seq: first, last_seq: last, data } = bundle;
  const { rows: used } = await pool.query<{ seq: bigint }>(USED, [marketId, first, last]);
  const needed = [...used.map(({ seq }) => seq), ...inUse.filter((seq) => seq >= first && seq <= last)];
  const kept = needed.length === 0 ? [] : await keptOf(n, splitEntries(await unpackBundle(data)), needed);
  await pool.query('SELECT prune_log($1, $2, $3, $4, $5, $6)', [
    ...[marketNumber, n, kept.map(({ index }) => index), kept.map((entry) => entry.first)],
    ...[kept.map((entry) => entry.last), kept.map((entry) => Buffer.from(entry.data))],
  ]);
  return true;
}

async function packNext(pool: Pool, marketNumber: number): Promise<boolean> {
  const n = await nextBundle(pool, marketNumber);
  const data = await fullBundle(pool, marketNumber, n);
  if (data === null) return false;
  await storeBundle(pool, marketNumber, n, data);
  return true;
}

/** Packs and drops what has its time in logs that no market takes care of any more. @param isOver asked between two bundles */
export async function tidyUnwrittenLogs(pool: Pool, isOver: () => boolean): Promise<void> {
  const { rows } = await pool.query<{ id: string; number: number }>(UNWRITTEN);
  for (const { id, number } of rows) {
    while (!isOver() && (await packNext(pool, number)));
    while (!isOver() && (await pruneBundle(pool, id, number, [])));
  }
}

interface Kept {
  index: bigint;
  first: bigint;
  last: bigint;
  data: Uint8Array;
}

/** The entries of a bundle that have one of the numbers. A frame takes a millisecond: whoever waits comes in between. */
async function keptOf(n: bigint, entries: readonly Uint8Array[], needed: readonly bigint[]): Promise<Kept[]> {
  const wanted = new Set(needed);
  const kept: Kept[] = [];
  for (const [place, data] of entries.entries()) {
    await otherWork();
    const frame = decodeFrame(data);
    const seqs = frame === null ? [] : seqsOf(frame);
    if (!seqs.some((seq) => wanted.has(seq))) continue;
    kept.push({ index: n * 256n + BigInt(place), first: smallest(seqs), last: largest(seqs), data });
  }
  return kept;
}
