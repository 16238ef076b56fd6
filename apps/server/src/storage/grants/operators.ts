import type { TableGrants } from '../grant-kinds.ts';

/** The operator area. */
export const OPERATORS: Record<string, TableGrants> = {
  operator_secret: {
    columns: { select: ['hash'], none: ['only_one', 'set_at'] },
    why: 'Compared at the step-up; set by the command line alone.',
  },
  audit_log: {
    columns: {
      select: ['id'],
      'select insert': ['at', 'operator_id', 'session_id', 'action', 'target_id', 'details'],
    },
    why: 'Calls of the operator area are added.',
  },
  audit_outcomes: {
    columns: { 'select insert': ['audit_id', 'status'], insert: ['at'] },
    why: 'How they were answered.',
  },
};
