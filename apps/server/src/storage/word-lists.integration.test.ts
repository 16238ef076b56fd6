import { auditAction } from '@plecho/contract';
import {
  ADJUST_REASONS,
  ANIMALS,
  ALERT_DIRECTIONS,
  ALERT_KINDS,
  ALERT_WINDOWS,
  BANK_VERDICTS,
  BLOCK_REASONS,
  CLASS_WORDS,
  CLOSE_REASONS,
  COLOURS,
  DRILL_STATES,
  FUNDING_HOURS,
  INTERVALS,
  LESSONS,
  LOG_KINDS,
  MARKET_BOOKS,
  MARKET_KINDS,
  MAX_LEVERAGE,
  MIN_LEVERAGE,
  OPERATION_FAILURES,
  OPERATION_TYPES,
  ORDER_KINDS,
  ENTRY_BARS,
  ORDER_REFUSALS,
  ORDER_STATUSES,
  PATH_SOURCES,
  PROCESS_ROLES,
  PROVENANCES,
  SIDES,
  STORIES,
  TRAIL_UNITS,
  USER_BOOKS,
} from '@plecho/domain';
import { ADDRESS_OWNERS, ASSETS, CURRENCIES, NETWORKS, PRACTICE_CARDS } from '@plecho/network';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { pathStep } from '../feeds/replay/index.ts';
import { ROLES } from '../identity/ports.ts';

const db = useDatabase();

/** The words of each column that takes no others: in the code they have one home, the database has its copy. */
const WORDS: Record<string, readonly string[]> = {
  'markets.kind': MARKET_KINDS,
  'markets.funding_hours': FUNDING_HOURS.map(String),
  'datasets.story': STORIES,
  'datasets.provenance': PROVENANCES,
  'candle_series.interval': INTERVALS,
  'replay_sessions.path_step': [pathStep(1), pathStep(600)].map(String),
  'positions.side': SIDES,
  'positions.trail_unit': TRAIL_UNITS,
  'orders.side': SIDES,
  'orders.kind': ORDER_KINDS,
  'orders.status': ORDER_STATUSES,
  'orders.trail_unit': TRAIL_UNITS,
  'orders.then_trail_unit': TRAIL_UNITS,
  'trades.side': SIDES,
  'trades.reason': CLOSE_REASONS,
  'trades.path': PATH_SOURCES,
  'trades.trail_unit': TRAIL_UNITS,
  'funding_payments.side': SIDES,
  'guesses.side': SIDES,
  'alerts.kind': ALERT_KINDS,
  'alerts.direction': ALERT_DIRECTIONS,
  'alerts.interval': INTERVALS,
  'alerts.window_s': ALERT_WINDOWS.map(String),
  'alert_rings.kind': ALERT_KINDS,
  'alert_rings.direction': ALERT_DIRECTIONS,
  'alert_rings.interval': INTERVALS,
  'alert_rings.window_s': ALERT_WINDOWS.map(String),
  'operations.type': OPERATION_TYPES,
  'operations.currency': CURRENCIES,
  'operations.network': NETWORKS,
  'operations.card': PRACTICE_CARDS,
  'settlements.failure': OPERATION_FAILURES,
  'bank_steps.verdict': BANK_VERDICTS,
  'network_addresses.owner': ADDRESS_OWNERS,
  'network_addresses.network': NETWORKS,
  'network_addresses.asset': ASSETS,
  'network_transactions.network': NETWORKS,
  'network_transactions.asset': ASSETS,
  'network_balances.network': NETWORKS,
  'network_balances.asset': ASSETS,
  'account_log.kind': LOG_KINDS,
  'audit_log.action': auditAction.options,
  'users.block_reason': BLOCK_REASONS,
  'users.role': ROLES,
  'lesson_progress.lesson': LESSONS,
  'personas.animal': ANIMALS,
  'personas.colour': COLOURS,
  'classes.word': CLASS_WORDS,
  'drills.state': DRILL_STATES,
  'drills.path_step': [pathStep(1), pathStep(600)].map(String),
};

interface Check {
  table: string;
  name: string;
  definition: string;
}

let checks: Check[] = [];

beforeAll(async () => {
  const { rows } = await db.owner.query<Check>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'c' AND connamespace = $1::regnamespace`,
    [db.target.schema],
  );
  checks = rows.map((row) => ({ ...row, table: row.table.replace(`${db.target.schema}.`, '') }));
});

/** A column of words: all of them are of the list. */
const SEVERAL = /^CHECK \(\((\w+) <@ ARRAY\[([^\]]*)\]\)\)$/;

const LIST = /\w"? = ANY \(ARRAY\[([^\]]*)\]\)/g;
const wordsOf = (list: string): string[] =>
  [...list.matchAll(/'([^']*)'|\b(\d+)\b/g)].map(([, word, number]) => word ?? number ?? '').toSorted();
/** Every list of words in a check, in its order. */
const listsOf = (name: string): string[][] => {
  const { definition = '' } = checks.find((check) => check.name === name) ?? {};
  return [...definition.matchAll(LIST)].map(([, list]) => wordsOf(list ?? ''));
};

it('a column that takes only listed words takes those of the code', () => {
  const found = checks.flatMap(({ table, definition }) => {
    const [, column, list] = /^CHECK \(\("?(\w+)"? = ANY \(ARRAY\[([^\]]*)\]\)\)\)/.exec(definition) ?? [];
    return column === undefined ? [] : [[`${table}.${column}`, wordsOf(list ?? '')] as const];
  });
  const expected = Object.entries(WORDS).map(([column, words]) => [column, words.toSorted()] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

it('a column of several listed words takes those of the code', () => {
  const found = checks.flatMap(({ table, definition }) => {
    const [, column, list] = SEVERAL.exec(definition) ?? [];
    return column === undefined ? [] : [[`${table}.${column}`, wordsOf(list ?? '')] as const];
  });
  expect(found).toEqual([['processes.roles', PROCESS_ROLES.toSorted()]]);
});

it('a list that depends on another column is that of the code', () => {
  expect(listsOf('book_of_owner')).toEqual([MARKET_BOOKS.toSorted(), USER_BOOKS.toSorted()]);
  expect(listsOf('reason_is_listed')).toEqual([
    ADJUST_REASONS.toSorted(),
    ORDER_REFUSALS.toSorted(),
    ENTRY_BARS.toSorted(),
    BLOCK_REASONS.toSorted(),
  ]);
});

it.each(['positions', 'orders', 'trades'])('leverage of %s has the bounds of the code', (table) => {
  const definitions = checks.filter((check) => check.table === table).map(({ definition }) => definition);
  expect(definitions).toContain(`CHECK (((leverage >= ${MIN_LEVERAGE}) AND (leverage <= ${MAX_LEVERAGE})))`);
});
