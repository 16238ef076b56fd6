import type { Market, Trade } from '@plecho/contract';
import { distanceWords } from '@/lib/trail.ts';
import { formatMoney, formatPercent, formatPrice, formatSignedMoney } from '@/lib/format.ts';
import { formatMove } from './format-move.ts';
import type { ReceiptFigures } from './receipt-figures.ts';

const UNIT = 'уч. USDT';

interface Words {
  trade: Trade;
  figures: ReceiptFigures;
  /** `like`: the price that a difference is written like. */
  price: (value: bigint, like?: bigint) => string;
  /** Of the pair's prices. */
  decimals: number;
  /** Of the market. */
  kind: Market['kind'];
}

const moveOf = ({ trade, figures }: Words) =>
  formatMove({ side: trade.type, leverage: trade.leverage, margin: figures.margin, pnl: figures.liquidation.rawPnl });

/** «цена выросла на 1,20 %, при плече 5x это +6,00 % от маржи» from the entry to the exit. */
function movement(words: Words): string {
  const { figures, trade } = words;
  const { isZero, distance, result } = moveOf(words);
  const fees = figures.fee === 0n ? '' : `, с комиссиями ${formatPercent(figures.netBp)}`;
  const outcome = `при плече ${trade.leverage}x это ${result} от маржи${fees}`;
  if (figures.entry === figures.exit) return `цена не изменилась, ${outcome}`;
  if (isZero) return `цена почти не изменилась, ${outcome}`;
  return `цена ${figures.exit > figures.entry ? 'выросла' : 'снизилась'} на ${distance}, ${outcome}`;
}

const exitVerb = ({ figures }: Words): string => (figures.exit >= figures.entry ? 'поднялась до' : 'опустилась до');

function byUser(words: Words): string[] {
  const { trade, figures, price } = words;
  const act = trade.seasonEnd ? 'Вы начали заново, и позиция закрылась вместе с остальными' : 'Вы закрыли позицию сами';
  return [`${act} по цене ${price(figures.exit)}: от входа по ${price(figures.entry)} ${movement(words)}.`];
}

/** A replay has its pairs to the end; elsewhere one may go before the market does. */
function byMarketEnd({ figures, price, kind }: Words): string[] {
  const why = kind === 'replay' ? 'Повтор завершён.' : 'Торги закончились: рынок завершён или пара снята с торгов.';
  return [`${why} Позиция закрылась по последней цене ${price(figures.exit)}.`];
}

function byTakeProfit(words: Words): string[] {
  const { figures, price } = words;
  if (figures.rule === null) return [`Сработал тейк-профит: цена ${exitVerb(words)} ${price(figures.exit)}.`];
  const { level, gap } = figures.rule;
  if (gap === 0n) return [`Сработал тейк-профит: цена дошла ровно до заданных ${price(level)}.`];
  return [
    `Сработал тейк-профит ${price(level)}: первая цена за уровнем была ${price(figures.exit)}, ` +
      `по ней позиция и закрылась, на ${price(gap, level)} лучше уровня.`,
  ];
}

function byStopLoss(words: Words): string[] {
  const { figures, price } = words;
  if (figures.rule === null) return [`Сработал стоп-лосс: цена ${exitVerb(words)} ${price(figures.exit)}.`];
  const { level, gap } = figures.rule;
  if (gap === 0n) return [`Сработал стоп-лосс: цена дошла ровно до заданных ${price(level)}.`];
  return [
    `Сработал стоп-лосс ${price(level)}: первая цена за уровнем была ${price(figures.exit)}, ` +
      `по ней позиция и закрылась, на ${price(gap, level)} хуже уровня.`,
    'Стоп-лосс закрывает по первой цене за уровнем, а не ровно по нему: между двумя ценами цены нет.',
  ];
}

function byLiquidation(words: Words): string[] {
  const { figures, trade, price } = words;
  const level = figures.rule === null ? '' : ` и прошла уровень ликвидации ${price(figures.rule.level)}`;
  const met = figures.rule?.gap === 0n ? `, ровно до уровня ликвидации` : level;
  return [
    `Цена ${exitVerb(words)} ${price(figures.exit)}${met}. ` +
      `При плече ${trade.leverage}x хватило движения ${moveOf(words).move} от входа по ${price(figures.entry)}.`,
  ];
}

/** The level, the peak that it stands behind, and by how much: all three as they were at the close. */
function byTrailingStop(words: Words): string[] {
  const { trade, figures, price, decimals } = words;
  const { rule } = figures;
  if (rule === null || trade.trailing === null) {
    return [`Сработал трейлинг-стоп: цена ${exitVerb(words)} ${price(figures.exit)}.`];
  }
  const peak = formatPrice(trade.trailing.peak.price, decimals);
  const turned = trade.type === 'long' ? 'опустилась' : 'поднялась';
  const first =
    `Сработал трейлинг-стоп: лучшая цена была ${peak}, отступ ${distanceWords(trade.trailing, decimals)}, ` +
    `и стоп стоял на ${price(rule.level)}. Цена ${turned} до ${price(figures.exit)}, по ней позиция и закрылась`;
  if (rule.gap === 0n) return [`${first}, ровно на уровне.`];
  return [
    `${first}, на ${price(rule.gap, rule.level)} хуже уровня.`,
    'Стоп закрывает по первой цене за уровнем, а не ровно по нему: между двумя ценами цены нет.',
  ];
}

function byOrder(words: Words): string[] {
  const { figures, price } = words;
  return [
    `Исполнился ваш ордер на закрытие по цене ${price(figures.exit)}: ` +
      `от входа по ${price(figures.entry)} ${movement(words)}.`,
  ];
}

function byAttemptEnd({ figures, price }: Words): string[] {
  return [
    'Потери попытки дошли до предела из правил класса, и она окончена. ' +
      `Позиция закрылась по цене ${price(figures.exit)}, как всё, что было открыто.`,
  ];
}

const BY_REASON: Record<Trade['reason'], (words: Words) => string[]> = {
  user: byUser,
  takeProfit: byTakeProfit,
  stopLoss: byStopLoss,
  trailingStop: byTrailingStop,
  order: byOrder,
  liquidation: byLiquidation,
  attemptEnd: byAttemptEnd,
  marketEnd: byMarketEnd,
};

/** Why the position closed at that price, in sentences with the person's own numbers. @param kind of its market */
export function receiptSentences(
  trade: Trade,
  figures: ReceiptFigures,
  priceDecimals: number,
  kind: Market['kind'],
): string[] {
  const price: Words['price'] = (value, like) => formatPrice(value, priceDecimals, like);
  const sentences = BY_REASON[trade.reason]({ trade, figures, price, decimals: priceDecimals, kind });
  if (figures.insurance > 0n) {
    sentences.push(
      `Цена перескочила уровень, и убыток превысил маржу на ${formatMoney(figures.insurance)} ${UNIT}. ` +
        'Эту часть взял страховой счёт: больше своей маржи вы не теряете.',
    );
  }
  return sentences;
}

/** What leverage 1 would have given; null when the trade had no leverage. */
export function oneTimesSentence(trade: Trade, figures: ReceiptFigures): string | null {
  if (trade.leverage === 1) return null;
  const { net, basisPoints, liquidated } = figures.oneTimes;
  const result = `${formatSignedMoney(net)} ${UNIT} (${formatPercent(basisPoints)})`;
  const before = `При плече 1x с той же маржой на той же цене было бы ${result}`;
  if (trade.reason !== 'liquidation') return `${before}.`;
  return liquidated
    ? `${before}: такое движение ликвидирует и без плеча.`
    : `${before}, и позиция осталась бы открытой.`;
}
