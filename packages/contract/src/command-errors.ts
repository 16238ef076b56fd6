/** Errors that a command of trading can meet; a part of {@link ERRORS}, and all that the trade screen needs of it. */
export const COMMAND_ERRORS = {
  // the account
  unauthorized: { status: 401, text: 'Войдите, чтобы продолжить' },
  blocked: { status: 403, text: 'Счёт заблокирован: открывать позиции нельзя' },
  not_a_member: { status: 403, text: 'Это только для участников класса. Вступите в него по коду.' },
  // markets
  unknown_market: { status: 404, text: 'Рынок не найден' },
  market_not_entered: { status: 409, text: 'Сначала войдите на этот рынок' },
  market_ended: { status: 409, text: 'Рынок завершён' },
  market_halted: { status: 503, text: 'Торговля на рынке остановлена до проверки' },
  unknown_symbol: { status: 404, text: 'Торговая пара не найдена' },
  price_unavailable: { status: 409, text: 'Текущая цена недоступна. Подождите обновления рынка.' },
  // orders and positions
  invalid_amount: { status: 400, text: 'Введите корректную сумму' },
  invalid_leverage: { status: 400, text: 'Плечо — целое число от 1 до 10' },
  invalid_price: { status: 400, text: 'Введите корректную цену' },
  invalid_portion: { status: 400, text: 'Введите корректную часть позиции' },
  amount_too_small: { status: 400, text: 'Минимальная маржа — 1 USDT' },
  amount_too_large: { status: 400, text: 'Слишком большая сумма' },
  insufficient_funds: { status: 409, text: 'Недостаточно средств' },
  take_profit_wrong_side: { status: 400, text: 'Тейк-профит должен быть выше цены для Long и ниже цены для Short' },
  stop_loss_wrong_side: { status: 400, text: 'Стоп-лосс должен быть ниже цены для Long и выше цены для Short' },
  stop_loss_beyond_liquidation: {
    status: 400,
    text: 'Стоп-лосс за ценой ликвидации не успеет сработать: поставьте его между ней и текущей ценой',
  },
  limit_price_too_far: { status: 400, text: 'Лимитная цена слишком далека от рыночной' },
  stop_price_wrong_side: {
    status: 400,
    text: 'Стоп-цена должна быть выше рынка для покупки и ниже рынка для продажи, иначе ордер сработает сразу',
  },
  invalid_trailing: { status: 400, text: 'Отступ трейлинг-стопа — от 0,1 до 50 % или разница цен больше нуля' },
  invalid_order_kind: { status: 400, text: 'Этому виду ордера нужны другие цены' },
  expiry_in_the_past: { status: 400, text: 'Срок ордера уже прошёл' },
  oco_symbols: { status: 400, text: 'Связать можно только два ордера одной пары' },
  order_activated: { status: 409, text: 'Стоп-цена уже достигнута, и ордер стал лимитным' },
  order_busy: { status: 409, text: 'Ордер сейчас срабатывает. Повторите через секунду.' },
  position_busy: { status: 409, text: 'Часть этой позиции сейчас закрывается. Повторите через секунду.' },
  too_many_commands: { status: 429, text: 'Слишком много команд подряд. Повторите через {seconds} с.' },
  position_not_found: { status: 404, text: 'Позиция не найдена' },
  position_closed: { status: 409, text: 'Позиция уже закрыта' },
  order_not_found: { status: 404, text: 'Ордер не найден' },
  order_closed: { status: 409, text: 'Ордер уже исполнен или отменён' },
  trade_not_found: { status: 404, text: 'Сделка не найдена' },
  season_busy: { status: 409, text: 'Позиции этого счёта сейчас закрываются. Повторите через секунду.' },
  too_many_entries: { status: 409, text: 'К позиции можно добавлять не больше 19 раз' },
  liquidation_at_market: {
    status: 409,
    text: 'Из-за спреда позиция сразу оказалась бы у цены ликвидации. Нужно меньшее плечо, а при добавлении — меньшая сумма.',
  },
  too_many_positions: { status: 409, text: 'Слишком много открытых позиций и ордеров' },
  // rules of a class
  class_leverage: { status: 409, text: 'По правилам класса плечо не больше {maxLeverage}x' },
  class_share: {
    status: 409,
    text: 'По правилам класса маржа позиции не больше {maxShare}\u00a0% всего, что есть на счёте',
  },
  class_day_loss: {
    status: 409,
    text: 'По правилам класса за день можно потерять не больше {maxDayLoss}\u00a0% стартовой суммы. Новые позиции — завтра по времени рынка.',
  },
  class_attempt_over: {
    status: 409,
    text: 'По правилам класса за попытку можно потерять не больше {maxLoss}\u00a0% стартовой суммы. Новые позиции — в новой попытке.',
  },
  class_calibration: {
    status: 409,
    text: 'По правилам класса плечо больше 3x — после точных прогнозов цены ликвидации',
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type CommandError = keyof typeof COMMAND_ERRORS;
