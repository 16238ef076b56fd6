import type { ErrorCode } from '../errors.ts';

/** Of whatever sends coins of the practice network to an address. */
export const OF_A_TRANSFER = [
  'invalid_amount',
  'asset_not_on_network',
  'not_practice_address',
  'address_checksum',
  'address_other_family',
  'memo_not_supported',
  'invalid_memo',
] as const satisfies readonly ErrorCode[];
