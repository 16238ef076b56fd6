export const texts = {
  title: 'Выберите пару',
  search: 'Поиск пары',
  placeholder: 'BTC, ETH/USDT…',
  list: 'Торговые пары',
  order: 'Избранные, затем по изменению за 24 ч',
  notFoundForQuery: 'Пары не найдены по запросу',
  notFound: 'Пары не найдены',
  none: 'Нет доступных торговых пар',
} as const;

/** Announced to a screen reader when the list changes. */
export const foundCount = (count: number): string => `В списке: ${count}`;
