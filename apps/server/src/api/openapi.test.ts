import { fileURLToPath } from 'node:url';
import { api, ERRORS, errorsOf, type Endpoint, type FileEndpoint } from '@plecho/contract';
import { verifyProof } from '@plecho/proofs';
import { describe, expect, it } from 'vitest';
import { declaredApp } from '../../test/support/app.ts';
import { DESCRIBED } from './described.ts';

const COMMITTED = fileURLToPath(new URL('../../../../packages/contract/openapi.json', import.meta.url));

interface Described {
  schema: unknown;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Answer {
  description: string;
  content: Record<string, Described>;
}
interface Operation {
  description: string;
  parameters?: (Described & { name: string; description?: string })[];
  requestBody?: { content: Record<string, Described> };
  responses: Record<string, Answer>;
}
type Paths = Record<string, Record<string, Operation>>;

const endpoints = [...DESCRIBED].filter((entry): entry is [string, Endpoint] => 'answer' in entry[1]);
const files = [...DESCRIBED].filter((entry): entry is [string, FileEndpoint] => 'media' in entry[1]);

async function document(): Promise<{ paths: Paths }> {
  return (await declaredApp()).swagger() as never;
}

function operationOf(paths: Paths, { method, path }: Endpoint | FileEndpoint): Operation {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}').replace('*', '{*}')]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is missing`);
  return operation;
}

describe('the description of the API', () => {
  it('is committed as it is; `npx vitest run openapi -u` writes it anew', async () => {
    await expect(`${JSON.stringify(await document(), null, 2)}\n`).toMatchFileSnapshot(COMMITTED);
  });

  it('says of every endpoint what it does, and with which statuses, codes and texts it refuses', async () => {
    const { paths } = await document();
    for (const [name, endpoint] of endpoints) {
      const { description, responses } = operationOf(paths, endpoint);
      expect(description, name).toMatch(/^[A-Z].+\.$/s);
      const { '200': done, ...refusals } = responses;
      expect(done?.content['application/json']?.example, name).toEqual(endpoint.example.answer);
      for (const code of errorsOf(endpoint).filter(
        (each) => endpoint.otherAnswers?.[ERRORS[each].status] === undefined,
      )) {
        const { status, text } = ERRORS[code];
        expect(refusals[status]?.description, `${name} ${code}`).toContain(`\`${code}\`: ${text}`);
        expect(refusals[status]?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
  });

  it('says of every file what it is, and with which codes it is refused', async () => {
    const { paths } = await document();
    expect(files.length).toBeGreaterThan(2);
    for (const [name, endpoint] of files) {
      const { description, responses } = operationOf(paths, endpoint);
      expect(description, name).toMatch(/^[A-Z].+\.$/s);
      expect(Object.keys(responses['200']?.content ?? {}), name).toEqual([endpoint.media]);
      const { example, examples } = responses['200']?.content[endpoint.media] ?? {};
      expect(example ?? examples?.['bytes']?.value, name).toEqual(endpoint.example.answer);
      for (const code of errorsOf(endpoint)) {
        const { status, text } = ERRORS[code];
        expect(responses[status]?.description, `${name} ${code}`).toContain(`\`${code}\`: ${text}`);
      }
    }
  });

  it('says of every operation and parameter what it is, with an example, and of every operation how it is refused', async () => {
    const missing: string[] = [];
    const demand = (what: string, ...parts: unknown[]): void => {
      if (parts.some((part) => part === undefined || part === '')) missing.push(what);
    };
    const exampleOf = ({ example, examples }: Described): unknown => example ?? Object.values(examples ?? {})[0]?.value;
    const operations = Object.entries((await document()).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    for (const { name, description, parameters = [], requestBody, responses } of operations) {
      demand(name, description, responses['400'], responses['500']);
      for (const each of parameters) demand(`${name}: ${each.name}`, each.description, exampleOf(each));
      const bodies = [...Object.values(requestBody?.content ?? {}), ...Object.values(responses['200']?.content ?? {})];
      for (const body of bodies) demand(`${name}: a body`, exampleOf(body));
      demand(`${name}: an answer`, Object.values(responses['200']?.content ?? {})[0]);
      for (const [status, answer] of Object.entries(responses)) demand(`${name}: ${status}`, answer.description);
    }
    expect(missing).toEqual([]);
    expect(operations.length).toBe(endpoints.length + files.length);
  });

  it('T2 the example of a proof is one, of which every step holds', () => {
    const { ok, steps } = verifyProof(api.trades.proof.example.answer);
    expect(steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(ok).toBe(true);
  });

  it.each([...endpoints, ...files])(
    'S5 %s: its example is a request and an answer as they may be',
    (_name, endpoint) => {
      const { path } = endpoint;
      const { example, params, query, body, answer } = endpoint as Endpoint;
      for (const [part, schema] of Object.entries({ params, query, body })) {
        const given = example[part as 'params' | 'query' | 'body'];
        if (schema === undefined) expect(given, part).toBeUndefined();
        else expect(schema.safeParse(given).error, part).toBeUndefined();
      }
      if (answer !== undefined) expect(answer.safeParse(example.answer).error).toBeUndefined();
      const named = [...path.matchAll(/:(\w+)|\*/g)].map(([all, name]) => name ?? all);
      expect(Object.keys(example.params ?? {}).sort()).toEqual(named.sort());
    },
  );

  it('S5 refuses unknown fields everywhere', async () => {
    const open: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('properties' in value && !('additionalProperties' in value && value.additionalProperties === false))
        open.push(path);
      for (const [key, child] of Object.entries(value)) visit(child, `${path}/${key}`);
    };
    for (const [path, operations] of Object.entries((await document()).paths)) {
      for (const [method, { requestBody }] of Object.entries(operations)) visit(requestBody, `${method} ${path}`);
    }
    expect(open).toEqual([]);
  });
});
