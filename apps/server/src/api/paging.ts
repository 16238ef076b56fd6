import { idOf, limitOf } from './trading/parse.ts';

/** The part of a list that was asked for. @throws Problem invalid_request above MAX_PAGE rows */
export function pageRequest({ cursor, limit }: { cursor?: string | undefined; limit?: string | undefined }): {
  /** Only rows with a smaller id. */
  beforeId: bigint | null;
  limit: number;
} {
  return { beforeId: cursor === undefined ? null : idOf(cursor, 'not_found'), limit: limitOf(limit) };
}

/** @param found one row more than the limit, if there is one more. @param idOfRow what the next page begins after */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  idOfRow: (row: T) => string,
): { items: T[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? idOfRow(last) : null };
}
