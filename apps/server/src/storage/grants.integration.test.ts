import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { FUNCTIONS } from './function-grants.ts';
import { TABLES } from './grants.ts';
import { migrate } from './migrate.ts';

const db = useDatabase();

const COLUMNS = `
  SELECT c.relname::text AS table, a.attname::text AS column, coalesce(r.rights, 'none') AS rights
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped,
  LATERAL (
    SELECT string_agg(p, ' ' ORDER BY place) AS rights
    FROM unnest(ARRAY['select', 'insert', 'update', 'references']) WITH ORDINALITY AS u (p, place)
    WHERE has_column_privilege($2, c.oid, a.attnum, p)
  ) AS r
  WHERE c.relnamespace = $1::regnamespace AND c.relkind NOT IN ('i', 'I', 'S', 'c', 't')`;

/** Rights to a whole table or sequence; of those to columns, one that also covers columns to come. */
const WHOLE = `
  SELECT c.relname || ': ' || p AS right
  FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) AS p
  WHERE c.relnamespace = $1::regnamespace AND c.relkind NOT IN ('i', 'I', 'S', 'c', 't') AND has_table_privilege($2, c.oid, p)
  UNION ALL
  SELECT c.relname || ': ' || p FROM pg_class c, unnest(ARRAY['USAGE', 'SELECT', 'UPDATE']) AS p
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'S' AND has_sequence_privilege($2, c.oid, p)
  UNION ALL
  SELECT 'schema: CREATE' WHERE has_schema_privilege($2, $1, 'CREATE')`;

const OF_EVERYBODY = `
  SELECT 'schema' AS what FROM pg_namespace n, aclexplode(n.nspacl) x WHERE n.nspname = $1 AND x.grantee = 0
  UNION ALL
  SELECT c.relname FROM pg_class c, aclexplode(c.relacl) x WHERE c.relnamespace = $1::regnamespace AND x.grantee = 0
  UNION ALL
  SELECT a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid, aclexplode(a.attacl) x
  WHERE c.relnamespace = $1::regnamespace AND x.grantee = 0
  UNION ALL
  SELECT p.proname FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
  WHERE p.pronamespace = $1::regnamespace AND x.grantee = 0`;

const ROUTINES = `
  SELECT proname::text AS name, prosecdef AS definer, has_function_privilege($2, oid, 'EXECUTE') AS execute, proconfig AS settings
  FROM pg_proc WHERE pronamespace = $1::regnamespace ORDER BY 1`;

async function ask<T extends object>(sql: string): Promise<T[]> {
  const { schema, app } = db.target;
  const values = sql.includes('$2') ? [schema, app.user] : [schema];
  return (await db.owner.query<T>(sql, values)).rows;
}

/** What the role may do with every column, written as the table of grants writes it. */
async function actualColumns(): Promise<Record<string, string>> {
  const rows = await ask<{ table: string; column: string; rights: string }>(COLUMNS);
  return Object.fromEntries(rows.map(({ table, column, rights }) => [`${table}.${column}`, rights]));
}

const listed = Object.entries(TABLES).flatMap(([table, { columns }]) =>
  Object.entries(columns).flatMap(([rights, names]) => names.map((name) => [`${table}.${name}`, rights] as const)),
);

async function expectExactly(): Promise<void> {
  expect(await actualColumns()).toEqual(Object.fromEntries(listed));
  const deletable = Object.entries(TABLES).flatMap(([table, { delete: may }]) => (may === true ? [table] : []));
  const whole = await ask<{ right: string }>(WHOLE);
  expect(whole.map(({ right }) => right).sort()).toEqual(deletable.map((table) => `${table}: DELETE`).sort());
  expect(await ask(OF_EVERYBODY)).toEqual([]);
  const settings = [`search_path=${db.target.schema}, pg_temp`];
  expect(await ask(ROUTINES)).toEqual(
    Object.entries(FUNCTIONS)
      .map(([name, { as, execute }]) => ({ name, definer: as === 'owner', execute: execute === true, settings }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

describe('the table of grants', () => {
  it('S12 names every table, column and function of the schema once, and the role may do exactly what it says', async () => {
    expect(new Set(listed.map(([column]) => column)).size).toBe(listed.length);
    await expectExactly();
  });

  describe('S12 is put right by every start', () => {
    beforeAll(async () => {
      const { schema, app } = db.target;
      const role = db.owner.escapeIdentifier(app.user);
      await db.owner.query(`
        GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role}, PUBLIC;
        GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}, PUBLIC;
        GRANT ALL ON SCHEMA ${schema} TO ${role}, PUBLIC;
        GRANT UPDATE (balance) ON ledger_accounts TO ${role};
        ALTER FUNCTION refuse_change SECURITY DEFINER;
        GRANT EXECUTE ON FUNCTION append_transfers TO ${role};
        -- As a migration does that gives the function other arguments.
        DO $$ DECLARE text text; BEGIN
          SELECT replace(pg_get_functiondef(oid), 'SECURITY DEFINER', '') INTO text FROM pg_proc
          WHERE proname = 'append_batch' AND pronamespace = '${schema}'::regnamespace;
          DROP FUNCTION append_batch;
          EXECUTE regexp_replace(regexp_replace(text, '(p_outcomes \\w+\\[\\])', '\\1, p_more bigint'),
            'SET search_path[^\\n]*', '');
        END $$`);
    });

    it('whatever was granted meanwhile, also for a function with new arguments', async () => {
      await expect(expectExactly()).rejects.toThrow('to deeply equal');
      await migrate(db.target);
      await expectExactly();
    });
  });

  it('S12 a table, a column and a function without a line can not be touched and are noticed', async () => {
    await db.owner.query(`
      ALTER TABLE users ADD COLUMN nickname text;
      CREATE TABLE diary (entry text);
      CREATE FUNCTION forgotten() RETURNS integer LANGUAGE sql AS 'SELECT 1'`);
    await migrate(db.target);
    await expect(db.pool.query('SELECT nickname FROM users')).rejects.toThrow('permission denied for table users');
    await expect(db.pool.query('SELECT FROM diary')).rejects.toThrow('permission denied for table diary');
    await expect(db.pool.query('SELECT forgotten()')).rejects.toThrow('permission denied for function forgotten');
    expect(await actualColumns()).toMatchObject({ 'users.nickname': 'none', 'diary.entry': 'none' });
    await expect(expectExactly()).rejects.toThrow('to deeply equal');
    await db.owner.query('ALTER TABLE users DROP COLUMN nickname; DROP TABLE diary; DROP FUNCTION forgotten');
    await expectExactly();
  });
});
