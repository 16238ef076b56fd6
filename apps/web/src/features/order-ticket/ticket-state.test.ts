import { expect, it } from 'vitest';
import { EMPTY_DRAFT, isRemembered, rememberedOf } from './ticket-state.ts';

const remembered = { kind: 'limit', amount: '250,5', leverage: 7 };

it('remembers the kind, the amount and the leverage, and no price', () => {
  const draft = {
    ...EMPTY_DRAFT,
    kind: 'limit' as const,
    amount: '250,5',
    leverage: 7,
    limitPrice: '3',
    stopLoss: '2',
  };
  expect(rememberedOf(draft)).toEqual(remembered);
  expect(isRemembered(rememberedOf(draft))).toBe(true);
});

it('does not take back what cannot be a ticket', () => {
  const wrong: unknown[] = [
    null,
    'market',
    [],
    {},
    { ...remembered, kind: 'stop' },
    { ...remembered, leverage: 0 },
    { ...remembered, leverage: 11 },
    { ...remembered, leverage: 2.5 },
    { ...remembered, leverage: '5' },
    { ...remembered, amount: '' },
    { ...remembered, amount: '0' },
    { ...remembered, amount: '-5' },
    { ...remembered, amount: 'сто' },
    { ...remembered, amount: 100 },
    { ...remembered, amount: '1'.repeat(31) },
  ];
  expect(wrong.filter(isRemembered)).toEqual([]);
});
