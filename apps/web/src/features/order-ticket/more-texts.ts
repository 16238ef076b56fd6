import type { Side } from '@plecho/domain';
import type { MORE_KINDS } from './kinds.ts';
import type { RiskUnit, Sizing } from './validate.ts';

const side: Record<Side, string> = { long: 'Long', short: 'Short' };

export const moreTexts = {
  otherKinds: 'Другие типы ордера',
  explainKind: {
    stopMarket: 'Ждёт, пока цена дойдёт до стоп-цены (Long — вверх, Short — вниз), и открывает по рынку.',
    stopLimit: 'Ждёт стоп-цену, а потом становится лимитным: исполнится по лимитной цене или лучше.',
    trailingStop: 'Идёт за лучшей ценой и открывает, когда рынок отвернёт от неё на отступ.',
    oco: 'Два ордера: лимитный и стоп. Исполнится один — второй снимется. Отложится сумма одного.',
  } satisfies Record<(typeof MORE_KINDS)[number], string>,
  unit: 'Единица',
  explainTrailing: 'Стоп, который идёт за лучшей ценой на этом отступе и назад не отходит. Дополняет стоп-лосс.',
  sizing: 'Размер через',
  sizingName: { margin: 'Маржу', coins: 'Монеты', risk: 'Риск' } satisfies Record<Sizing, string>,
  coins: (asset: string) => `Количество ${asset}`,
  risk: 'Потеряю не больше',
  riskUnitName: { percent: '%', usdt: 'USDT' } satisfies Record<RiskUnit, string>,
  explainRisk:
    'Маржа и плечо — от входа до стоп-лосса, с обеими комиссиями: на стоп-лоссе вы потеряете не больше этого. Если цена перескочит стоп-лосс, убыток может быть больше.',
  ofEquity: (amount: string) => `это ${amount} от капитала`,
  sized: (margin: string, leverage: number) => `${margin} × ${leverage}x`,
  atStop: (which: Side, stop: string) => `${side[which]}, стоп ${stop}`,
  takeOver: (which: Side) => `Взять ${side[which]}`,
  impossible: 'так не выйдет',
  riskReward: 'Риск и цель',
  explainR: 'R — то, чем вы рискуете до стоп-лосса. Цель 2R — вдвое больше риска.',
  atRisk: (amount: string) => `риск ${amount}`,
  reward: (amount: string, multiple: string) => `цель ${amount} = ${multiple}`,
  unlimited: (loss: string) => `Без стопа можно потерять всю маржу: при ликвидации ${loss}`,
  unlimitedNoLiquidation: 'Без стопа можно потерять всю маржу',
};
