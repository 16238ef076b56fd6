import { BATCH_LISTS, type BatchLists } from '../journal/batch-lists.ts';
import { appendBatch, rowTypes } from './append-batch.ts';
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

/** A function that requests call, as this program needs it. */
export interface DatabaseFunction {
  name: string;
  /** Its name with the types of its arguments: by these the database tells functions of one name apart. */
  signature: string;
  /** One statement that makes it, or puts it in the place of one with the same signature. */
  sql: string;
}

export interface FunctionSet {
  /** What makes each type of an argument, by its name: another type has another name. */
  types: ReadonlyMap<string, string>;
  /** What one calls comes before it. */
  functions: readonly DatabaseFunction[];
}

/** @param text statements that make one function each, whose arguments are names and types alone */
function functionsOf(text: string): DatabaseFunction[] {
  return [...text.matchAll(/CREATE (FUNCTION (\w+)\(([^)]*)\)[^]*?\$\$;)/g)].map(
    ([, made = '', name = '', typed = '']) => {
      const types = typed.split(',').map((argument) => argument.trim().replace(/^\w+ /, ''));
      return { name, signature: `${name}(${types.join(', ')})`, sql: `CREATE OR REPLACE ${made}` };
    },
  );
}

export const functionsFor = (lists: BatchLists): FunctionSet => ({
  types: rowTypes(lists),
  functions: [
    ...[appendBatch(lists), DRAW_IDS, GUESTS, IN_TERM, LOGIN_DOORS, FORGET_OUTCOMES, PUBLISH_REPLAY, PUBLISH_SCENARIO],
    ...[APPEND_LOG, PACK_LOG, TRADE_NOTES],
  ].flatMap(functionsOf),
});

export const FUNCTION_SET = functionsFor(BATCH_LISTS);
