import type { BookRef, MarketBook, UserBook } from '@plecho/domain';

const USER_BOOK_PLACE: Record<UserBook, bigint> = { available: 0n, orders: 1n, margin: 2n, locked: 3n };
const MARKET_BOOK_PLACE: Record<MarketBook, bigint> = {
  issuance: 8n,
  clearing: 9n,
  fees: 10n,
  insurance: 11n,
  network: 12n,
  funding: 13n,
};

/** The id of a ledger account says which book it is, so a batch needs no look-up before it is written. */
export function ledgerAccountId(ref: BookRef, marketNumber: bigint): bigint {
  if (ref.accountId === null) return marketNumber * 16n + MARKET_BOOK_PLACE[ref.book];
  return ref.accountId * 16n + USER_BOOK_PLACE[ref.book];
}
