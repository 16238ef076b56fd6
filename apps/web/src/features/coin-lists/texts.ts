export const texts = {
  title: 'Монеты',
  ranking: { growth: 'Топ по росту', volume: 'Топ по объему' },
  turnover: 'Объём',
  more: (count: number) => `Показать ещё ${count}`,
  less: 'Свернуть',
  loading: 'Загрузка торговых пар...',
  empty: 'На этом рынке ещё нет цен',
  emptyHint: 'Список появится с первой ценой.',
  noRisers: 'За 24 часа не выросла ни одна монета',
  noRisersHint: 'Монеты по обороту — на соседней вкладке.',
} as const;
