export const balanceTexts = {
  title: 'Баланс',
  equity: 'Капитал',
  equityExplain: 'Все деньги счёта и текущий результат открытых позиций: столько осталось бы, если закрыть всё сейчас.',
  available: 'Доступно',
  inPositions: 'В позициях',
  inOrders: 'В ордерах',
  pnl: 'PnL открытых',
  totalPnl: 'Весь PnL',
  totalPnlExplain: 'Результат закрытых сделок с начала сезона и открытых позиций сейчас, с комиссиями.',
};
