export const texts = {
  title: 'Монеты',
  ranking: { growth: 'Топ по росту', volume: 'Топ по объему' },
  turnover: 'Объем',
  more: 'Показать ещё 10',
  less: 'Свернуть',
  loading: 'Загрузка торговых пар...',
  empty: 'На этом рынке ещё нет цен',
  emptyHint: 'Список появится с первой ценой.',
} as const;
