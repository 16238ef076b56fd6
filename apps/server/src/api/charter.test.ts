import { serverMessage } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { declaredApp } from '../../test/support/app.ts';

/** What could take real money in or out, or could be used to ask for it. */
const FORBIDDEN =
  /card|iban|swift|\bbic\b|cvv|cvc|expiry|wallet|address|memo|txhash|passport|document|photo|image|upload|attachment|receipt|payment|invoice|payout|webhook|callback|redirect|link|url|bank|requisite|mnemonic|privatekey|amountrub|message|comment|note/i;

/** Fields that hold a price. */
const PRICES = /price$|^(open|high|low|close|high24h|low24h|takeProfit|stopLoss)$/i;

type Schema = Record<string, unknown>;

function* objectsIn(value: unknown, inside: Schema[] = []): Generator<{ object: Schema; inside: Schema[] }> {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Schema;
  const isObject = typeof schema['properties'] === 'object' && schema['properties'] !== null;
  if (isObject) yield { object: schema['properties'] as Schema, inside };
  const chain = isObject ? [...inside, schema['properties'] as Schema] : inside;
  for (const child of Object.values(schema)) yield* objectsIn(child, chain);
}

async function description(): Promise<{ paths: Record<string, Record<string, Schema>> }> {
  return (await declaredApp()).swagger() as never;
}

describe('the charter in the API', () => {
  it('C1 has no field that could hold real money’s ways in or out', async () => {
    const names = new Set<string>();
    const { paths } = await description();
    for (const { object } of objectsIn(paths)) for (const name of Object.keys(object)) names.add(name);
    for (const operations of Object.values(paths)) {
      for (const operation of Object.values(operations)) {
        for (const { name } of (operation['parameters'] ?? []) as { name: string }[]) names.add(name);
      }
    }
    expect(names.size).toBeGreaterThan(50);
    expect([...names].filter((name) => FORBIDDEN.test(name))).toEqual([]);
    expect(Object.keys(paths).filter((path) => FORBIDDEN.test(path))).toEqual([]);
  });

  it('C2 names the market in every answer that carries a price', async () => {
    const { paths } = await description();
    const priced: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        for (const { object, inside } of objectsIn(operation['responses'])) {
          if (!Object.keys(object).some((name) => PRICES.test(name))) continue;
          priced.push(path);
          const names = [object, ...inside].flatMap((each) => Object.keys(each));
          expect(names, `${method} ${path}: ${Object.keys(object).join()}`).toContain('market');
        }
      }
    }
    expect(new Set(priced).size).toBeGreaterThanOrEqual(7);
  });

  it('C2 names the market in every message of the stream that carries one', () => {
    const { oneOf, anyOf } = z.toJSONSchema(serverMessage) as { oneOf?: Schema[]; anyOf?: Schema[] };
    const kinds = (oneOf ?? anyOf ?? []).map((each) => each['properties'] as Schema);
    const carrying = kinds.filter((properties) => 'data' in properties);
    expect(carrying).toHaveLength(4);
    for (const properties of carrying) expect(Object.keys(properties)).toContain('market');
  });

  it('C2 lets nobody bring a price of their own into a fill', async () => {
    const { paths } = await description();
    const body = JSON.stringify(paths['/api/trading/positions']?.['post']?.['requestBody']);
    const names = [...objectsIn(JSON.parse(body))].flatMap(({ object }) => Object.keys(object));
    expect(names.sort()).toEqual(['amount', 'leverage', 'stopLoss', 'symbol', 'takeProfit', 'type']);
  });
});
