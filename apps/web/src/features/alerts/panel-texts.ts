import type { AlertKind, Interval } from '@plecho/domain';

export const KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  cross: 'Цена дойдёт до уровня',
  change: 'Цена изменится за время',
  close: 'Свеча закроется за уровнем',
  liquidation: 'Близко к ликвидации',
};

export const WINDOW_NAMES: Readonly<Record<number, string>> = {
  300: '5 мин',
  900: '15 мин',
  3_600: '1 ч',
  14_400: '4 ч',
  86_400: '24 ч',
};

export const INTERVAL_NAMES: Readonly<Record<Interval, string>> = {
  '1m': '1 мин',
  '5m': '5 мин',
  '15m': '15 мин',
  '1h': '1 ч',
  '1d': '1 д',
};

/** Seconds of a pause; the empty one: once. */
export const PAUSES = [
  ['', 'Один раз'],
  ['300', 'Снова, не чаще раза в 5 мин'],
  ['3600', 'Снова, не чаще раза в час'],
  ['86400', 'Снова, не чаще раза в сутки'],
] as const;

/** Seconds that an alert waits; the empty one: until it rings. */
export const TERMS = [
  ['', 'Без срока'],
  ['86400', '1 день'],
  ['604800', '7 дней'],
  ['2592000', '30 дней'],
] as const;

export const texts = {
  waiting: 'Ждут',
  rang: 'Сработали',
  empty: 'Оповещений нет',
  emptyHint: 'Оповещение сработает и тогда, когда страница закрыта: вы увидите его здесь.',
  noRings: 'Ещё ничего не сработало',
  failed: 'Не удалось загрузить оповещения',
  remove: (what: string): string => `Удалить: ${what}`,
  removed: 'Оповещение удалено',
  removeFailed: 'Не удалось удалить оповещение. Повторите попытку.',
  newOne: 'Новое оповещение',
  count: (count: number, limit: number): string => `${count} из ${limit}`,
  kind: 'Когда',
  pair: 'Пара',
  level: 'Цена',
  percent: 'Процент',
  window: 'За время',
  interval: 'Свеча',
  direction: 'Куда',
  position: 'Позиция',
  noPositions: 'Открытых позиций, которые могут быть ликвидированы, нет',
  noPosition: 'Выберите позицию',
  toList: 'К списку',
  pause: 'Сколько раз',
  term: 'Срок',
  submit: 'Поставить',
  added: 'Оповещение поставлено',
  addFailed: 'Не удалось поставить оповещение. Повторите попытку.',
  unknown: 'Сервер не ответил, поставлено ли оповещение. Нажмите ещё раз: второго не будет.',
  clock: (market: string): string => `${market}. Сроки и паузы считаются по часам рынка.`,
  ways: { up: 'Вверх', down: 'Вниз', either: 'В любую сторону' },
  sides: { up: 'Не ниже уровня', down: 'Не выше уровня' },
  wrongPrice: 'Введите цену больше нуля',
  wrongPercent: 'Введите процент от 0,1 до 90, не больше двух знаков после запятой',
  rests: (until: string): string => `отдыхает до ${until}`,
  expires: (at: string): string => `до ${at}`,
  again: (count: number): string => `повторяется, сработало: ${count}`,
  isNew: 'новое',
  several: (count: number): string => `Сработало оповещений: ${count}`,
  look: 'Показать',
} as const;

export const notifyTexts = {
  label: 'Показывать уведомления браузера',
  on: 'Уведомление придёт, когда страница открыта, но вы смотрите не на неё. Без звука.',
  off: 'Когда страница открыта, но вы смотрите не на неё. Браузер спросит разрешения.',
  refused: 'Браузеру запрещено показывать уведомления этого сайта. Разрешить можно в настройках сайта в браузере.',
  insecure: 'Уведомления браузера работают только по защищённому адресу (https), а страница открыта без него.',
  unsupported: 'Этот браузер не умеет показывать уведомления сайтов.',
} as const;
