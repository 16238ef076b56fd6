import type { TableGrants } from '../grant-kinds.ts';

/** Who people are, and how they come in. */
export const PEOPLE: Record<string, TableGrants> = {
  users: {
    columns: {
      select: ['id', 'role', 'guest_ended_at'],
      'select insert': ['phone', 'first_name', 'last_name', 'created_at'],
      'select insert update': ['password_hash'],
      'select update': ['block_reason', 'guest_leaves_open'],
    },
    why: 'People register, at once or as guests; change their password, are blocked and unblocked. The role comes from the command line alone, and a guest is given a phone by register_guest and ended by end_guest.',
  },
  sessions: {
    columns: {
      select: ['id'],
      'select insert': ['user_id', 'user_agent', 'created_at'],
      'select insert update': ['token_hash', 'last_seen_at'],
      'select update': ['operator_since', 'operator_seen_at'],
    },
    delete: true,
    why: 'A session is made, used, stepped up to the operator area, and ended; whose it is never changes.',
  },
  throttle_windows: {
    columns: { 'select insert': ['key'], 'select insert update': ['attempts', 'ends_at'] },
    delete: true,
    why: 'Attempts are counted and forgotten.',
  },
  login_doors: {
    columns: { none: ['door', 'attempts', 'ends_at', 'opens_at'] },
    why: 'Attempts to log in are counted by enter_doors alone: whoever could change them could guess as often as they like.',
  },
  known_devices: {
    columns: { 'select insert': ['user_id'], 'select insert update': ['token_hash', 'seen_at'] },
    delete: true,
    why: 'Browsers that somebody signed in with are remembered and forgotten.',
  },
};
