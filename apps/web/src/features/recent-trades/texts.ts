import type { Trade } from '@plecho/contract';

export const texts = {
  title: 'Последние сделки',
  all: 'Вся история',
  empty: 'Нет истории сделок',
  loading: 'Загрузка сделок…',
  failed: 'Не удалось загрузить сделки',
  reasons: {
    user: 'Закрыта вами',
    takeProfit: 'Тейк-профит',
    stopLoss: 'Стоп-лосс',
    liquidation: 'Ликвидация',
    marketEnd: 'Рынок завершён',
  } satisfies Record<Trade['reason'], string>,
} as const;
