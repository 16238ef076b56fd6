import { api, type Address, type Endpoint } from '@plecho/contract';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { serializerCompiler } from './serializer.ts';

const ENDPOINTS = Object.values<Readonly<Record<string, Address | Endpoint>>>(api)
  .flatMap((resource) => Object.values(resource))
  .filter((endpoint): endpoint is Endpoint => 'answer' in endpoint);

const write = (schema: unknown, answer: unknown): string =>
  serializerCompiler({ schema: schema as z.ZodType, method: 'GET', url: '/' })(answer);

it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'the answer of %s is written as it is',
  (_name, { answer, example }) => {
    expect(JSON.parse(write(answer, example.answer))).toEqual(example.answer);
  },
);

/** The value with a field that no schema names in every object of it. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withMore(each)])),
    passwordHash: 'x',
  };
}

it('S5 what a schema does not name stays here, at any depth', () => {
  for (const { answer, example } of [api.prices.pairs, api.positions.list, api.trades.list, api.account.log]) {
    expect(write(answer, withMore(example.answer))).toBe(write(answer, example.answer));
  }
});

it('an answer without a field that its schema asks for is an error', () => {
  const { market: _market, ...rest } = api.prices.pairs.example.answer as Record<string, unknown>;
  expect(() => write(api.prices.pairs.answer, rest)).toThrow('market');
});

const odd = z.strictObject({ text: z.string(), maybe: z.nullable(z.string()), more: z.optional(z.int()) });

it.each([
  { text: '"\\\u2028\u0000</script>\ud800', maybe: null },
  { text: '', maybe: '\n', more: 2 ** 53 - 1 },
  { text: 'x'.repeat(70_000), maybe: '', more: -1 },
])('texts and numbers arrive as they were', (value) => {
  expect(JSON.parse(write(odd, value))).toEqual(JSON.parse(JSON.stringify(value)));
});
