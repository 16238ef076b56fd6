import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { usePersistentState } from './storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

function Shown({ name }: { name: string }) {
  const [value, set] = usePersistentState('symbol', 'BTCUSDT', isText);
  return (
    <button type="button" data-testid={name} onClick={() => set('ETHUSDT')}>
      {value}
    </button>
  );
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('starts with the default, remembers a choice and shows it everywhere', () => {
  render(
    <>
      <Shown name="a" />
      <Shown name="b" />
    </>,
  );
  expect(screen.getByTestId('a').textContent).toBe('BTCUSDT');
  fireEvent.click(screen.getByTestId('a'));
  expect(screen.getByTestId('b').textContent).toBe('ETHUSDT');
  cleanup();
  render(<Shown name="c" />);
  expect(screen.getByTestId('c').textContent).toBe('ETHUSDT');
});

it('falls back to the default when something else lies in the store', () => {
  localStorage.setItem('plecho:symbol', '{"broken');
  render(<Shown name="a" />);
  expect(screen.getByTestId('a').textContent).toBe('BTCUSDT');
  cleanup();
  localStorage.setItem('plecho:symbol', '42');
  render(<Shown name="a" />);
  expect(screen.getByTestId('a').textContent).toBe('BTCUSDT');
});

it('follows a change in another tab', () => {
  render(<Shown name="a" />);
  act(() => {
    localStorage.setItem('plecho:symbol', '"SOLUSDT"');
    window.dispatchEvent(new StorageEvent('storage', { key: 'plecho:symbol' }));
  });
  expect(screen.getByTestId('a').textContent).toBe('SOLUSDT');
});
