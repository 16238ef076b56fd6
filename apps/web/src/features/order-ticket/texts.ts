import { COMMAND_ERRORS, REQUEST_ERRORS, type CommandError } from '@plecho/contract';
import type { Side, SizingProblem } from '@plecho/domain';
import { formatMoney } from '@/lib/format.ts';
import type { TicketKind } from './kinds.ts';

const name: Record<Side, string> = { long: 'Long', short: 'Short' };

export const ticketTexts = {
  title: 'Новая позиция',
  side: 'Направление',
  sideName: name,
  sideHint: { long: 'Long: заработать на росте', short: 'Short: заработать на падении' } satisfies Record<Side, string>,
  kind: 'Тип ордера',
  kindName: {
    market: 'Рыночный',
    limit: 'Лимитный',
    stopMarket: 'Стоп',
    stopLimit: 'Стоп-лимит',
    trailingStop: 'Трейлинг',
    oco: 'OCO',
  } satisfies Record<TicketKind, string>,
  more: 'Ещё',
  less: 'Свернуть',
  coming: 'Загружаем форму',
  price: 'Текущая цена',
  amount: 'Сумма (маржа)',
  max: 'MAX',
  maxName: 'MAX: вся доступная сумма',
  available: 'Доступно',
  classShare: (percent: string) => `По правилам класса не больше ${percent.replace('.', ',')} % счёта`,
  leverage: 'Плечо',
  limitPrice: 'Лимитная цена',
  stopPrice: 'Стоп-цена',
  callback: 'Отступ',
  takeProfit: 'Тейк-профит',
  stopLoss: 'Стоп-лосс',
  trailing: 'Трейлинг-стоп',
  expiry: 'Действует',
  untilCancelled: 'до отмены',
  until: (time: string) => `до ${time}`,
  optional: 'не задан',
  margin: 'Маржа',
  size: 'Размер позиции',
  fee: (opening: string, closing: string) => {
    const both = opening === closing ? `${closing}%` : `${opening}% за открытие, ${closing}% за закрытие`;
    return `Комиссия: ${both.replaceAll('.', ',')}`;
  },
  openFee: (amount: string) => `— ${amount} за открытие`,
  liquidation: 'Цена ликвидации',
  quotes: 'Покупка / продажа',
  noLiquidation: 'нет',
  ofStop: 'Если сработает стоп:',
  lossAt1: 'При −1 % против вас',
  lossAt5: 'При −5 % против вас',
  takeProfitResult: 'На тейк-профите',
  stopLossResult: 'На стоп-лоссе',
  explain: {
    margin: 'Ваши деньги в этой позиции. Больше маржи вы потерять не можете.',
    leverage: 'Во сколько раз позиция больше маржи. Во столько же раз больше и прибыль, и убыток.',
    size: 'Маржа, умноженная на плечо: на эту сумму вы торгуете.',
    liquidation:
      'На этой цене позиция закроется принудительно: остаток маржи станет меньше поддерживающей маржи рынка.',
    spread: (percent: string) =>
      `Спред ${percent}: покупка исполняется на половину спреда выше цены рынка, продажа на половину ниже. Long покупает при открытии и продаёт при закрытии, Short наоборот.`,
    takeProfit: 'Цена, на которой позиция закроется сама с прибылью.',
    stopLoss: 'Цена, за которой позиция закроется сама, чтобы убыток не рос.',
    limit: 'Ордер ждёт, пока цена дойдёт до заданной. Маржа на это время откладывается.',
    fee: 'Комиссия рынка от размера позиции за открытие и за закрытие.',
  },
  sizing: {
    enterRisk: 'Укажите, сколько готовы потерять',
    stopNeeded: 'Укажите стоп-лосс: размер считается от него',
    problem: (problem: SizingProblem): string => {
      switch (problem.problem) {
        case 'stop_loss_wrong_side':
          return 'Между входом и таким стоп-лоссом нет убытка';
        case 'risk_too_small':
          return 'Такой риск меньше убытка самой маленькой позиции: увеличьте его или придвиньте стоп-лосс';
        case 'not_enough':
          return `Даже при плече ${problem.leverage}x нужно ${formatMoney(problem.needed)}: доступно меньше. Уменьшите риск или отодвиньте стоп-лосс.`;
        case 'liquidation_first':
          return `Денег хватит только с плечом ${problem.leverage}x, а с ним ликвидация ближе стоп-лосса. Уменьшите риск или придвиньте стоп-лосс.`;
      }
    },
  },
  fillsNow: (price: string) => `Цена уже не хуже вашей: ордер исполнится сразу, примерно по ${price}`,
  submit: (side: Side, kind: TicketKind) => {
    if (kind === 'market') return `Открыть ${name[side]}`;
    return kind === 'oco' ? `Поставить два ордера ${name[side]}` : `Поставить ордер ${name[side]}`;
  },
  pending: 'Открываем…',
  pendingOrder: 'Ставим ордер…',
  fallback: 'Не удалось открыть позицию. Повторите попытку.',
  cut: 'Связи с сервером нет: ордера сейчас не отправить',
  stale: COMMAND_ERRORS.price_unavailable.text,
  ended: COMMAND_ERRORS.market_ended.text,
  halted: COMMAND_ERRORS.market_halted.text,
  blocked: (reason: string | null) =>
    reason === null ? COMMAND_ERRORS.blocked.text : `${COMMAND_ERRORS.blocked.text}. ${reason}`,
  refused: (code: string) => COMMAND_ERRORS[code as CommandError]?.text ?? REQUEST_ERRORS.unavailable.text,
  review: 'Проверьте перед отправкой',
  back: 'Вернуться',
  opened: (side: Side, symbol: string) => `Открыта позиция ${name[side]} ${symbol}`,
  placed: (side: Side, symbol: string) => `Ордер ${name[side]} ${symbol} поставлен`,
  placedPair: (side: Side, symbol: string) => `Два связанных ордера ${name[side]} ${symbol} поставлены`,
  keys: 'L и S выбирают направление, Enter показывает проверку',
};
