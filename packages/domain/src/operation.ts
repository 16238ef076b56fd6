/** An operation of practice money: coins that come in, a top-up by card, or a withdrawal to an address or a card. */
export const OPERATION_TYPES = ['deposit', 'withdraw', 'card'] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];

export const OPERATION_STATUSES = ['pending', 'completed', 'failed'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** Why an operation failed; each has a text in the web app. */
export const OPERATION_FAILURES = [
  'bankDeclined',
  'cardFunds',
  'wrongCode',
  'cancelled',
  'expired',
  'addressRefused',
] as const;
export type OperationFailure = (typeof OPERATION_FAILURES)[number];

/** What the simulated bank comes to about a top-up. */
export const BANK_VERDICTS = ['approved', 'bankDeclined', 'cardFunds', 'wrongCode', 'cancelled', 'expired'] as const;
export type BankVerdict = (typeof BANK_VERDICTS)[number];
