import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StartForm } from './start-form.tsx';

afterEach(cleanup);

it('starts a drill after a countdown of 3 to 60 seconds', async () => {
  const start = vi.fn<(seconds: number) => void>();
  render(<StartForm isPending={false} onStart={start} />);
  const field = screen.getByRole('textbox');
  const press = async (typed: string): Promise<void> => {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await act(async () => undefined);
  };
  for (const wrong of ['2', '61', '3.5', '']) {
    await press(wrong);
    expect(screen.getByRole('alert').textContent).toBe('A whole number from 3 to 60');
  }
  expect(start).not.toHaveBeenCalled();
  await press(' 20 ');
  expect(start).toHaveBeenCalledExactlyOnceWith(20);
  expect(screen.queryByRole('alert')).toBeNull();
});
