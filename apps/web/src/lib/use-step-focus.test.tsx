import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useStepFocus } from './use-step-focus.ts';

afterEach(cleanup);

function Place({ step, first }: { step: string; first?: string }) {
  const place = useStepFocus<HTMLElement>(step, first === undefined ? {} : { first });
  return (
    <>
      <input />
      <section ref={place} aria-label="place" tabIndex={-1}>
        <button key={step} type="button">
          {step}
        </button>
      </section>
    </>
  );
}
const focused = (): Element | null => document.activeElement;

it('takes the focus of what has gone with the step before, back and forth', () => {
  const { rerender } = render(<Place step="form" />);
  expect(focused()).toBe(document.body);
  for (const step of ['review', 'form']) {
    screen.getByRole('button').focus();
    rerender(<Place step={step} />);
    expect(focused()).toBe(screen.getByRole('region'));
  }
});

it('takes it when it comes with another step than the first', () => {
  render(<Place step="result" first="form" />);
  expect(focused()).toBe(screen.getByRole('region'));
});

it('leaves the focus where it is elsewhere, or while the step is the same', () => {
  const { rerender } = render(<Place step="form" />);
  rerender(<Place step="form" />);
  expect(focused()).toBe(document.body);
  screen.getByRole('textbox').focus();
  rerender(<Place step="review" />);
  expect(focused()).toBe(screen.getByRole('textbox'));
});
