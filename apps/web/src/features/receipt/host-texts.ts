import type { Trade } from '@plecho/contract';

/** What is said of a receipt before it is opened; the rest comes with it. */
export const hostTexts = {
  title: 'Почему позиция закрыта?',
  reason: {
    user: 'Закрыта вами',
    takeProfit: 'Тейк-профит',
    stopLoss: 'Стоп-лосс',
    trailingStop: 'Трейлинг-стоп',
    order: 'Ваш ордер',
    liquidation: 'Ликвидация',
    attemptEnd: 'Конец попытки',
    marketEnd: 'Конец рынка',
  } satisfies Record<Trade['reason'], string>,
  unit: 'уч. USDT',
  link: 'Открыть на отдельной странице',
  closeDialog: 'Понятно',
  next: (count: number) => `Следующая сделка (${count})`,
  toast: (symbol: string, reason: string) => `${symbol}: ${reason.toLowerCase()}`,
  open: 'Разобрать',
  missed: 'Пока вас не было, закрылось несколько позиций.',
  history: 'История',
};
