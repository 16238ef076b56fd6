import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../harness/database.ts';
import {
  ANSWER_FIELDS,
  FREE_COLUMNS,
  FREE_TEXTS,
  PATHS,
  REQUEST_FIELDS,
  SETTINGS,
  STORED,
  STREAM_FIELDS,
  type Allowed,
} from './allowed.ts';
import { describedRoutes, isFreeText, namesIn, requestFields, streamSchemas, type RequestField } from './api-fields.ts';

/** What could take real money in or out, or could be used to ask for it. */
const SUSPICIOUS =
  /card|iban|swift|\bbic\b|cvv|cvc|expir|wallet|address|memo(?!ry)|hash|passport|document|photo|image|(?<!pro)file|upload|attachment|receipt|payment|invoice|payout|webhook|callback|redirect|link|url|bank|requisite|mnemonic|seed|phrase|private|rub|message|comment|note|contact|telegram|email|details|origin/i;

const database = useDatabase();
const nameOf = ({ route, place, name }: RequestField): string => `${route.name}: ${place} ${name}`;

/** Every name has a line, every line has its name, and every line says why. */
function expectListed(found: Iterable<string>, allowed: Allowed): void {
  const names = [...new Set(found)].sort();
  expect({ unlisted: names.filter((name) => !Object.hasOwn(allowed, name)) }).toEqual({ unlisted: [] });
  expect({ stale: Object.keys(allowed).filter((name) => !names.includes(name)) }).toEqual({ stale: [] });
  for (const [name, why] of Object.entries(allowed)) expect(why.length, name).toBeGreaterThan(15);
}

describe('C1 nothing has a name under which real money could come in or out', () => {
  it('no path of the API', async () => {
    const routes = await describedRoutes();
    expect(routes.length).toBeGreaterThan(45);
    expectListed(
      routes.map(({ path }) => path).filter((path) => SUSPICIOUS.test(path)),
      PATHS,
    );
  });

  it('no field that a caller can fill in', async () => {
    const fields = requestFields(await describedRoutes());
    expect(fields.length).toBeGreaterThan(90);
    expectListed(fields.filter(({ name }) => SUSPICIOUS.test(name)).map(nameOf), REQUEST_FIELDS);
  });

  it('no field of an answer', async () => {
    const names = (await describedRoutes()).flatMap(({ operation }) => namesIn(operation.responses));
    expect(new Set(names).size).toBeGreaterThan(100);
    expectListed(
      names.filter((name) => SUSPICIOUS.test(name)),
      ANSWER_FIELDS,
    );
  });

  it('no field of the stream', () => {
    const { client, server } = streamSchemas();
    const names = [...namesIn(client), ...namesIn(server)];
    expect(new Set(names).size).toBeGreaterThan(40);
    expectListed(
      names.filter((name) => SUSPICIOUS.test(name)),
      STREAM_FIELDS,
    );
  });

  it('no table and no column of the database', async () => {
    const { rows } = await database.owner.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = $1`,
      [database.target.schema],
    );
    expect(rows.length).toBeGreaterThan(200);
    const tables = rows.map(({ table }) => table).filter((table) => SUSPICIOUS.test(table));
    const columns = rows
      .filter(({ column }) => SUSPICIOUS.test(column))
      .map(({ table, column }) => `${table}.${column}`);
    expectListed([...tables, ...columns], STORED);
  });

  it('no setting of the server', () => {
    const source = readFileSync(new URL('../../src/config.ts', import.meta.url), 'utf8');
    const settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
    expect(settings.length).toBeGreaterThanOrEqual(8);
    expectListed(
      settings.filter((name) => SUSPICIOUS.test(name)),
      SETTINGS,
    );
  });
});

describe('C1 nothing takes just any text', () => {
  it('every field that takes one says what becomes of it', async () => {
    const fields = requestFields(await describedRoutes());
    expectListed(fields.filter(({ schema }) => isFreeText(schema)).map(nameOf), FREE_TEXTS);
  });

  it('every column that holds one says where it comes from', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
       WHERE c.table_schema = $1 AND c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'xml', 'bytea', 'ARRAY', 'USER-DEFINED')
         AND NOT EXISTS (
           SELECT FROM pg_constraint k
           WHERE k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND k.contype = 'c'
             AND k.conkey = ARRAY[c.ordinal_position::smallint]
             AND pg_get_constraintdef(k.oid) ~ '(= ANY|~ ''|= ''|length\\()' AND pg_get_constraintdef(k.oid) !~ ' OR '
         )`,
      [database.target.schema],
    );
    expect(rows.length).toBeGreaterThan(10);
    expectListed(
      rows.map(({ name }) => name),
      FREE_COLUMNS,
    );
  });

  it('no answer carries an address or a hash of another form than the practice network’s', async () => {
    const forms = new Map<string, Set<string>>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties } = value as { properties?: Record<string, unknown> };
      for (const [name, schema] of Object.entries(properties ?? {})) {
        if (!/^(address|txHash|from|to)$/.test(name)) continue;
        // Of a recording: when it begins and ends.
        if ((schema as { type?: unknown }).type === 'integer') continue;
        const patterns = [...JSON.stringify(schema).matchAll(/"pattern":"([^"]+)"/g)].map(
          ([, pattern = '']) => pattern,
        );
        forms.set(name, new Set([...(forms.get(name) ?? []), ...(patterns.length === 0 ? ['any'] : patterns)]));
      }
      for (const child of Object.values(value)) visit(child);
    };
    for (const { operation } of await describedRoutes()) visit(operation.responses);
    visit(streamSchemas().server);
    const address = new Set(['^sim1[a-z0-9]{39}$']);
    expect(Object.fromEntries(forms)).toEqual({
      ...{ address, from: address, to: address },
      txHash: new Set(['^simtx1[a-z0-9]{58}$']),
    });
  });
});
