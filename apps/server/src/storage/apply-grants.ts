import type { Client } from 'pg';
import type { Target } from './connection.ts';
import type { TableGrants } from './grant-kinds.ts';
import { FUNCTIONS } from './function-grants.ts';
import { TABLES } from './grants.ts';

/** Columns by table, as they are: a schema that was not brought up to date entirely has only some of them. */
async function columnsOf(owner: Client, schema: string): Promise<Map<string, Set<string>>> {
  const { rows } = await owner.query<{ table: string; columns: string[] }>(
    `SELECT c.relname::text AS table, array_agg(a.attname::text) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' GROUP BY c.relname`,
    [schema],
  );
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

function grantsOf({ columns, delete: mayDelete }: TableGrants, existing: Set<string>): string[] {
  const verbs = ['select', 'insert', 'update'].flatMap((verb) => {
    const names = Object.entries(columns)
      .filter(([rights]) => rights.split(' ').includes(verb))
      .flatMap(([, ofThese]) => ofThese)
      .filter((name) => existing.has(name));
    return names.length === 0 ? [] : [`${verb} (${names.join(', ')})`];
  });
  return mayDelete === true ? [...verbs, 'delete'] : verbs;
}

/**
 * Every function of the schema: a migration that makes one anew makes it with rights of its own. One that another version
 * made, under a name that this program does not know, keeps those that it has: processes of that version call it.
 */
async function functionStatements(
  owner: Client,
  { schema, app: { user } }: Omit<Target, 'ownerUrl'>,
): Promise<string[]> {
  const role = owner.escapeIdentifier(user);
  const { rows } = await owner.query<{ name: string; signature: string; is_made: boolean; may_execute: boolean }>(
    `SELECT proname::text AS name, format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) AS signature,
            coalesce(obj_description(oid, 'pg_proc') LIKE 'made of %', false) AS is_made,
            has_function_privilege($2, oid, 'EXECUTE') AS may_execute
     FROM pg_proc WHERE pronamespace = $1::regnamespace`,
    [schema, user],
  );
  return rows.flatMap(({ name, signature, is_made: isMade, may_execute: mayExecute }) => {
    const grant = `GRANT EXECUTE ON ROUTINE ${signature} TO ${role}`;
    const known = FUNCTIONS[name];
    if (known === undefined && isMade) return mayExecute ? [grant] : [];
    const { as, execute } = known ?? { as: 'caller' };
    const security = as === 'owner' ? 'DEFINER' : 'INVOKER';
    return [
      `ALTER ROUTINE ${signature} SECURITY ${security} SET search_path = ${schema}, pg_temp`,
      ...(execute === true ? [grant] : []),
    ];
  });
}

/**
 * The database, quoted, if its role or everybody may make temporary tables and functions, which would come before others
 * in a session. Its row is not written without need: it is that of all schemas.
 */
async function temporaryOf(owner: Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ database: string }>(
    `SELECT quote_ident(datname) AS database FROM pg_database
     WHERE datname = current_database() AND EXISTS (
       SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) AS acl
       WHERE acl.privilege_type = 'TEMPORARY'
         AND (acl.grantee = 0 OR acl.grantee = (SELECT oid FROM pg_roles WHERE rolname = $1)))`,
    [role],
  );
  return rows.map(({ database }) => database);
}

/**
 * Takes everything from the application's role, and from everybody, and gives the role what the tables of
 * grants say. To be called in a transaction of the owner, whose search path is the schema.
 */
export async function applyGrants(owner: Client, { schema, app }: Target): Promise<void> {
  const role = owner.escapeIdentifier(app.user);
  const temporary = await temporaryOf(owner, app.user);
  const columns = await columnsOf(owner, schema);
  const tables = Object.entries(TABLES).flatMap(([table, grants]) => {
    const given = grantsOf(grants, columns.get(table) ?? new Set());
    return given.length === 0 || !columns.has(table) ? [] : [`GRANT ${given.join(', ')} ON ${table} TO ${role}`];
  });
  const all = ['TABLES', 'SEQUENCES', 'ROUTINES'].map((kind) => `ALL ${kind} IN SCHEMA ${schema}`);
  const statements = [
    ...temporary.map((database) => `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`),
    ...[`SCHEMA ${schema}`, ...all].map((objects) => `REVOKE ALL ON ${objects} FROM PUBLIC, ${role}`),
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    ...tables,
    ...(await functionStatements(owner, { schema, app })),
  ];
  await owner.query(statements.join(';\n'));
}
