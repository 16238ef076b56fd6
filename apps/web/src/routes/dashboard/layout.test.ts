import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { FIRST_SIZES, isSizes, useLayout } from './layout.ts';

beforeEach(() => localStorage.clear());

it('sizes are kept, told to everybody who looks at them, and come back', () => {
  const one = renderHook(() => useLayout());
  const other = renderHook(() => useLayout());
  expect(one.result.current.isChanged).toBe(false);
  act(() => one.result.current.resize('left', 300));
  expect(other.result.current).toMatchObject({ sizes: { ...FIRST_SIZES, left: 300 }, isChanged: true });
  act(() => other.result.current.reset());
  expect(one.result.current).toMatchObject({ sizes: FIRST_SIZES, isChanged: false });
});

it.each([null, 1, {}, { ...FIRST_SIZES, left: 9999 }, { ...FIRST_SIZES, bottom: 0 }, { ...FIRST_SIZES, right: '300' }])(
  'what was kept is no layout: %j',
  (value) => {
    expect(isSizes(value)).toBe(false);
  },
);
