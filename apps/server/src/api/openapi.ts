import swagger from '@fastify/swagger';
import {
  errorBody,
  ERRORS,
  errorsOf,
  parameterText,
  type Address,
  type Endpoint,
  type FileEndpoint,
} from '@plecho/contract';
import type { FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { describedAs } from './described.ts';
import type { Server } from './server.ts';

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}
type Part = 'params' | 'querystring' | 'body' | 'headers';
/** What becomes of an endpoint's schemas. */
type Transformed = Partial<Record<Part, JsonSchema>> & { response?: Record<string, JsonSchema> };

/** Its codes and what they say, by the status of the answer. */
function refusalsOf(address: Address): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errorsOf(address), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** Parameters are described one by one, and so are their examples. */
function withTexts(schema: JsonSchema, path: string, example: object): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]): [string, JsonSchema] => {
    const value: unknown = Object.entries(example).find(([each]) => each === name)?.[1];
    const described = { ...property, description: parameterText(path, name) };
    return [name, value === undefined ? described : { ...described, examples: [value] }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function describeQuestion(schema: Transformed, { path, example }: Endpoint | FileEndpoint): Transformed {
  const { params, querystring } = schema;
  return {
    ...schema,
    ...(params === undefined ? {} : { params: withTexts(params, path, example.params ?? {}) }),
    ...(querystring === undefined ? {} : { querystring: withTexts(querystring, path, example.query ?? {}) }),
  };
}

function describe(schema: Transformed, endpoint: Endpoint): Transformed {
  const { body, response } = schema;
  const { example } = endpoint;
  return {
    ...describeQuestion(schema, endpoint),
    ...(body === undefined ? {} : { body: { ...body, examples: [example.body] } }),
    response: {
      ...refusalsOf(endpoint),
      ...response,
      '200': { ...response?.['200'], 'x-response-description': 'Done', examples: [example.answer] },
    },
  };
}

function describeFile(schema: Transformed, endpoint: FileEndpoint): Transformed {
  const { media, example } = endpoint;
  const content =
    media === 'application/octet-stream'
      ? {
          schema: { type: 'string', format: 'binary' },
          examples: { bytes: { summary: 'The answer is bytes; here they are in Base64.', value: example.answer } },
        }
      : { schema: { type: 'string' }, example: example.answer };
  return {
    ...describeQuestion(schema, endpoint),
    response: { ...refusalsOf(endpoint), '200': { description: 'Done', content: { [media]: content } } },
  };
}

/** Has `swagger()` describe the endpoints that `app` gets from here on, in OpenAPI. */
export async function describeApi(app: Server, version: string): Promise<void> {
  const { $schema: _dialect, ...error } = z.toJSONSchema(errorBody);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Плечо', version },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-plecho' } },
        schemas: { Error: error as never },
      },
    },
    transform: (route) => {
      const transformed = jsonSchemaTransform(route);
      const address = describedAs(String(route.route.method), route.url);
      const plain = transformed.schema as Transformed;
      if ('media' in address) return { ...transformed, schema: describeFile(plain, address) };
      if (!('answer' in address)) return transformed;
      const schema: FastifySchema = describe(plain, address);
      return { ...transformed, schema };
    },
  });
}
