import type { Trade } from '@plecho/contract';

/** Why a trade was closed, in few words: in receipts, lists and results the same. */
export const CLOSE_REASONS = {
  user: 'Закрыта вами',
  takeProfit: 'Тейк-профит',
  stopLoss: 'Стоп-лосс',
  trailingStop: 'Трейлинг-стоп',
  order: 'Ваш ордер',
  liquidation: 'Ликвидация',
  attemptEnd: 'Конец попытки',
  marketEnd: 'Конец рынка',
} satisfies Record<Trade['reason'], string>;
