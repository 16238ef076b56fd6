import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WarmChecks } from './warm-checks.tsx';

const selfChecked = vi.hoisted(() => vi.fn<() => Promise<boolean>>(() => Promise.resolve(true)));
vi.mock('./self-checked.ts', () => ({ selfChecked }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('has the check of a proof tried in a pause of the page, and not before', async () => {
  let pause = (): void => undefined;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    pause = run;
  });
  const { container } = render(<WarmChecks />);
  expect(container.textContent).toBe('');
  expect(selfChecked).not.toHaveBeenCalled();
  await act(async () => {
    pause();
    await expect.poll(() => selfChecked).toHaveBeenCalledOnce();
  });
});
