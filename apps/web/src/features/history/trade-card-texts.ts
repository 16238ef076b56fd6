import type { Trade } from '@plecho/contract';

export const texts = {
  loading: 'Загрузка сделок…',
  dots: '••••••',
  hidden: 'сумма скрыта',
  reasons: {
    user: 'Закрыта вами',
    takeProfit: 'Тейк-профит',
    stopLoss: 'Стоп-лосс',
    trailingStop: 'Трейлинг-стоп',
    order: 'Ваш ордер',
    liquidation: 'Ликвидация',
    attemptEnd: 'Конец попытки',
    marketEnd: 'Конец рынка',
  } satisfies Record<Trade['reason'], string>,
  seasonEnd: 'Начато заново',
} as const;
