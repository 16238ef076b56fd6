import { transform } from 'oxc-transform-react';
import { expect, it } from 'vitest';
import { hoistBigints } from './bigint-literals.ts';

const source = `import { useRate } from './rate.ts';
type Five = 5n;
const text = 'деньги 😀';
export function useTotal(balance: bigint | null, price: bigint): bigint | undefined {
  const rate = useRate();
  return price > 0n ? ((balance ?? 0n) * 10_000n - -5n) * rate : undefined;
}
`;

it('moves every bigint of a function into a constant and keeps the lines', () => {
  const moved = hoistBigints(source, 'use-total.ts') ?? '';
  expect(moved).toContain('return price > $bigint0 ? ((balance ?? $bigint0) * $bigint10000 - -$bigint5) * rate');
  expect(moved).toContain('type Five = 5n;');
  expect(moved).toContain("const text = 'деньги 😀';");
  expect(moved.split('\n')).toHaveLength(source.split('\n').length);
});

it('leaves a file without bigints alone', () => {
  expect(hoistBigints("export const name = 'channel10n';\nexport const n = 10;", 'n.ts')).toBeNull();
});

it("survives React's compiler, which would lose the literals", async () => {
  const compile = async (code: string) => (await transform('use-total.ts', code, { reactCompiler: {} })).code;
  expect(await compile(hoistBigints(source, 'use-total.ts') ?? '')).not.toContain('?? undefined');
  // When this fails, the compiler has been mended and the plugin can go.
  expect(await compile(source)).toContain('?? undefined');
});
