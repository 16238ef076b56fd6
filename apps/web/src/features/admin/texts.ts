import type { AdjustReason, AuditRecord, BlockReason, Operation } from '@plecho/contract';

/** The operator area is in English; what its users read of it has Russian texts of its own. */
export const texts = {
  title: 'Operator area',
  navigation: 'Operator area',
  sections: { users: 'Users', transfers: 'Transfers', audit: 'Audit log', health: 'Health' },
  back: 'Back to trading',
  leave: 'Leave operator area',
  closesIn: (time: string) => `closes in ${time}`,
  seen: 'Everything done here is written to the audit log, and the user sees it in their own log.',
  stepUp: {
    title: 'Operator secret',
    lead: 'Asked once per session. The area closes after 15 minutes without use and after 8 hours at the latest.',
    label: 'Operator secret',
    submit: 'Enter',
    empty: 'Enter the operator secret',
    failed: 'Failed to check the secret',
  },
  denied: 'You are not an operator',
  loading: 'Loading',
  retry: 'Retry',
  more: 'Show more',
  reason: 'Reason',
  self: 'This is your own account: another operator has to do this.',
  users: {
    phone: 'Phone',
    find: 'Find user',
    placeholder: '+7 900 000-00-00',
    hint: 'Enter a phone number to find a user.',
    failed: 'Failed to fetch user',
    blocked: 'Blocked',
    active: 'Active',
    operator: 'Operator',
    registered: 'Registered',
    name: 'Name',
    sessions: 'Sessions',
    balances: 'Balances',
    columns: ['Total', 'Available', 'In positions', 'In orders', 'Locked', 'Equity', 'PnL', 'Season'],
    market: 'Market',
  },
  adjust: {
    title: 'Adjust balance',
    amount: 'Amount, play USDT',
    hint: 'Negative takes away, not below zero available.',
    submit: 'Adjust balance',
    checking: 'Finding out what became of it…',
    notANumber: 'Amount must be a number',
    done: 'Balance updated',
    failed: 'Failed to adjust balance',
  },
  block: {
    title: 'Access',
    hint: 'A blocked user can log in, see everything and withdraw, and cannot open positions.',
    block: 'Block user',
    unblock: 'Unblock user',
    sure: (isBlocked: boolean, who: string, why: string) =>
      `${isBlocked ? 'Unblock' : 'Block'} ${who}? Reason: ${why}. The user sees the reason.`,
    blockConfirm: 'Yes, block',
    unblockConfirm: 'Yes, unblock',
    blocked: 'User blocked',
    unblocked: 'User unblocked',
    failed: 'Failed to update block status',
    signOut: 'Sign out everywhere',
    signOutSure: 'End all sessions of this user?',
    confirm: 'Yes, sign out',
    cancel: 'Cancel',
    signedOut: 'User signed out everywhere',
    signOutFailed: 'Failed to sign out',
  },
  operations: {
    readOnly: 'Read-only: nobody approves, holds or rejects an operation.',
    status: 'Status',
    statuses: { pending: 'Pending', completed: 'Completed', failed: 'Failed', '': 'All' },
    empty: 'No operations',
    failed: 'Failed to fetch operations',
    code: 'Request code',
    find: 'Look up',
    lookUpFailed: 'Failed to fetch operation',
    left: ['Code', 'Created', 'User', 'Type', 'Status'],
    figures: ['Amount', 'Value, USDT', 'Confirmations'],
    network: 'Network',
    reason: 'Reason',
  },
  audit: {
    action: 'Action',
    all: 'All',
    operator: 'Operator phone',
    target: 'User phone',
    apply: 'Apply',
    empty: 'No records',
    failed: 'Failed to fetch the audit log',
    columns: ['Time', 'Operator', 'Action', 'User', 'Details', 'Answer'],
    unanswered: 'no answer yet',
  },
  health: {
    failed: 'Failed to fetch health',
    paused: 'Paused while nobody is here',
    live: 'Refreshed every 5 seconds',
    refresh: 'Refresh',
    halted: (market: string, since: string, reason: string) =>
      `Trading on «${market}» is halted since ${since}: ${reason}`,
    resume: 'When what is wrong has been put right, this checks the whole ledger and lets the market go on:',
  },
} as const;

export const ADJUST_REASONS: Record<AdjustReason, string> = {
  classTask: 'Class task',
  prize: 'Prize',
  mistakeCorrected: 'Mistake corrected',
  ownRequest: "User's own request",
};

export const BLOCK_REASONS: Record<BlockReason, string> = {
  conduct: 'Breach of the rules',
  sharedAccount: 'Account used by several people',
  ownRequest: "User's own request",
};

export const ACTIONS: Record<AuditRecord['action'], string> = {
  stepUp: 'Step-up',
  stepDown: 'Left the area',
  userViewed: 'Viewed a user',
  balanceAdjusted: 'Adjusted a balance',
  userBlocked: 'Blocked a user',
  userUnblocked: 'Unblocked a user',
  userSignedOut: 'Signed a user out',
  transfersViewed: 'Viewed operations',
  requestViewed: 'Looked up an operation',
  auditViewed: 'Viewed the audit log',
  healthViewed: 'Viewed health',
  refused: 'Refused call',
};

export const OPERATION_TYPES: Record<Operation['type'], string> = {
  deposit: 'Deposit',
  withdraw: 'Withdrawal',
  card: 'Card top-up',
};

export const OPERATION_STATUS: Record<Operation['status'], string> = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
};

export const FAILURES: Record<NonNullable<Operation['failure']>, string> = {
  bankDeclined: 'Declined by the bank',
  cardFunds: 'Insufficient funds on the card',
  wrongCode: 'Wrong 3-D Secure code',
  cancelled: 'Cancelled by the user',
  expired: 'Not confirmed in time',
  addressRefused: 'The address takes no coins',
};
