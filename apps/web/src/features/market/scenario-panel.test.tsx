import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Candle, Market, Scenario } from '@plecho/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { transformed } from './recipe-chart.tsx';
import { COMMITMENT, RECIPE, SALT, SCENARIO } from './scenario.fixture.ts';
import { ScenarioPanel } from './scenario-panel.tsx';

configure({ asyncUtilTimeout: 60_000 });

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const flat = (time: number): Candle => ({ time, open: '100', high: '100', low: '100', close: '100', volume: '5' });
const FLAT = [0, 60, 120].map((after) => flat(1_795_000_020 + after));

/** Told every address that is asked for. */
const asked = vi.fn<(url: string) => void>();

function show(changes: Partial<Scenario> = {}, market: Market = SCENARIO, candles: readonly Candle[] = FLAT): void {
  vi.stubGlobal('fetch', (url: string) => {
    asked(url);
    return Promise.resolve(Response.json({ items: candles }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(keys.markets(), [{ ...SCENARIO, id: 'main', label: 'Синтетический рынок' }]);
  const scenario = { ...(SCENARIO.scenario as Scenario), ...changes };
  render(
    <QueryClientProvider client={client}>
      <ScenarioPanel market={{ ...market, scenario }} scenario={scenario} />
    </QueryClientProvider>,
  );
}

const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const check = (): unknown => act(() => fireEvent.click(screen.getByRole('button', { name: 'Проверить' })));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an open recipe', () => {
  it('C2 is told in words, in numbers and in a drawing of before and after', async () => {
    show();
    expect(screen.getByText(/^Падение: сразу цены за 2 мин/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Синтетический рынок' }).getAttribute('href')).toBe('/markets/main');
    const shock = within(screen.getByRole('region', { name: '1. Падение' }));
    for (const figure of ['сразу', 'нет', 'все']) expect(shock.getByText(figure)).toBeDefined();
    expect(within(screen.getByRole('region', { name: '2. Спред' })).getByText('BTCUSDT')).toBeDefined();
    const drawing = await screen.findByRole('img', { name: /цены основы и цены по рецепту/ });
    expect(drawing.getAttribute('aria-label')).toContain(SCENARIO.label);
    expect(drawing.querySelectorAll('polyline')).toHaveLength(2);
    expect(text()).toContain('По рецепту70,00');
  });

  it('C2 the drawing does what the stages say, to the last unit', () => {
    const [first, second, third] = transformed(RECIPE, 'BTCUSDT', FLAT);
    expect(first).toMatchObject({ open: '100', high: '100.5' });
    expect(third).toMatchObject({ open: '70', close: '70', high: '70.35', low: '69.65' });
    expect(second?.open).toBe('85');
    expect(transformed(RECIPE, 'ETHUSDT', FLAT)[2]).toMatchObject({ high: '70', low: '70' });
    const out = transformed(
      { base: 'main', stages: [{ type: 'outage', afterSeconds: 60, seconds: 60, symbols: null }] },
      'BTCUSDT',
      FLAT,
    );
    expect(out.map(({ time }) => time)).toEqual([FLAT[0]?.time, FLAT[2]?.time]);
  });

  it('C2 over a synthetic market of its own, it draws its own prices alone and says why', async () => {
    show({ recipe: { ...RECIPE, base: null } });
    expect(text()).toContain('собственный синтетический рынок сценария');
    const drawing = await screen.findByRole('img', { name: /цены сценария за последние 4 часа/ });
    expect(drawing.getAttribute('aria-label')).toContain(SCENARIO.label);
    expect(drawing.querySelectorAll('polyline')).toHaveLength(1);
    expect(text()).toContain('сравнить их не с чем');
    expect(asked).toHaveBeenCalledWith(expect.stringContaining(`market=${SCENARIO.id}`));
  });

  it('over a synthetic market of its own, it says so while there are no candles', async () => {
    show({ recipe: { ...RECIPE, base: null } }, SCENARIO, []);
    expect(await screen.findByText('Графика пока нет: у сценария ещё нет свечей.')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('the commitment of a recipe', () => {
  it('C2 of a blind scenario is all that is shown before the end', () => {
    show({ blind: true, recipe: null, salt: null, words: null });
    expect(screen.getByText(COMMITMENT)).toBeDefined();
    expect(text()).toContain('Рецепт закрыт до конца');
    expect(screen.queryByRole('button', { name: 'Проверить' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Рецепт' })).toBeNull();
  });

  it('C2 is computed again in the page, step by step, and is the same', () => {
    show({ blind: true });
    check();
    expect(text()).toContain(`"salt":"${SALT}"`);
    expect(screen.getByText('Совпадает: это тот самый рецепт.')).toBeDefined();
  });

  it('C2 with one digit of the recipe changed, it says that it is another', () => {
    const [shock, ...others] = RECIPE.stages;
    show({ recipe: { ...RECIPE, stages: [{ ...shock, dropPercent: '31' } as typeof shock & object, ...others] } });
    check();
    expect(screen.getByText('Не совпадает: рецепт другой.')).toBeDefined();
  });
});
