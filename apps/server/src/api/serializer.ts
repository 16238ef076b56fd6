import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import * as z from 'zod';

type Write = (answer: unknown) => string;

const writerOf = (schema: z.ZodType): Write => {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { target: 'draft-7' });
  return fastJsonStringify(plain as fastJsonStringify.Schema);
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
