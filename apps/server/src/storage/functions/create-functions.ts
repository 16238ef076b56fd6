import { hash } from 'node:crypto';
import type { Client } from 'pg';
import type { FunctionSet } from './functions.ts';

/** Each function says in its comment which text made it. */
const FOUND = `
  SELECT format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) AS signature,
         obj_description(oid, 'pg_proc') AS made_of
  FROM pg_proc WHERE pronamespace = current_schema::regnamespace AND proname = ANY ($1)`;

/** No table has a column of such a type: they are there for the functions' arguments. */
const TYPES = `
  SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = current_schema::regnamespace AND relkind = 'c'`;

/**
 * Makes the functions anew when they are not those of this program: older, of other arguments, or gone. They then have
 * the rights that every new function has, so the grants have to follow in the same transaction.
 * @param owner in a transaction that one process at a time may be in; its search path is the schema
 */
export async function createFunctions(owner: Client, { names, sql }: FunctionSet): Promise<void> {
  const version = `made of ${hash('sha256', sql)}`;
  const { rows: found } = await owner.query<{ signature: string; made_of: string | null }>(FOUND, [names]);
  if (found.length === names.length && found.every(({ made_of: madeOf }) => madeOf === version)) return;
  const { rows: types } = await owner.query<{ name: string }>(TYPES);
  const statements = [
    ...found.map(({ signature }) => `DROP FUNCTION ${signature}`),
    ...types.map(({ name }) => `DROP TYPE ${name}`),
    sql,
    ...names.map((name) => `COMMENT ON FUNCTION ${name} IS '${version}'`),
  ];
  await owner.query(statements.join(';\n'));
}
