/** Errors that any request can meet; a part of {@link ERRORS}, and all that the login needs of it. */
export const REQUEST_ERRORS = {
  invalid_request: { status: 400, text: 'Запрос составлен неверно' },
  not_found: { status: 404, text: 'Не найдено' },
  body_too_large: { status: 413, text: 'Запрос слишком большой' },
  unsupported_media_type: { status: 415, text: 'Нужен запрос в формате JSON' },
  cross_site: { status: 403, text: 'Запрос с чужого сайта отклонён' },
  request_timeout: { status: 408, text: 'Запрос не пришёл вовремя целиком' },
  headers_too_large: { status: 431, text: 'Заголовки запроса слишком большие' },
  proxy_not_trusted: {
    status: 421,
    text: 'Запрос пришёл через прокси, о котором сервер не знает. Это настраивается на сервере.',
  },
  unknown_host: { status: 421, text: 'По этому адресу сайта нет' },
  too_many_requests: { status: 429, text: 'Слишком много запросов. Подождите немного.' },
  unavailable: { status: 503, text: 'Сервис временно недоступен. Повторите попытку.' },
  internal: { status: 500, text: 'Внутренняя ошибка. Повторите попытку.' },
  idempotency_conflict: { status: 409, text: 'Этот ключ запроса уже использован с другими данными' },
  idempotency_key_expired: {
    status: 400,
    text: 'Запросу больше 7 дней, и повторить его уже нельзя. Проверьте, выполнен ли он, и отправьте новый.',
  },
  idempotency_key_ahead: {
    status: 400,
    text: 'Запрос помечен временем из будущего. Проверьте часы устройства и отправьте его снова.',
  },
} as const satisfies Record<string, { status: number; text: string }>;
