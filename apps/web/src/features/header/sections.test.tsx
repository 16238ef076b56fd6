import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSections } from './sections.ts';

vi.mock('@tanstack/react-router', () => ({ useLocation: () => ({ pathname: '/assets' }) }));

it.each([false, true])('the assets are those of the selected market (phone: %s)', (onPhone) => {
  const { assets } = renderHook(() => useSections('scenario-7', onPhone)).result.current;
  expect(assets.href).toBe(onPhone ? '/mobile/assets?market=scenario-7' : '/assets?market=scenario-7');
  expect(assets.isHere).toBe(!onPhone);
});
