import { clientMessage, serverMessage } from '@plecho/contract';
import * as z from 'zod';
import { declaredApp } from '../support/app.ts';

export type Schema = Record<string, unknown>;

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

/** A route as the API describes itself. */
export interface Described {
  /** "POST /api/wallet/send", parameters in braces. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  operation: Operation;
}

/** One field that a caller can fill. */
export interface RequestField {
  route: Described;
  place: 'body' | 'query' | 'path' | 'header';
  name: string;
  schema: Schema;
}

export async function describedRoutes(): Promise<Described[]> {
  const { paths } = (await declaredApp()).swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase() as Described['method'];
      return { name: `${method} ${path}`, method, path, operation };
    }),
  );
}

export const bodyOf = ({ operation }: Described): Schema | null =>
  operation.requestBody?.content['application/json']?.schema ?? null;

/** The properties of every form that a body can have; one without any of a route that takes none. */
export function bodyForms(route: Described): Record<string, Schema>[] {
  const body = bodyOf(route) ?? {};
  const forms = (body['oneOf'] ?? [body]) as Schema[];
  return forms.map(({ properties = {} }) => properties as Record<string, Schema>);
}

/** A field of a body, and those of the object that it may hold: `trailing` and `trailing.value`. */
function fieldsOf(name: string, schema: Schema): { name: string; schema: Schema }[] {
  const options = (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as Schema[];
  const inner = options.flatMap(({ properties = {} }) => Object.entries(properties as Record<string, Schema>));
  return [{ name, schema }, ...inner.flatMap(([own, of]) => fieldsOf(`${name}.${own}`, of))];
}

/** Everything that a caller of the API can fill in, however deep. */
export function requestFields(routes: readonly Described[]): RequestField[] {
  return routes.flatMap((route): RequestField[] => {
    const parameters = (route.operation.parameters ?? []).map((parameter) => ({
      ...{ route, name: parameter.name, schema: parameter.schema },
      place: parameter.in as RequestField['place'],
    }));
    const properties = Object.assign({}, ...bodyForms(route)) as Record<string, Schema>;
    const fields = Object.entries(properties).flatMap(([name, schema]) => fieldsOf(name, schema));
    return [...parameters, ...fields.map((field) => ({ route, place: 'body' as const, ...field }))];
  });
}

/** Every object of a schema with the objects around it. */
export function* objectsIn(value: unknown, inside: Schema[] = []): Generator<{ object: Schema; inside: Schema[] }> {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Schema;
  const isObject = typeof schema['properties'] === 'object' && schema['properties'] !== null;
  if (isObject) yield { object: schema['properties'] as Schema, inside };
  const chain = isObject ? [...inside, schema['properties'] as Schema] : inside;
  for (const child of Object.values(schema)) yield* objectsIn(child, chain);
}

/** Names of all fields of a schema, however deep. */
export const namesIn = (schema: unknown): string[] =>
  [...objectsIn(schema)].flatMap(({ object }) => Object.keys(object));

export const streamSchemas = (): { client: unknown; server: unknown } => ({
  client: z.toJSONSchema(clientMessage),
  server: z.toJSONSchema(serverMessage),
});

const isText = (schema: Schema): boolean => {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  return options === undefined ? schema['type'] === 'string' : options.some(isText);
};

/** Whether a field takes a text, or a list of them, that is neither one of a list nor of a fixed form. */
export function isFreeText(schema: Schema): boolean {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (options !== undefined) return options.some(isFreeText);
  if (schema['type'] === 'array') return isFreeText((schema['items'] ?? {}) as Schema);
  return schema['type'] === 'string' && !('enum' in schema) && !('pattern' in schema) && !('const' in schema);
}

export { isText };
