import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useRowFocus } from './use-row-focus.ts';

afterEach(cleanup);

function Rows({ names }: { names: readonly string[] }) {
  const place = useRowFocus<HTMLElement>(names.length);
  return (
    <>
      <input />
      <section ref={place} aria-label="place" tabIndex={-1}>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
const focused = (): Element | null => document.activeElement;

it('goes to the row in the place of the one that went, to the last, and to what holds them', () => {
  const { rerender } = render(<Rows names={['a', 'b', 'c']} />);
  screen.getByRole('button', { name: 'b' }).focus();
  rerender(<Rows names={['a', 'c']} />);
  expect(focused()).toBe(screen.getByRole('button', { name: 'c' }));
  rerender(<Rows names={['a']} />);
  expect(focused()).toBe(screen.getByRole('button', { name: 'a' }));
  rerender(<Rows names={[]} />);
  expect(focused()).toBe(screen.getByRole('region'));
});

it('stays elsewhere, whoever took the row away', () => {
  const { rerender } = render(<Rows names={['a', 'b']} />);
  rerender(<Rows names={['b']} />);
  expect(focused()).toBe(document.body);
  screen.getByRole('button', { name: 'b' }).focus();
  screen.getByRole('textbox').focus();
  rerender(<Rows names={[]} />);
  expect(focused()).toBe(screen.getByRole('textbox'));
});
