import { hash } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';
import type { DatabaseFunction, FunctionSet } from './functions.ts';

/** Another result, or other names of the arguments. */
const INVALID_FUNCTION_DEFINITION = '42P13';

/**
 * Each function says in its comment which text made it, and which version used it last: versions that come one after another
 * have numbers that grow. One that says nothing is nobody's.
 */
const FOUND = `
  SELECT oid::integer AS id, format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) AS signature,
         obj_description(oid, 'pg_proc') AS comment
  FROM pg_proc WHERE pronamespace = current_schema::regnamespace
    AND (proname = ANY ($1) OR obj_description(oid, 'pg_proc') LIKE 'made of %')`;

const IDS =
  'SELECT to_regprocedure(signature)::oid::integer AS id FROM unnest($1::text[]) WITH ORDINALITY AS s (signature, n) ORDER BY n';

/** No table has a column of such a type: they are there for the functions' arguments. */
const TYPES = `
  SELECT t.typname::text AS name, EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_type'::regclass
      AND d.refobjid IN (t.oid, t.typarray)) AS is_used
  FROM pg_type t JOIN pg_class c ON c.oid = t.typrelid
  WHERE c.relnamespace = current_schema::regnamespace AND c.relkind = 'c'`;

const COMMENT = /^made of ([0-9a-f]{64})(?: in (\d+))?$/;
const hashOf = ({ sql }: DatabaseFunction): string => hash('sha256', sql);

interface Found {
  id: number;
  signature: string;
  /** null: nobody's. */
  madeOf: string | null;
  /** 0 for one that was made before they were counted. */
  version: number;
}

async function lookUp(owner: Client, { functions }: FunctionSet): Promise<Found[]> {
  const names = [...new Set(functions.map(({ name }) => name))];
  const { rows } = await owner.query<{ id: number; signature: string; comment: string | null }>(FOUND, [names]);
  return rows.map(({ id, signature, comment }) => {
    const [, madeOf = null, version = '0'] = COMMENT.exec(comment ?? '') ?? [];
    return { id, signature, madeOf, version: Number(version) };
  });
}

/** The ids of the functions of this program, null where one is not there. */
async function idsOf(owner: Client, { functions }: FunctionSet): Promise<(number | null)[]> {
  const { rows } = await owner.query<{ id: number | null }>(IDS, [functions.map(({ signature }) => signature)]);
  return rows.map(({ id }) => id);
}

async function addTypes(owner: Client, types: FunctionSet['types']): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(TYPES);
  const known = new Set(rows.map(({ name }) => name));
  for (const [name, sql] of types) if (!known.has(name)) await owner.query(sql);
}

/** In the place of the one before, whose calls go on: also those that another process has prepared. */
async function make(owner: Client, { signature, sql }: DatabaseFunction): Promise<void> {
  await owner.query('SAVEPOINT made');
  try {
    await owner.query(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== INVALID_FUNCTION_DEFINITION) throw error;
    await owner.query(`ROLLBACK TO SAVEPOINT made; DROP FUNCTION ${signature}; ${sql}`);
  }
  await owner.query('RELEASE SAVEPOINT made');
}

/** A function of this program, and what is in its place. */
interface Wanted {
  wanted: DatabaseFunction;
  known: Found | undefined;
}

const isMade = ({ wanted, known }: Wanted): boolean => known?.madeOf === hashOf(wanted);

/** Makes what is not there as this program has it, and notes that the version with this number has used all of it. */
async function makeAll(owner: Client, all: readonly Wanted[], version: number): Promise<void> {
  for (const each of all) {
    const { wanted } = each;
    if (!isMade(each)) await make(owner, wanted);
    await owner.query(`COMMENT ON FUNCTION ${wanted.signature} IS 'made of ${hashOf(wanted)} in ${version}'`);
  }
}

async function dropTypes(owner: Client, { types }: FunctionSet): Promise<void> {
  const { rows } = await owner.query<{ name: string; is_used: boolean }>(TYPES);
  for (const { name, is_used: isUsed } of rows) if (!isUsed && !types.has(name)) await owner.query(`DROP TYPE ${name}`);
}

/**
 * Makes the functions that are not those of this program: older, or gone. Processes of the version that was used last go on
 * with theirs, whatever their names: a function stays in its place while its arguments are the same, and one with others
 * comes beside it. What that version did not use is dropped, and so are types that no function has any more. New functions
 * have the rights that every new function has, so the grants have to follow in the same transaction.
 * @param owner in a transaction that one process at a time may be in; its search path is the schema
 */
export async function createFunctions(owner: Client, set: FunctionSet): Promise<void> {
  await addTypes(owner, set.types);
  const found = await lookUp(owner, set);
  const last = Math.max(0, ...found.map(({ version }) => version));
  const ids = await idsOf(owner, set);
  const all = set.functions.map((wanted, n) => ({ wanted, known: found.find(({ id }) => id === ids[n]) }));
  const usedLast = found.filter(({ version, madeOf }) => version === last && madeOf !== null);
  const wasLast = all.every((each) => each.known?.version === last && isMade(each)) && usedLast.length === all.length;
  if (!wasLast) await makeAll(owner, all, last + 1);
  const kept = new Set(await idsOf(owner, set));
  for (const { id, signature, madeOf, version } of await lookUp(owner, set)) {
    const isOver = madeOf === null || (!wasLast && version < last);
    if (isOver && !kept.has(id)) await owner.query(`DROP FUNCTION ${signature}`);
  }
  await dropTypes(owner, set);
}
