import type { PairSort } from './sort-pairs.ts';

export const pairListTexts = {
  title: 'Торговые пары',
  search: 'Поиск пары',
  searchHint: 'Поиск пары   /',
  sort: 'Порядок',
  overview: 'Обзор рынка',
  sorts: { change: '24 ч', name: 'Имя', price: 'Цена' } satisfies Record<PairSort, string>,
  sortNames: {
    change: 'По изменению за 24 часа',
    name: 'По имени',
    price: 'По цене',
  } satisfies Record<PairSort, string>,
  nothing: 'Ничего не найдено',
  loading: 'Загрузка торговых пар...',
  failed: 'Не удалось загрузить пары',
  addFavourite: (symbol: string) => `Добавить ${symbol} в избранное`,
  removeFavourite: (symbol: string) => `Убрать ${symbol} из избранного`,
};
