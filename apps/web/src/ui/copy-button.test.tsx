import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>();
const execCommand = vi.fn<(command: string) => boolean>();

const press = async (): Promise<void> => {
  fireEvent.click(screen.getByRole('button'));
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue(undefined);
  execCommand.mockReset().mockReturnValue(true);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('CopyButton', () => {
  it('copies, says so for two seconds, and is ready again', async () => {
    render(<CopyButton text="sim1abc" label="Скопировать адрес" />);
    await press();
    expect(writeText).toHaveBeenCalledExactlyOnceWith('sim1abc');
    expect(screen.getByRole('status').textContent).toBe('Скопировано');
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('copies through a selection where there is no clipboard', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    render(<CopyButton text="sim1abc" label="Скопировать адрес" iconOnly />);
    await press();
    expect(execCommand).toHaveBeenCalledWith('copy');
    expect(screen.getByRole('status').textContent).toBe('Скопировано');
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('admits that it could not', async () => {
    writeText.mockRejectedValue(new Error('denied'));
    execCommand.mockReturnValue(false);
    render(<CopyButton text="sim1abc" label="Скопировать адрес" />);
    await press();
    expect(screen.getByRole('status').textContent).toBe('Выделите и скопируйте сами');
  });

  it('says nothing of another text', async () => {
    const { rerender } = render(<CopyButton text="sim1abc" label="Скопировать адрес" />);
    await press();
    rerender(<CopyButton text="sim1def" label="Скопировать адрес" />);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
