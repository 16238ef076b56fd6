import type { Trade } from '@plecho/contract';
import { isAutomatic } from './receipt-queue.ts';

/** Which closes of one person in one market this browser has told of. */
export interface Told {
  /** Id of a trade: of it and of those before it nothing is left to tell. null: nothing was read here yet. */
  upTo: string | null;
  /** Ids of later ones, which the stream brought. */
  since: readonly string[];
}

export const NOTHING_TOLD: Told = { upTo: null, since: [] };
/** The mark of whoever has no trades yet. */
const BEFORE_ALL = '0';

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value);

export function isTold(value: unknown): value is Told {
  if (typeof value !== 'object' || value === null) return false;
  const { upTo, since } = value as Partial<Told>;
  return (upTo === null || isId(upTo)) && Array.isArray(since) && since.every((id) => isId(id));
}

const isAfter = (id: string, mark: string | null): boolean => mark === null || BigInt(id) > BigInt(mark);
/** What was kept of an older reading takes nothing back. */
const later = (id: string, mark: string | null): string => (mark === null || isAfter(id, mark) ? id : mark);

/**
 * What the stream has not told of, and what is told of after that.
 *
 * @param newest the newest trades, newest first, as they were read; undefined before they were
 * @param streamed ids of those that the stream brought
 * @returns `missed`: automatic closes, newest first; none when nothing was read here before
 */
export function missedOf(
  told: Told,
  newest: readonly Trade[] | undefined,
  streamed: readonly string[],
): { missed: readonly Trade[]; told: Told } {
  const known = new Set([...told.since, ...streamed]);
  const upTo = newest === undefined ? told.upTo : later(newest[0]?.id ?? BEFORE_ALL, told.upTo);
  const missed =
    newest === undefined || told.upTo === null
      ? []
      : newest.filter((trade) => isAutomatic(trade) && isAfter(trade.id, told.upTo) && !known.has(trade.id));
  return { missed, told: { upTo, since: [...known].filter((id) => isAfter(id, upTo)) } };
}

/** As many are told one by one. */
const ONE_BY_ONE = 3;

/** Of an absence in which more has closed than anybody reads: its newest liquidations, the rest in one line. */
export function ofAbsence(missed: readonly Trade[]): { each: readonly Trade[]; hasMore: boolean } {
  if (missed.length <= ONE_BY_ONE) return { each: missed, hasMore: false };
  const each = missed.filter(({ reason }) => reason === 'liquidation').slice(0, ONE_BY_ONE);
  return { each, hasMore: true };
}
