import { COMMAND_ERRORS } from './command-errors.ts';
import { REQUEST_ERRORS } from './request-errors.ts';

/**
 * The catalogue of stable error codes: HTTP status and the Russian text for the person.
 * Programs depend on the code, people read the text; neither changes without the other.
 * `{seconds}` stands for the time after which asking again makes sense.
 */
export const ERRORS = {
  ...REQUEST_ERRORS,
  ...COMMAND_ERRORS,
  // accounts and sessions
  forbidden: { status: 403, text: 'Недостаточно прав' },
  fields_required: { status: 400, text: 'Пожалуйста, заполните все поля' },
  invalid_phone: { status: 400, text: 'Неверный номер телефона' },
  wrong_credentials: { status: 401, text: 'Неверный номер телефона или пароль' },
  wrong_password: { status: 403, text: 'Текущий пароль указан неверно' },
  password_too_short: { status: 400, text: 'Пароль должен содержать минимум 6 символов' },
  password_too_common: { status: 400, text: 'Слишком простой пароль' },
  invalid_name: { status: 400, text: 'Имя может состоять только из букв, пробелов и дефисов' },
  reserved_name: { status: 400, text: 'Так называют себя службы и администраторы. Укажите своё имя.' },
  phone_taken: { status: 409, text: 'Этот номер уже зарегистрирован' },
  too_many_guests: {
    status: 429,
    text: 'Сейчас слишком много новых гостей. Зарегистрируйтесь или попробуйте позже.',
  },
  not_a_guest: { status: 409, text: 'Этот счёт уже сохранён: войдите по номеру телефона' },
  is_guest: { status: 409, text: 'У гостя нет пароля. Сначала сохраните счёт.' },
  login_throttled: { status: 429, text: 'Слишком много попыток входа. Подождите и повторите.' },
  // the keys of days, the log of prices and the proofs of trades
  no_day_keys: { status: 404, text: 'У этого рынка нет ключей дня' },
  day_key_not_found: { status: 404, text: 'Ключа этого дня нет. Ключ публикуют, когда день закончился.' },
  no_log: { status: 404, text: 'У этого рынка ещё нет журнала цен' },
  tile_not_found: { status: 404, text: 'Такой части в журнале нет' },
  log_entries_dropped: {
    status: 404,
    text: 'Этих записей больше нет. Журнал хранит последние 7 дней и всё, по чему исполнены сделки.',
  },
  proof_pending: { status: 409, text: 'Цены сделки войдут в подписанный журнал через несколько секунд' },
  proof_unavailable: {
    status: 404,
    text: 'Доказательства нет: эту сделку исполнили до того, как рынок начал вести журнал',
  },
  // replays
  dataset_not_found: { status: 404, text: 'Такой записи нет' },
  replay_start_outside: { status: 400, text: 'Начало должно быть минутой внутри записи' },
  too_many_sessions: { status: 409, text: 'Слишком много повторов. Завершите те, что больше не нужны.' },
  too_many_playing: { status: 409, text: 'Три повтора уже идут. Поставьте один из них на паузу.' },
  jump_backwards: { status: 409, text: 'Вернуться назад нельзя. Начните новый повтор.' },
  // classes and their drills
  class_not_found: { status: 404, text: 'Класса с таким кодом нет' },
  class_ended: { status: 409, text: 'Этот класс уже завершён' },
  drill_not_found: { status: 404, text: 'Такой тренировки нет' },
  drill_changed: { status: 409, text: 'The drill has been changed meanwhile: look at how it stands now' },
  drill_not_over: { status: 409, text: 'Разбор будет, когда тренировка закончится' },
  drill_too_long: { status: 400, text: 'The recording ends before the drill would' },
  // notes, alerts and seasons
  note_changed: { status: 409, text: 'Эту заметку уже изменили в другом окне' },
  note_too_long: { status: 400, text: 'Заметка — не больше 2000 знаков' },
  invalid_tag: { status: 400, text: 'Метка — до 24 букв и цифр, между ними пробел или дефис' },
  too_many_tags: { status: 409, text: 'Своих меток может быть 20. Сначала снимите одну из них со всех сделок.' },
  invalid_percent: { status: 400, text: 'Процент — число от 0.1 до 90, не больше двух знаков после точки' },
  alert_not_found: { status: 404, text: 'Оповещения уже нет' },
  alert_reached: { status: 409, text: 'Цена уже там. Выберите другой уровень.' },
  alert_expired: { status: 400, text: 'Срок оповещения должен быть в будущем' },
  too_many_alerts: { status: 409, text: 'Больше 100 оповещений нельзя. Удалите те, что больше не нужны.' },
  season_not_found: { status: 404, text: 'Сезон не найден' },
  // practice network and wallet
  not_practice_address: {
    status: 400,
    text: 'Это не учебный адрес. Тренажёр работает только с учебной сетью.',
  },
  address_checksum: { status: 400, text: 'В адресе ошибка: контрольная сумма не сходится. Проверьте каждый символ.' },
  address_other_family: { status: 400, text: 'Этот адрес не подходит к выбранной сети' },
  address_refused: { status: 409, text: 'Сеть отклонила перевод: этот адрес не принимает переводы' },
  asset_not_on_network: { status: 400, text: 'Этой монеты нет в выбранной сети' },
  invalid_memo: { status: 400, text: 'Memo — только цифры, не больше 6' },
  memo_not_supported: { status: 400, text: 'В этой сети нет memo' },
  wallet_insufficient: { status: 409, text: 'В учебном кошельке не хватает монет на сумму и комиссию сети' },
  transaction_unknown: {
    status: 404,
    text: 'Такого перевода в учебной сети нет. Проверьте хеш.',
  },
  not_found_on_network: { status: 404, text: 'В учебной сети нет ни перевода, ни адреса с таким текстом' },
  // deposits, cards, withdrawals
  deposit_hash_required: { status: 400, text: 'Укажите сумму и хеш перевода' },
  deposit_hash_used: { status: 409, text: 'Этот перевод уже использован для пополнения' },
  deposit_not_yours: { status: 409, text: 'Этот перевод отправлен не на ваш адрес пополнения' },
  deposit_other_amount: { status: 409, text: 'Сумма в сети другая. Укажите ту, что пришла на адрес.' },
  deposit_other_network: {
    status: 409,
    text: 'Перевод отправлен по другой сети. Монеты пришли туда, где этот адрес никто не отслеживает.',
  },
  deposit_other_asset: { status: 409, text: 'На этот адрес отправлена другая монета, её никто не отслеживает' },
  deposit_other_choice: { status: 409, text: 'Перевод дошёл, но в форме выбрана другая монета или сеть' },
  deposit_below_minimum: { status: 409, text: 'Перевод меньше минимальной суммы и не зачисляется' },
  card_below_minimum: { status: 400, text: 'Минимальная сумма 5000 RUB' },
  card_above_maximum: { status: 400, text: 'Максимальная сумма 1 000 000 RUB' },
  bank_code_wrong: { status: 400, text: 'Неверный код из сообщения банка' },
  operation_not_found: { status: 404, text: 'Операция не найдена' },
  operation_settled: { status: 409, text: 'Операция уже завершена' },
  withdrawal_below_minimum: { status: 400, text: 'Сумма меньше минимальной для вывода' },
  too_many_operations: { status: 409, text: 'Слишком много операций в обработке. Дождитесь их завершения.' },
  // operator area
  operator_blocked: { status: 403, text: 'Your account is blocked: the operator area is closed to it' },
  operator_self: { status: 403, text: 'Operators can’t do this to their own account' },
  step_up_required: { status: 403, text: 'Operator secret required' },
  wrong_secret: { status: 403, text: 'Wrong operator secret' },
  secret_throttled: { status: 429, text: 'Too many attempts. Try again later.' },
  user_not_found: { status: 404, text: 'User not found' },
  amount_not_a_number: { status: 400, text: 'Amount must be a number' },
  adjustment_zero: { status: 400, text: 'Amount must not be zero' },
  adjustment_below_zero: { status: 409, text: 'The available balance would fall below zero' },
  dataset_refused: { status: 400, text: 'The file can’t be imported' },
  import_busy: { status: 409, text: 'Another file is being imported. Try again when it is done.' },
  schedule_in_the_past: { status: 400, text: 'The start must not be in the past' },
  request_not_found: { status: 404, text: 'No operation with this code' },
  recipe_empty: { status: 400, text: 'The recipe has no stages' },
  recipe_too_long: { status: 400, text: 'A recipe has at most 20 stages' },
  recipe_out_of_range: { status: 400, text: 'A number in the recipe is out of its range' },
  recipe_symbols: { status: 400, text: 'The recipe names a pair that the base does not have, or one twice' },
  base_not_running: { status: 409, text: 'The base is not a running market' },
  base_not_shared: { status: 409, text: 'A scenario or a personal session can’t be the base of a scenario' },
  costs_out_of_range: {
    status: 400,
    text: 'Fees are at most 1 %, the maker fee at most the taker fee; funding is every 1, 2, 4 or 8 hours with a cap of at most 0.75 %',
  },
  scenario_times: { status: 400, text: 'A scenario starts at most 30 days ahead and ends after its start' },
  too_many_markets: { status: 409, text: 'Too many markets are running. End one first.' },
  class_rules_out_of_range: {
    status: 400,
    text: 'Shares are above 0 and losses below 100 %; a start balance is 10 to 1,000,000 USDT',
  },
  class_day_loss_above_loss: {
    status: 400,
    text: 'The largest loss of a day is larger than the largest loss in all: it would never apply',
  },
  class_calibration_idle: {
    status: 400,
    text: 'Calibrated guesses are asked for above 3x only, and this class allows no more',
  },
  class_share_too_small: {
    status: 400,
    text: 'With this share of the start balance not even the smallest margin, 1 USDT, could be opened',
  },
  class_days_too_long: { status: 400, text: 'The recording ends before that many days have passed' },
  market_not_endable: { status: 409, text: 'This market can’t be ended here' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;
