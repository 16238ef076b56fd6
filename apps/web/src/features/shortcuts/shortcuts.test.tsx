import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ShortcutList } from './shortcut-list.tsx';
import { useTradeKeys } from './use-trade-keys.ts';

afterEach(cleanup);

function useTold(told: string[]): void {
  useTradeKeys({
    onSearch: () => told.push('search'),
    onSide: (side) => told.push(side),
    onReview: () => told.push('review'),
    onInterval: (interval) => told.push(interval),
  });
}

function keysOfPage(): string[] {
  const told: string[] = [];
  renderHook(() => useTold(told));
  return told;
}

const press = (key: string, code: string, extra: object = {}, target: Element = document.body): boolean =>
  fireEvent.keyDown(target, { key, code, ...extra });

describe('the keys of the trade screen', () => {
  it('mean the same on a Russian layout', () => {
    const told = keysOfPage();
    press('b', 'KeyB');
    press('и', 'KeyB');
    press('l', 'KeyL');
    press('ы', 'KeyS');
    press('.', 'Slash');
    press('/', 'Backslash', { shiftKey: true });
    press('ArrowDown', 'ArrowDown');
    for (const digit of '123456') press(digit, `Digit${digit}`);
    press('Enter', 'Enter');
    expect(told).toEqual([
      ...['long', 'long', 'long', 'short', 'search', 'search', 'search', '1m', '5m', '15m', '1h', '1d', 'review'],
    ]);
  });

  it('are heard as soon as the screen is there', () => {
    const told: string[] = [];
    renderHook(() => {
      useTold(told);
      // Before the effects that follow painting.
      useLayoutEffect(() => {
        press('/', 'Slash');
      }, []);
    });
    expect(told).toEqual(['search']);
  });

  it('mean nothing with a modifier, while somebody types, held down, or under a dialog', () => {
    const told = keysOfPage();
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey']) press('s', 'KeyS', { [modifier]: true });
    press('?', 'Slash', { shiftKey: true });
    press('s', 'KeyS', { repeat: true });
    const { container } = render(
      <div>
        <input aria-label="field" />
        <textarea aria-label="note" />
        <select aria-label="choice" />
        <button type="button">button</button>
        <input type="range" aria-label="bar" />
      </div>,
    );
    for (const name of ['field', 'note', 'choice']) press('1', 'Digit1', {}, screen.getByLabelText(name));
    press('Enter', 'Enter', {}, screen.getByRole('button'));
    press('ArrowDown', 'ArrowDown', {}, screen.getByRole('slider'));
    const dialog = container.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    press('b', 'KeyB');
    expect(told).toEqual([]);
  });

  it('Esc leaves a field', () => {
    keysOfPage();
    render(<input aria-label="left" />);
    const field = screen.getByLabelText('left');
    field.focus();
    press('Escape', 'Escape', {}, field);
    expect(document.activeElement).toBe(document.body);
  });
});

it('the list has every key', () => {
  render(<ShortcutList />);
  for (const key of ['/', '↑ ↓', 'B или L', 'S', 'Enter', '1 … 5', 'Esc', '?']) {
    expect(screen.getByText(key, { exact: true })).toBeDefined();
  }
});
