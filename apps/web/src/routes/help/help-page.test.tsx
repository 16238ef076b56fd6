import { cleanup, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { moreTexts } from '@/features/order-ticket/more-texts.ts';
import { FORMULAS } from '@/features/stats/formulas.ts';
import { HelpPage } from './help-page.tsx';

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ history: { push: vi.fn() } }),
  useLocation: () => ({ pathname: '/help', search: {}, hash: '' }),
}));

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HelpPage />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What the result of a trade is in the results, unlike on its own page. */
const NET = 'PnL − комиссии + фандинг';

const chapter = (name: string): string => {
  const heading = screen.getByRole('heading', { name });
  return (heading.closest('section')?.textContent ?? '').replaceAll(/\s+/g, ' ');
};

it('leaves out no rule by which an order fills or a position closes', () => {
  const orders = chapter('Ордера, тейк-профит и стоп-лосс');
  for (const words of Object.values(moreTexts.explainKind)) expect(orders).toContain(words);
  for (const term of ['Срок', 'Трейлинг-стоп позиции', 'reduce-only', 'Добавить', 'Развернуть'])
    expect(orders).toContain(term);
  expect(orders).toContain('порядок такой: ликвидация, стоп-лосс, трейлинг-стоп, тейк-профит');
});

it('explains funding, and is led to from the contents', () => {
  expect(chapter('Фандинг')).toContain('Если ставка выше нуля, Long платит Short');
  expect(chapter('Фандинг')).toContain('В PnL и в итог на странице сделки фандинг не входит.');
  expect(chapter('Фандинг')).toContain(`В «Результатах» он учтён: итог там — ${NET} (кроме R).`);
  expect(FORMULAS.net.formula).toContain(NET);
  const contents = within(screen.getByRole('navigation', { name: 'Содержание' }));
  expect(contents.getByRole('link', { name: 'Фандинг' }).getAttribute('href')).toBe('#funding');
});

it('M4 says of the synthetic market and of recordings what they are', () => {
  const sources = chapter('Откуда цены и из чего сделан тренажёр');
  expect(sources).toContain('Цены дня следуют из его секретного ключа');
  expect(sources).toContain('Записи, которые есть в каждой установке, сделаны генератором');
  expect(document.body.textContent).not.toContain('записанные дни настоящего рынка');
});

it('says how figures are rounded', () => {
  expect(chapter('Прибыль и убыток (PnL)')).toContain('деньги и проценты от маржи тоже округлены вниз');
});
