import { cleanup, configure, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ONE_PRICE, ONE_USDT } from '@plecho/domain';
import { formatProof, verifyProof } from '@plecho/proofs';
import { DEFINITION, TestMarket } from '@plecho/proofs/testing';
import { recomputeCheck, SeedRandomness, SYNTHETIC_PAIRS, SyntheticMarket } from '@plecho/synthetic';
import { noblePrimitives } from '@plecho/synthetic/noble';
import { afterEach, expect, it, vi } from 'vitest';
import type { Recompute } from '@/features/recompute/recompute.ts';
import { MoreChecks } from './more-checks.tsx';

configure({ asyncUtilTimeout: 60_000 });

vi.mock('@/features/recompute/recompute.ts', () => ({
  recomputeInWorker: ((question) =>
    Promise.resolve(recomputeCheck({ ...question, primitives: noblePrimitives }))) satisfies Recompute,
}));

const SEED = '1';
const START = DEFINITION.market.startAt * 1000;
const made = new SyntheticMarket(new SeedRandomness(SEED), SYNTHETIC_PAIRS.slice(0, 1));

afterEach(cleanup);

it('M4 the price of what was added to a position is made anew, as those of entry and exit are', async () => {
  const market = new TestMarket({ parameters: { generator: 'plecho-synthetic', version: 1, seed: SEED } });
  const take = (second: number, more = 0n) => {
    const time = START + second * 1000;
    const record = market.tick('BTCUSDT', (made.priceAt('BTCUSDT', time) ?? 0n) + more, time);
    market.closeFrame(time + 500);
    return record;
  };
  // What was added took a price that the generator never made.
  const [entry, first, second, exit] = [take(0), take(1), take(2, ONE_PRICE), take(3)];
  const trade = market.trade({
    ...{ side: 'long', margin: 70n * ONE_USDT, leverage: 2, reason: 'user', entry, exit },
    added: [
      { margin: 10n * ONE_USDT, held: 50n * ONE_USDT, record: first },
      { margin: 10n * ONE_USDT, held: 60n * ONE_USDT, record: second },
    ],
  });
  const verified = verifyProof(formatProof(await market.prove(trade)));
  expect(verified.ok).toBe(true);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MoreChecks verified={{ ...verified, isForeign: false }} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^Добавление 2: в записи .*генератор даёт/)).toBeDefined();
  for (const fill of ['Вход', 'Добавление 1', 'Выход']) {
    expect(screen.getByText(new RegExp(`^${fill}: генератор даёт ту же цену`))).toBeDefined();
  }
});
