import { hash } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';
import type { DatabaseFunction, FunctionSet } from './functions.ts';

/** Another result, or other names of the arguments. */
const INVALID_FUNCTION_DEFINITION = '42P13';

/** Each function says in its comment which text made it; one that says nothing is nobody's. */
const FOUND = `
  SELECT proname::text AS name, format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) AS signature,
         obj_description(oid, 'pg_proc') AS made_of
  FROM pg_proc WHERE pronamespace = current_schema::regnamespace AND proname = ANY ($1) ORDER BY oid DESC`;

const MADE_OF = `
  SELECT s.signature, obj_description(to_regprocedure(s.signature)::oid, 'pg_proc') AS made_of
  FROM unnest($1::text[]) AS s (signature)`;

/** No table has a column of such a type: they are there for the functions' arguments. */
const TYPES = `
  SELECT t.typname::text AS name, EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_type'::regclass
      AND d.refobjid IN (t.oid, t.typarray)) AS is_used
  FROM pg_type t JOIN pg_class c ON c.oid = t.typrelid
  WHERE c.relnamespace = current_schema::regnamespace AND c.relkind = 'c'`;

const versionOf = ({ sql }: DatabaseFunction): string => `made of ${hash('sha256', sql)}`;

async function missing(owner: Client, { functions }: FunctionSet): Promise<DatabaseFunction[]> {
  const signatures = functions.map(({ signature }) => signature);
  const { rows } = await owner.query<{ signature: string; made_of: string | null }>(MADE_OF, [signatures]);
  const madeOf = new Map(rows.map((row) => [row.signature, row.made_of]));
  return functions.filter((each) => madeOf.get(each.signature) !== versionOf(each));
}

async function addTypes(owner: Client, types: FunctionSet['types']): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(TYPES);
  const known = new Set(rows.map(({ name }) => name));
  for (const [name, sql] of types) if (!known.has(name)) await owner.query(sql);
}

/** In the place of the one before, whose calls go on: also those that another process has prepared. */
async function make(owner: Client, wanted: DatabaseFunction): Promise<void> {
  const { signature, sql } = wanted;
  await owner.query('SAVEPOINT made');
  try {
    await owner.query(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== INVALID_FUNCTION_DEFINITION) throw error;
    await owner.query(`ROLLBACK TO SAVEPOINT made; DROP FUNCTION ${signature}; ${sql}`);
  }
  await owner.query(`RELEASE SAVEPOINT made; COMMENT ON FUNCTION ${signature} IS '${versionOf(wanted)}'`);
}

/**
 * Drops what nobody made, and of functions with other arguments than this program's all but the newest: processes of the
 * version before may be running. Types that no function has any more go with them.
 */
async function dropOlder(owner: Client, { types, functions }: FunctionSet): Promise<void> {
  const versions = new Set(functions.map(versionOf));
  const names = [...new Set(functions.map(({ name }) => name))];
  const { rows } = await owner.query<{ name: string; signature: string; made_of: string | null }>(FOUND, [names]);
  const kept = new Set<string>();
  for (const { name, signature, made_of: madeOf } of rows) {
    if (madeOf !== null && versions.has(madeOf)) continue;
    if (madeOf === null || kept.has(name)) await owner.query(`DROP FUNCTION ${signature}`);
    else kept.add(name);
  }
  const { rows: left } = await owner.query<{ name: string; is_used: boolean }>(TYPES);
  for (const { name, is_used: isUsed } of left) if (!isUsed && !types.has(name)) await owner.query(`DROP TYPE ${name}`);
}

/**
 * Makes the functions that are not those of this program: older, or gone. Processes of the version before go on with
 * theirs: a function stays in its place while its arguments are the same, and one with others comes beside it. They then have
 * the rights that every new function has, so the grants have to follow in the same transaction.
 * @param owner in a transaction that one process at a time may be in; its search path is the schema
 */
export async function createFunctions(owner: Client, set: FunctionSet): Promise<void> {
  await addTypes(owner, set.types);
  for (const wanted of await missing(owner, set)) await make(owner, wanted);
  await dropOlder(owner, set);
}
