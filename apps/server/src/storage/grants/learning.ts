import type { TableGrants } from '../grant-kinds.ts';

/** Notes, guesses, classes, drills, lessons and alerts. */
export const LEARNING: Record<string, TableGrants> = {
  trade_notes: {
    columns: { none: ['user_id', 'account_id', 'trade_id', 'text', 'tags', 'version', 'changed_at'] },
    why: 'What people wrote for themselves alone: keep_trade_note writes it, and trade_notes_of gives it to its owner (rule S13).',
  },
  trade_tags: {
    columns: { none: ['user_id', 'number', 'tag'] },
    why: 'Each person’s own list of tags, for that person alone (rule S13).',
  },
  guesses: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['user_id', 'at', 'market_id', 'symbol', 'side', 'leverage', 'margin', 'entry_price', 'guessed_liquidation'],
        ...['liquidation', 'liquidation_error', 'guessed_loss', 'loss', 'loss_error'],
      ],
    },
    why: 'What people guessed before they saw it is added and never changed.',
  },
  personas: {
    columns: { 'select insert': ['user_id'], 'select insert update': ['animal', 'colour', 'listed', 'changed_at'] },
    why: 'People choose how they appear to each other, and whether they do beyond their classes.',
  },
  classes: {
    columns: {
      'select insert': ['id', 'word', 'number', 'code', 'market_id', 'made_by', 'created_at'],
      'select update': ['ended_at'],
    },
    why: 'Operators make classes and end them; nothing else of a class changes.',
  },
  class_members: {
    columns: { 'select insert': ['class_id', 'user_id', 'joined_at'], 'select update': ['left_at'] },
    why: 'People join classes and leave them.',
  },
  drills: {
    columns: {
      'select insert': [
        ...['market_id', 'class_id', 'dataset_id', 'symbols', 'start_at', 'minutes', 'masked', 'created_at'],
      ],
      'select insert update': ['playhead', 'path_step', 'speed'],
      'select update': ['state', 'plays_at', 'version'],
    },
    why: 'Operators make drills for classes and play them; what is played never changes, and where it stands goes on.',
  },
  lesson_progress: {
    columns: {
      'select insert': ['user_id', 'lesson'],
      'select insert update': ['market_id', 'started_at', 'done_at'],
    },
    why: 'A lesson is begun, begun again in another replay, and done.',
  },
  alerts: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['user_id', 'market_id', 'symbol', 'kind', 'level', 'percent', 'window_s', 'interval', 'position_id'],
        ...['pause_s', 'expires_at', 'created_at'],
      ],
      'select insert update': ['direction'],
      'select update': ['rings', 'rests_until'],
    },
    delete: true,
    why: 'People set and remove alerts. One that has rung counts on, or is gone.',
  },
  alert_rings: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['alert_id', 'n', 'user_id', 'market_id', 'symbol', 'kind', 'direction', 'level', 'percent', 'window_s'],
        ...['interval', 'position_id', 'price', 'at', 'change'],
      ],
      'select update': ['seen'],
    },
    delete: true,
    why: 'What alerts have rung is added, looked at, and forgotten when there is too much of it.',
  },
};
