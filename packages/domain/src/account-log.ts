/** Why an operator changed a balance: nobody types a reason (charter rule C4). */
export const ADJUST_REASONS = ['classTask', 'prize', 'mistakeCorrected', 'ownRequest'] as const;
export type AdjustReason = (typeof ADJUST_REASONS)[number];

/** Why an operator blocked somebody or lifted a block. */
export const BLOCK_REASONS = ['conduct', 'sharedAccount', 'ownRequest'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

/** Which rule of a class kept an order from filling, so that it was cancelled. */
export const ORDER_REFUSALS = ['maxShare', 'maxDayLoss', 'maxLoss'] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

/** Why the entry orders of somebody who may not open positions any more were cancelled. */
export const ENTRY_BARS = ['blocked', 'leftClass'] as const;
export type EntryBar = (typeof ENTRY_BARS)[number];

/** What a line of a person's own log tells of. */
export const LOG_KINDS = [
  'guestOpened',
  'registered',
  'passwordChanged',
  'signedOutEverywhere',
  'seasonStarted',
  'attemptPassed',
  'attemptEnded',
  'orderRefused',
  'entriesCancelled',
  'adjusted',
  'blocked',
  'unblocked',
  'signedOut',
] as const;
export type LogKind = (typeof LOG_KINDS)[number];
