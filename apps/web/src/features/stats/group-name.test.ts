import { CLOSE_REASONS, SIDES } from '@plecho/domain';
import { expect, it } from 'vitest';
import { groupName } from './group-name.ts';

it('has a name in words for every reason of a close and both directions', () => {
  for (const reason of CLOSE_REASONS) expect(groupName('reason', reason)).toMatch(/^[А-Я][а-я-]+( [а-я]+)?$/);
  expect(groupName('reason', 'attemptEnd')).toBe('Конец попытки');
  expect(SIDES.map((side) => groupName('side', side))).toEqual(['Long', 'Short']);
});
