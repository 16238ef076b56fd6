import type { TableGrants } from './grant-kinds.ts';
import { LEARNING } from './grants/learning.ts';
import { LOGS } from './grants/logs.ts';
import { MARKETS } from './grants/markets.ts';
import { MONEY } from './grants/money.ts';
import { OPERATORS } from './grants/operators.ts';
import { PEOPLE } from './grants/people.ts';
import { TRADING } from './grants/trading.ts';

/**
 * What the application's role may do, by table and column (rule S12). Everything that is not here is
 * refused: a new table or column does nothing for requests before it has its line.
 */
export const TABLES: Record<string, TableGrants> = {
  ...PEOPLE,
  ...MARKETS,
  ...TRADING,
  ...MONEY,
  ...OPERATORS,
  ...LOGS,
  ...LEARNING,
  kysely_migration: { columns: { none: ['name', 'timestamp'] }, why: 'Of the migrations.' },
  kysely_migration_lock: { columns: { none: ['id', 'is_locked'] }, why: 'Of the migrations.' },
};
