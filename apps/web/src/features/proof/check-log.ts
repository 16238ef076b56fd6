import {
  checkCheckpointAhead,
  checkGrowth,
  fromBase64,
  openCheckpoint,
  parseCheckpoint,
  parseNote,
  toBase64,
  type Checkpoint,
  type LogTrust,
} from '@plecho/proofs';
import type { LogHead } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { fetchCheckpoint, fetchTile } from '@/api/log.ts';
import { noteSeen, pinnedKey, raiseAlarm, seenCheckpoint, type AlarmKind } from '@/lib/log-memory.ts';
import { checkKey } from './check-key.ts';
import { comparisonLine } from './comparison-line.ts';

/** `first`: nothing was known of it. */
export type LogOutcome = 'first' | 'same' | 'grew' | AlarmKind;

export interface CheckedLog {
  outcome: LogOutcome;
  /** As it was served. */
  head: LogHead;
  origin: string;
}

/** What is known of a log, and as it was said. */
export interface KnownHead extends LogHead {
  said: string;
  /** By the key of the log: then the server has to have it. The stream is nobody's signature, and may be ahead by a moment. */
  isSigned: boolean;
}

/** A checkpoint may be two seconds old on the way, and another process may have answered. */
const AGAIN_MS = 3_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Whether what is served now has everything that was known before. */
export const isSound = (outcome: LogOutcome): boolean => ['first', 'same', 'grew'].includes(outcome);

interface Served {
  note: string;
  checkpoint: Checkpoint;
  head: LogHead;
}

/** The newest checkpoint; nothing is verified. @throws ApiError when it is not to be had: something in between has answered */
async function fetchServed(market: string): Promise<Served> {
  const note = await fetchCheckpoint(market);
  const signed = parseNote(note);
  const checkpoint = signed === null ? null : parseCheckpoint(signed.text);
  if (checkpoint === null) throw new ApiError('Request failed', 200, 'unknown');
  return { note, checkpoint, head: { size: String(checkpoint.size), root: toBase64(checkpoint.root) } };
}

const isAhead = ({ size }: LogHead, { checkpoint }: Served): boolean => BigInt(size) > checkpoint.size;

/** The newest checkpoint, asked for again where it is behind what is signed. @throws ApiError */
async function fetchAfter(told: KnownHead | null, market: string): Promise<Served> {
  const served = await fetchServed(market);
  if (told?.isSigned !== true || !isAhead(told, served)) return served;
  await pause(AGAIN_MS);
  return fetchServed(market);
}

/** Who signs the log of a market, as far as this browser knows. */
function trustOf(market: string): LogTrust {
  const pinned = pinnedKey();
  return {
    origin: `plecho.log/${pinned?.installation}/${market}`,
    publicKey: fromBase64(pinned?.keys[0] ?? '') ?? new Uint8Array(),
  };
}

/** @returns what is wrong with who signed it; a key that the one before has signed is looked up first */
async function problemOfSignature({ note }: Served, market: string): Promise<AlarmKind | null> {
  const isSigned = async (): Promise<boolean> => {
    const { origin, publicKey } = trustOf(market);
    await checkCheckpointAhead(note, publicKey);
    return openCheckpoint(note, publicKey)?.origin === origin;
  };
  if (await isSigned()) return null;
  const { news } = await checkKey();
  if (news === 'changed') return 'changedKey';
  return (await isSigned()) ? null : 'badSignature';
}

const growthSince = ({ size, root }: LogHead, { note }: Served, market: string) =>
  checkGrowth(
    { size: BigInt(size), root: fromBase64(root) ?? new Uint8Array() },
    note,
    (path) => fetchTile(market, path),
    trustOf(market),
  );

/**
 * Checks that a market's log as it is served now has grown out of what this browser has seen of it. What it finds is
 * kept: the newer checkpoint, or an alarm.
 * @param told what the server itself said of the same log elsewhere: in the stream, in a proof that it has signed
 * @throws ApiError when the server or a part of the log is not to be had
 */
export async function checkLog(market: string, told: KnownHead | null): Promise<CheckedLog> {
  // Read before anything is asked for: what another tab keeps meanwhile may be newer than this answer.
  const seen = seenCheckpoint(market);
  const served = await fetchAfter(told, market);
  const { note, head, checkpoint } = served;
  const { origin } = checkpoint;
  const at = Date.now();
  const result = (outcome: LogOutcome): CheckedLog => ({ outcome, head, origin });
  const alarm = (kind: AlarmKind, before: string): CheckedLog => {
    raiseAlarm({ kind, market, before, now: note, at });
    return result(kind);
  };
  const problem = await problemOfSignature(served, market);
  // The alarm about a key has been raised where the keys were compared.
  if (problem === 'changedKey') return result(problem);
  if (problem !== null) return alarm(problem, pinnedKey()?.keys.join('\n') ?? '');

  const known: KnownHead[] = [
    ...(seen === null ? [] : [{ ...seen, said: seen.note, isSigned: true }]),
    ...(told === null || (!told.isSigned && isAhead(told, served)) ? [] : [told]),
  ];
  for (const before of known) {
    const growth = await growthSince(before, served, market);
    if (growth !== 'same' && growth !== 'grew') return alarm(growth, before.said);
  }
  noteSeen({ market, ...head, note, at });
  const before = told ?? seen;
  return result(before === null ? 'first' : before.size === head.size ? 'same' : 'grew');
}

/** `ahead`: it is of a larger log than the one that is served now. */
export type Comparison = 'same' | 'different' | 'ahead' | 'otherInstallation' | 'unreadable';

/**
 * Compares what somebody else has seen of a log with what is served here. Anybody can write such a line: it raises no alarm.
 * @throws ApiError when the server or a part of the log is not to be had
 */
export async function compareLine(line: string): Promise<Comparison> {
  const read = comparisonLine.read(line);
  if (read === null) return 'unreadable';
  const { origin, market, head } = read;
  await checkLog(market, null);
  if (trustOf(market).origin !== origin) return 'otherInstallation';
  const served = await fetchServed(market);
  if (isAhead(head, served)) return 'ahead';
  const growth = await growthSince(head, served, market);
  return growth === 'same' || growth === 'grew' ? 'same' : 'different';
}
