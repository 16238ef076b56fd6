import { expect, it } from 'vitest';
import { EMPTY_DRAFT, isMore, isRemembered, moreOf, NO_MORE, plainDraft, rememberedOf } from './ticket-state.ts';

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
  expect(moreOf(true, { ...EMPTY_DRAFT, expiry: 1_795_000_000 }).expiry).toBe('none');
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

it('remembers what is chosen beyond the plain ticket, and takes back nothing else', () => {
  expect(isMore(NO_MORE)).toBe(true);
  const more = moreOf(true, { ...EMPTY_DRAFT, sizing: 'risk', risk: '2', expiry: 'day' });
  expect(isMore(JSON.parse(JSON.stringify(more)))).toBe(true);
  const wrong: unknown[] = [
    ...[null, 'open', [], {}, true],
    ...[
      { ...more, isOpen: 'yes' },
      { ...more, sizing: 'gut' },
      { ...more, expiry: 'year' },
      { ...more, expiry: 1_795_000_000 },
    ],
    ...[
      { ...more, risk: 2 },
      { ...more, risk: '1'.repeat(31) },
      { ...more, trailingUnit: 'pips' },
    ],
  ];
  expect(wrong.filter(isMore)).toEqual([]);
});

it('the plain ticket keeps nothing of what is folded away', () => {
  const full = { ...EMPTY_DRAFT, kind: 'oco', sizing: 'risk', trailing: '1', expiry: 'day', amount: '70' } as const;
  expect(plainDraft(full)).toMatchObject({
    ...{ kind: 'market', sizing: 'margin', trailing: '', expiry: 'none', amount: '70' },
  });
  expect(plainDraft({ ...EMPTY_DRAFT, kind: 'limit' }).kind).toBe('limit');
});
