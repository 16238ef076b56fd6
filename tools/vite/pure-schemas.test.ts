import { expect, it } from 'vitest';
import { markPure } from './pure-schemas.ts';

it('marks the making of each schema, those within others too', () => {
  expect(markPure(`export const size = z.strictObject({ amount: z.optional(usdt), kind: z.enum(KINDS) });`)).toBe(
    `export const size = /* @__PURE__ */ z.strictObject({ amount: /* @__PURE__ */ z.optional(usdt), kind: /* @__PURE__ */ z.enum(KINDS) });`,
  );
});

it('leaves alone what is no schema', () => {
  const code = `blitz.draw(1); z(context); const z = 1; quiz.ask();`;
  expect(markPure(code)).toBe(code);
});
