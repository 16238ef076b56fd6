import { act, cleanup, render } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { formatProof } from '@plecho/proofs';
import { liquidatedLong } from '@plecho/proofs/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProofView } from './proof-view.tsx';
import { FakeLogServer } from './test/fake-log-server.ts';

/** What the page says when a step is about to be drawn for the first time. */
const atFirstStep = vi.hoisted((): string[] => []);
vi.mock('./step-line.tsx', () => ({
  StepLine: () => {
    atFirstStep.push(document.body.textContent);
    return <li>шаг</li>;
  },
}));

/** The check of a file goes on when this is called. */
let goOn = (): void => undefined;
vi.mock(import('@plecho/proofs'), async (load) => {
  const real = await load();
  const verifyProofAhead: typeof real.verifyProofAhead = async (...given) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    return real.verifyProofAhead(...given);
  };
  return { ...real, verifyProofAhead };
});

const { market, trade } = liquidatedLong();
const file = formatProof(await market.prove(trade));
const damaged = file.replace('"leverage": 10', '"leverage": 9');
const [CONFIRMED, REFUTED] = ['Сделка подтверждена', 'Доказательство не сходится'];

const client = new QueryClient();
const page = (given: string | null) => (
  <QueryClientProvider client={client}>
    <ProofView file={given} before={<p>ещё ничего</p>} />
  </QueryClientProvider>
);
const said = (): string => document.body.textContent;
const flush = (): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  });
/** The key has come, with which it begins anew; it ends, and what follows from it is drawn. */
async function checked(): Promise<void> {
  await flush();
  goOn();
  await flush();
  await flush();
}

beforeEach(() => {
  atFirstStep.length = 0;
  vi.stubGlobal('crypto', {});
  vi.stubGlobal('fetch', new FakeLogServer(market).fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('T2 the verdict is drawn before its steps are, and they follow by themselves', async () => {
  render(page(file));
  await checked();
  expect(atFirstStep[0]).toContain(CONFIRMED);
  expect(said()).toContain('шаг');
});

it('T2 nothing is said of a file before it was checked, nor what was said of another one', async () => {
  const { rerender } = render(page(file));
  expect(said()).toBe('ещё ничего');
  await checked();
  expect(said()).toContain(CONFIRMED);
  rerender(page(damaged));
  expect(said()).toBe('ещё ничего');
  await checked();
  expect(said()).toContain(REFUTED);
  expect(said()).not.toContain(CONFIRMED);
});
