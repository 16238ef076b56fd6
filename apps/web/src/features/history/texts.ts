import type { Trade } from '@plecho/contract';

export const historyTexts = {
  empty: 'История сделок пуста',
  emptyHint: 'Здесь появится каждая закрытая сделка с разбором, почему она закрылась.',
  emptyFiltered: 'Таких сделок нет',
  emptyFilteredHint: 'Снимите часть фильтров.',
  failed: 'Не удалось загрузить историю',
  caption: 'Закрытые сделки, новые сверху',
  columns: {
    time: 'Закрыта', symbol: 'Пара', entry: 'Вход', exit: 'Выход', margin: 'Маржа', pnl: 'PnL', reason: 'Причина', receipt: 'Разбор',
  },
  reason: {
    user: 'Вручную', takeProfit: 'Тейк-профит', stopLoss: 'Стоп-лосс', liquidation: 'Ликвидация', marketEnd: 'Конец рынка',
  } satisfies Record<Trade['reason'], string>,
  receipt: 'Почему?',
  receiptName: (symbol: string) => `Почему закрыта позиция ${symbol}`,
  more: 'Показать ещё',
  loadingMore: 'Загрузка…',
  filters: 'Фильтры',
  all: 'Все',
  symbol: 'Пара',
  symbolHint: 'BTCUSDT',
  side: 'Направление',
  sideName: { long: 'Long', short: 'Short' },
  reasonLabel: 'Причина',
  from: 'С даты',
  to: 'По дату',
  reset: 'Сбросить',
  export: 'Скачать CSV',
  exporting: (count: number) => `Готовим: ${count}`,
  exportFailed: 'Не удалось скачать историю. Повторите попытку.',
  exported: (count: number) => `Сделок в файле: ${count}`,
};
