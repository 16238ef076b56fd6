import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AlertBell } from './alert-bell.tsx';

vi.mock('@/live/index.ts', () => ({ useRings: () => ({ unseen: 0 }), listenToRings: () => () => undefined }));
vi.mock('./alerts-panel.tsx', () => ({ AlertsPanel: () => null }));

afterEach(cleanup);

it('opens for nobody who comes after whoever had opened it', () => {
  const { unmount } = render(<AlertBell />);
  fireEvent.click(screen.getByRole('button', { name: 'Оповещения' }));
  expect(screen.getByRole('dialog', { name: 'Оповещения' })).toBeTruthy();
  unmount();
  render(<AlertBell />);
  expect(screen.queryByRole('dialog')).toBeNull();
});
