import { cleanup, configure, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Recipe } from '@plecho/domain';
import { CommitmentStep } from './commitment-step.tsx';

configure({ asyncUtilTimeout: 60_000 });

const recipe: Recipe = {
  base: 'main',
  stages: [
    { type: 'shock', dropPercent: '30', afterSeconds: 0, minutes: 2, recoveryMinutes: null, symbols: null },
    { type: 'spread', percent: '1', symbols: ['BTCUSDT'] },
  ],
};
const salt = 'ab'.repeat(32);
/** SHA-256 of the recipe with its salt, made with `sha256sum`. */
const commitment = 'a2badd536a22b8266a11a62bf1f11f5b537a781b920d5090a6833371cf109982';
const market = { id: 'scenario-7', kind: 'scenario' };

type Definition = Parameters<typeof CommitmentStep>[0]['definition'];

const asked = vi.fn<(url: string) => void>();

function show(
  definition: Partial<Definition>,
  answer: () => Response = () => new Response(null, { status: 500 }),
): void {
  vi.stubGlobal('fetch', (url: string) => {
    asked(url);
    return Promise.resolve(answer());
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <CommitmentStep definition={{ market, commitment, revealed: null, ...definition }} />
    </QueryClientProvider>,
  );
}

const told = (scenario: object) => () => Response.json({ id: market.id, kind: 'scenario', scenario });

afterEach(() => {
  cleanup();
  asked.mockReset();
  vi.unstubAllGlobals();
});

describe('the commitment of a scenario in a proof', () => {
  it('C2 is checked without the server where the recipe was public from the start', () => {
    show({ revealed: { recipe, salt } });
    expect(screen.getByText('Совпадает: это тот самый рецепт.')).toBeDefined();
    expect(asked).not.toHaveBeenCalled();
  });

  it('C2 of another recipe is another one', () => {
    const [shock, ...others] = recipe.stages;
    const changed = [{ ...shock, dropPercent: '31' } as typeof shock & object, ...others];
    show({ revealed: { recipe: { ...recipe, stages: changed }, salt } });
    expect(screen.getByText('Не совпадает: рецепт другой.')).toBeDefined();
  });

  it('C2 is checked with the recipe that the server tells when a blind one has ended', async () => {
    show({}, told({ commitment, recipe, salt }));
    expect(await screen.findByText('Совпадает: это тот самый рецепт.')).toBeDefined();
    expect(asked).toHaveBeenCalledWith('/api/trading/markets/scenario-7');
  });

  it('C2 says of a blind one that is not over that it can be checked later', async () => {
    show({}, told({ commitment, recipe: null, salt: null }));
    expect(await screen.findByText(/сценарий идёт вслепую/)).toBeDefined();
    expect(screen.queryByText(/Совпадает/)).toBeNull();
  });

  it('C2 is that of the proof: a server that tells another one is not believed', async () => {
    show({ commitment: 'c'.repeat(64) }, told({ commitment, recipe, salt }));
    expect(await screen.findByText(/на этом сервере другой отпечаток/)).toBeDefined();
    expect(screen.queryByText(/Совпадает/)).toBeNull();
  });

  it('is left open while the server can not be asked', async () => {
    show({}, () => Response.json({ error: 'Рынок не найден', code: 'unknown_market' }, { status: 404 }));
    expect(await screen.findByText(/сервер не дал рецепта \(«Рынок не найден»\)/)).toBeDefined();
  });

  it('is no step of a market that is no scenario', () => {
    show({ market: { id: 'main', kind: 'synthetic' } });
    expect(document.body.textContent).toBe('');
    expect(asked).not.toHaveBeenCalled();
  });
});
