import type { TableGrants } from '../grant-kinds.ts';

/** Practice money: its operations, and the practice network. */
export const MONEY: Record<string, TableGrants> = {
  operations: {
    columns: {
      'select insert': [
        ...['id', 'account_id', 'user_id', 'type', 'amount', 'currency', 'network', 'address', 'tx_hash', 'card'],
        ...['created_at'],
      ],
      select: ['code', 'memo', 'fee', 'value', 'price'],
      none: ['price_seq'],
    },
    why: 'Deposits and card top-ups are asked for by a row. A withdrawal locks money, so append_batch writes it.',
  },
  settlements: {
    columns: { select: ['operation_id', 'failure', 'value', 'price', 'transfer_id', 'at'], none: ['price_seq'] },
    why: 'How an operation ended is written by append_batch together with the money.',
  },
  pending_operations: {
    columns: { select: ['operation_id', 'user_id', 'type'] },
    why: 'Kept by triggers of operations and settlements.',
  },
  bank_steps: {
    columns: {
      'select insert': ['operation_id', 'code', 'expires_at'],
      'select insert update': ['attempts_left'],
      'select update': ['verdict'],
    },
    why: 'The simulated bank asks for a code, counts the attempts and comes to a verdict.',
  },
  account_log: {
    columns: {
      'select insert': ['id', 'user_id', 'at', 'kind', 'operator_id', 'reason'],
      select: ['market_id', 'amount'],
      none: ['transfer_id'],
    },
    why: 'Lines are added. Those about money are written by append_batch together with it.',
  },
  network_addresses: {
    columns: { 'select insert': ['address', 'owner', 'user_id', 'network', 'asset'] },
    why: 'Addresses are given out and stay.',
  },
  network_transactions: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['hash', 'network', 'asset', 'from_address', 'to_address', 'amount', 'fee', 'memo', 'submitted_at'],
        ...['block_height', 'origin'],
      ],
    },
    why: 'Transactions of the practice network are added.',
  },
  network_mempool: {
    columns: {
      'select insert': ['transaction_id', 'network', 'block_height'],
      'select insert update': ['to_address'],
    },
    delete: true,
    why: 'Transactions wait here for their block. Nothing is updated: PostgreSQL wants the right to update some column from whoever locks rows, and who is paid is read from the transaction.',
  },
  network_balances: {
    columns: { 'select insert': ['address', 'network', 'asset'], 'select insert update': ['balance'] },
    why: 'Practice coins; `ledger check` compares them with the transactions.',
  },
};
