import { COMMAND_ERRORS } from '@plecho/contract';
import type { Interval, OrderKind, Side } from '@plecho/domain';

const sideName: Record<Side, string> = { long: 'Long', short: 'Short' };

const orderKind: Record<OrderKind, string> = {
  limit: 'Лимит',
  stopMarket: 'Стоп',
  stopLimit: 'Стоп-лимит',
  trailingStop: 'Трейлинг',
};

export const chartTexts = {
  region: (symbol: string, interval: string, label: string) => `График ${symbol}, свечи ${interval}. ${label}`,
  keys: 'Стрелки влево и вправо прокручивают график, плюс и минус меняют масштаб, End возвращает к последней свече.',
  watermark: 'Учебный тренажёр',
  attribution: 'TradingView',
  attributionTitle: 'График нарисован библиотекой TradingView Lightweight Charts™',
  realTime: 'В реальное время',
  loading: 'Загрузка графика…',
  loadingOlder: 'Загрузка прошлых свечей…',
  empty: 'Свечей пока нет: рынок ещё не начал торговаться.',
  failed: 'Не удалось загрузить свечи',
  retry: 'Повторить',
  ended: 'Рынок завершён: новых цен не будет',
  stale: (age: string) => `Цена устарела: последней ${age}`,
  ohlc: { open: 'О', high: 'В', low: 'Н', close: 'З', volume: 'Объём' },
  ohlcNames: { open: 'Открытие', high: 'Максимум', low: 'Минимум', close: 'Закрытие', volume: 'Объём' },
  drawnAs: 'Вид',
  heikinAshi: 'Хейкен-Аши',
  level: { entry: 'Вход', liquidation: 'Ликвидация', takeProfit: 'TP', stopLoss: 'SL', trailing: 'Трейлинг' },
  levelName: {
    entry: 'Вход',
    liquidation: 'Ликвидация',
    takeProfit: 'Тейк-профит',
    stopLoss: 'Стоп-лосс',
    trailing: 'Трейлинг-стоп',
  },
  levelAt: (name: string, price: string, number: number | null) =>
    `${name} ${price}${number === null ? '' : `, позиция ${number}`}. `,
  editLevels: '. Изменить уровни',
  order: (kind: OrderKind, side: Side, leverage: number) => `${orderKind[kind]} ${sideName[side]} ${leverage}x`,
  reducing: (kind: OrderKind, side: Side) => `${orderKind[kind]}, закрыть ${sideName[side]}`,
  orderLevel: { orderTakeProfit: 'TP ордера', orderStopLoss: 'SL ордера' },
  /** What a screen reader says of an order's line. */
  orderName: (name: string, price: string) => `Ордер: ${name} по ${price}`,
  orderLevelName: (name: string, price: string) => `${name} на ${price}`,
  dropRefused: {
    take_profit_wrong_side: COMMAND_ERRORS.take_profit_wrong_side.text,
    stop_loss_wrong_side: COMMAND_ERRORS.stop_loss_wrong_side.text,
    stop_loss_beyond_liquidation: COMMAND_ERRORS.stop_loss_beyond_liquidation.text,
  },
  moveFailed: 'Не удалось передвинуть уровень',
  movedOrder: (price: string) => `Ордер передвинут на ${price}`,
  moved: (name: string, price: string) => `${name} передвинут на ${price}`,
  intervals: 'Интервал свечей',
  interval: { '1m': '1м', '5m': '5м', '15m': '15м', '1h': '1ч', '1d': '1д' } satisfies Record<Interval, string>,
  intervalName: {
    '1m': '1 минута',
    '5m': '5 минут',
    '15m': '15 минут',
    '1h': '1 час',
    '1d': '1 день',
  } satisfies Record<Interval, string>,
  markers: {
    ...sideName,
    takeProfit: 'TP',
    stopLoss: 'SL',
    trailingStop: 'Трейлинг',
    liquidation: 'Ликв.',
    user: 'Выход',
    order: 'Выход',
    attemptEnd: 'Конец',
    marketEnd: 'Конец',
    start: 'Начало сценария',
    several: (count: number) => `×${count}`,
  },
};
