import type { Market } from '@plecho/contract';
import { expect, it } from 'vitest';
import { recipeOf } from './recipe.ts';

const replay: Market = {
  id: 'replay-1',
  kind: 'replay',
  label: 'Повтор: LINKUSDT, 5 февраля 2026',
  title: 'Повтор',
  status: 'running',
  main: false,
  halted: false,
  startAt: 1_770_292_800,
  endAt: null,
  members: 24,
  symbols: ['LINKUSDT'],
  takerFeePercent: '0.1',
  makerFeePercent: '0',
  funding: null,
  classRules: null,
  maintenanceMarginPercent: '0.5',
  startBalance: '1000',
  staleAfterSeconds: 10,
  maxJumpPercent: '30',
  scenario: null,
  parameters: {
    ...{ from: '2026-02-05T12:00:00.000Z', sha256: ['ab'.repeat(32), 'cd'.repeat(32)], speed: 60, novelty: 'x' },
    provenance: 'unverified',
  },
};

it('C2 tells everything that decides a price or a fill, known to this page by name or not', () => {
  const lines = Object.fromEntries(
    recipeOf(replay).map(({ name, value }) => [name, value.replaceAll(/[\u00a0\u202f]/g, ' ')]),
  );
  expect(lines).toMatchObject({
    Пары: 'LINKUSDT',
    'Стартовый счёт': '1 000,00 уч. USDT',
    Комиссия: '0,1 %',
    'Поддерживающая маржа': '0,5 %',
    'Цена устаревает через': '10 с',
    'Невозможный скачок': 'больше 30 %',
    Скорость: '60x',
    'SHA-256 файлов': 'abababababab…',
    Происхождение: 'Запись не сверена с биржей',
    novelty: 'x',
  });
  expect(lines['Начало записи']).toMatch(/^5 февраля 2026 .*12:00 UTC$/);
});

it('C2 tells every cost among the numbers, and what costs nothing not twice', () => {
  const costs = (change: Partial<Market>): string[] =>
    recipeOf({ ...replay, ...change })
      .filter(({ name }) => /Комиссия|Фандинг/.test(name))
      .map(({ name, value }) => `${name}: ${value.replaceAll(/[\u00a0\u202f]/g, ' ')}`);
  const funding = { intervalHours: 8, capPercent: '0.75' } as const;
  expect(costs({ takerFeePercent: '0.05', makerFeePercent: '0.02', funding })).toEqual([
    ...['Комиссия: 0,05 %', 'Комиссия мейкера: 0,02 %', 'Фандинг: каждые 8 ч, до 0,75 %'],
  ]);
  expect(costs({ takerFeePercent: '0', makerFeePercent: '0' })).toEqual(['Комиссия: 0 %']);
});

it('C2 shortens a hash and keeps all of it at hand, for each file', () => {
  const hashes = recipeOf(replay).filter(({ full }) => /^[0-9a-f]{64}$/.test(full ?? ''));
  expect(hashes).toEqual([
    { name: 'SHA-256 файлов', value: 'abababababab…', full: 'ab'.repeat(32) },
    { name: '', value: 'cdcdcdcdcdcd…', full: 'cd'.repeat(32) },
  ]);
  const old = { ...replay, parameters: { sha256: [] } };
  expect(recipeOf(old).at(-1)).toEqual({ name: 'SHA-256 файлов', value: 'не записан' });
});

it('C2 tells no date of a market whose dates are masked, and that they are', () => {
  const masked = { ...replay, startAt: 946_684_800, endAt: 946_771_200, parameters: { dates: 'masked' } };
  const lines = recipeOf(masked);
  expect(lines.map(({ name }) => name)).not.toContain('Начало');
  expect(JSON.stringify(lines)).not.toMatch(/2000|masked/);
  expect(lines).toContainEqual({ name: 'Даты', value: 'скрыты' });
});
