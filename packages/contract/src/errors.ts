/**
 * The catalogue of stable error codes: HTTP status and the Russian text for the person.
 * Programs depend on the code, people read the text; neither changes without the other.
 */
export const ERRORS = {
  // requests
  invalid_request: { status: 400, text: 'Запрос составлен неверно' },
  not_found: { status: 404, text: 'Не найдено' },
  body_too_large: { status: 413, text: 'Запрос слишком большой' },
  unsupported_media_type: { status: 415, text: 'Нужен запрос в формате JSON' },
  cross_site: { status: 403, text: 'Запрос с чужого сайта отклонён' },
  too_many_requests: { status: 429, text: 'Слишком много запросов. Подождите немного.' },
  unavailable: { status: 503, text: 'Сервис временно недоступен. Повторите попытку.' },
  internal: { status: 500, text: 'Внутренняя ошибка. Повторите попытку.' },
  idempotency_conflict: { status: 409, text: 'Этот ключ запроса уже использован с другими данными' },
  // accounts and sessions
  unauthorized: { status: 401, text: 'Войдите, чтобы продолжить' },
  forbidden: { status: 403, text: 'Недостаточно прав' },
  blocked: { status: 403, text: 'Счёт заблокирован: открывать позиции нельзя' },
  fields_required: { status: 400, text: 'Пожалуйста, заполните все поля' },
  invalid_phone: { status: 400, text: 'Неверный номер телефона' },
  wrong_credentials: { status: 401, text: 'Неверный номер телефона или пароль' },
  wrong_password: { status: 403, text: 'Текущий пароль указан неверно' },
  password_too_short: { status: 400, text: 'Пароль должен содержать минимум 6 символов' },
  password_too_common: { status: 400, text: 'Слишком простой пароль' },
  phone_taken: { status: 409, text: 'Этот номер уже зарегистрирован' },
  login_throttled: { status: 429, text: 'Слишком много попыток входа. Подождите и повторите.' },
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
  limit_price_too_far: { status: 400, text: 'Лимитная цена слишком далека от рыночной' },
  position_not_found: { status: 404, text: 'Позиция не найдена' },
  position_closed: { status: 409, text: 'Позиция уже закрыта' },
  order_not_found: { status: 404, text: 'Ордер не найден' },
  order_closed: { status: 409, text: 'Ордер уже исполнен или отменён' },
  trade_not_found: { status: 404, text: 'Сделка не найдена' },
  too_many_positions: { status: 409, text: 'Слишком много открытых позиций и ордеров' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;
