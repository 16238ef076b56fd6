import { BATCH_LISTS, type BatchLists } from '../journal/batch-lists.ts';
import { appendBatch } from './append-batch.ts';
import { APPEND_LOG } from './append-log.ts';
import { DRAW_IDS } from './draw-ids.ts';
import { FORGET_OUTCOMES } from './forget-outcomes.ts';
import { GUESTS } from './guests.ts';
import { IN_TERM } from './in-term.ts';
import { LOGIN_DOORS } from './login-doors.ts';
import { PACK_LOG } from './pack-log.ts';
import { TRADE_NOTES } from './trade-notes.ts';
import { PUBLISH_SCENARIO } from './publish-scenario.ts';
import { PUBLISH_REPLAY } from './publish-replay.ts';

/** Functions that requests call, with the types of their arguments, as this program needs them. */
export interface FunctionSet {
  names: readonly string[];
  sql: string;
}

export function functionsFor(lists: BatchLists): FunctionSet {
  return {
    names: [
      ...['append_batch', 'append_transfers', 'draw_ids', 'forget_outcomes', 'publish_replay', 'publish_scenario'],
      ...['end_guest', 'register_guest', 'in_term'],
      ...['door_pause', 'doors_at', 'enter_doors', 'forget_doors', 'leave_doors'],
      ...['append_log', 'pack_log', 'prune_log', 'tile_root'],
      ...['keep_trade_note', 'noted_trades', 'trade_notes_of', 'trade_tag_words', 'trade_tags_of'],
    ],
    sql:
      appendBatch(lists) +
      DRAW_IDS +
      GUESTS +
      IN_TERM +
      LOGIN_DOORS +
      FORGET_OUTCOMES +
      PUBLISH_REPLAY +
      PUBLISH_SCENARIO +
      APPEND_LOG +
      PACK_LOG +
      TRADE_NOTES,
  };
}

export const FUNCTION_SET = functionsFor(BATCH_LISTS);
