export const orderTexts = {
  empty: 'Нет активных ордеров',
  emptyHint: 'Лимитный ордер ждёт своей цены и откладывает маржу.',
  caption: 'Активные ордера',
  columns: {
    symbol: 'Пара', created: 'Поставлен', limit: 'Лимитная цена', current: 'Сейчас', margin: 'Маржа', size: 'Размер',
    reserved: 'Отложено', triggers: 'TP / SL', actions: 'Действия',
  },
  none: '—',
  cancel: 'Отменить',
  cancelling: 'Отменяем…',
  cancelName: (symbol: string) => `Отменить ордер ${symbol}`,
  cancelled: (symbol: string) => `Ордер ${symbol} отменён`,
  failed: 'Не удалось отменить ордер. Повторите попытку.',
};
