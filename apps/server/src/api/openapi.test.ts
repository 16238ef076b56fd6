import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { declaredApp } from '../../test/support/app.ts';

const COMMITTED = fileURLToPath(new URL('../../../../packages/contract/openapi.json', import.meta.url));

interface Operation {
  requestBody?: unknown;
  responses?: Record<string, unknown>;
}

async function document(): Promise<{ paths: Record<string, Record<string, Operation>> }> {
  return (await declaredApp()).swagger() as never;
}

describe('the description of the API', () => {
  it('is committed as it is; `npx vitest run openapi -u` writes it anew', async () => {
    await expect(`${JSON.stringify(await document(), null, 2)}\n`).toMatchFileSnapshot(COMMITTED);
  });

  it('S5 gives every route a form for what it answers, errors included', async () => {
    for (const [path, operations] of Object.entries((await document()).paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        expect(Object.keys(responses ?? {}), `${method} ${path}`).toEqual(
          expect.arrayContaining(['200', '4XX', '5XX']),
        );
      }
    }
  });

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
