import { act, lazy, useEffect, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { Late } from './late.tsx';

/** A screen that is drawn anew all the time, as prices do it; each of its parts takes longer than React works in one go. */
const GOES_MS = 8;
const PARTS = 8;

let tick: (price: number) => void = () => undefined;

function Prices(): string {
  const [price, setPrice] = useState(0);
  useEffect(() => void (tick = setPrice), []);
  return String(price);
}

function work(): void {
  const until = performance.now() + GOES_MS;
  while (performance.now() < until);
}

function Part({ n }: { n: number }): ReactNode {
  work();
  return <i>{n}</i>;
}

function Parts(): ReactNode {
  return Array.from({ length: PARTS }, (_, n) => <Part key={n} n={n} />);
}

let root: Root | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
afterEach(() => {
  clearInterval(timer);
  act(() => root?.unmount());
});

it('what has come is drawn although prices leave no time for it', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  const Content = lazy(() => Promise.resolve({ default: Parts }));
  const place = document.createElement('div');
  root = createRoot(place);
  root.render(
    <>
      <Prices />
      <Late fallback="ждёт">
        <Content />
      </Late>
    </>,
  );
  let price = 0;
  timer = setInterval(() => tick((price += 1)));
  await expect.poll(() => place.querySelectorAll('i').length).toBe(PARTS);
  expect(place.textContent).not.toContain('ждёт');
});

it('until then the place is taken, and what never comes leaves it so', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const Never = lazy(() => new Promise<never>(() => undefined));
  const place = document.createElement('div');
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <Late fallback="ждёт">
        <Never />
      </Late>,
    ),
  );
  expect(place.textContent).toBe('ждёт');
});
