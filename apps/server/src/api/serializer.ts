import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import * as z from 'zod';

type Write = (answer: unknown) => string;

/**
 * An object or null is one object that may be null: of alternatives the library takes none whose object has more than
 * its schema names, instead of leaving that here.
 */
function withNullableObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullableObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, withNullableObjects(value)]),
  ) as { anyOf?: { type?: string }[] };
  const [first, second] = anyOf ?? [];
  const isNullable = anyOf?.length === 2 && first?.type === 'object' && second?.type === 'null';
  if (isNullable) return { ...rest, ...first, nullable: true };
  return anyOf === undefined ? rest : { ...rest, anyOf };
}

const writerOf = (schema: z.ZodType): Write => {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { target: 'draft-7' });
  return fastJsonStringify(withNullableObjects(plain) as fastJsonStringify.Schema);
};

/**
 * Writes answers by their schemas: what a schema does not name stays here, what it asks for and is missing is an
 * error. Anything else of a value is what the handler made it; only tests look at it again.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  // Most routes of a server are never asked for.
  let write: Write | null = null;
  return (answer: unknown) => (write ??= writerOf(schema))(answer);
};
