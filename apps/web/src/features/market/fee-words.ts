import type { Market } from '@plecho/contract';
import { formatRate } from '@/lib/format.ts';

type FeesOfMarket = Pick<Market, 'takerFeePercent' | 'makerFeePercent' | 'funding'>;

/** «каждый час», «каждые 8 ч». */
export const everyHours = (hours: number): string => (hours === 1 ? 'каждый час' : `каждые ${hours} ч`);

const isNothing = (percent: string): boolean => Number(percent) === 0;

/** Who pays which fee, in a sentence. */
export function feeSentence({ takerFeePercent, makerFeePercent }: FeesOfMarket): string {
  if (isNothing(takerFeePercent) && isNothing(makerFeePercent)) return 'Комиссий за сделки на этом рынке нет.';
  const taker = `Комиссия = размер позиции × ${formatRate(takerFeePercent)} за открытие и столько же за закрытие`;
  if (takerFeePercent === makerFeePercent) return `${taker}.`;
  return `${taker}; лимитный ордер, который ждал своей цены, платит ${formatRate(makerFeePercent)}.`;
}

/** How funding comes about, in sentences; null on a market without it. */
export function fundingSentence({ funding }: FeesOfMarket): string | null {
  if (funding === null) return null;
  const { intervalHours, capPercent } = funding;
  return (
    `Фандинг платят ${everyHours(intervalHours)}, от 00:00 UTC по часам рынка. ` +
    'Ставка = (первая цена часа − среднее минутных закрытий за интервал) / это среднее, ' +
    `не больше ${formatRate(capPercent)} в обе стороны. Платёж = стоимость позиции × ставка: ` +
    'если ставка выше нуля, Long платит Short, если ниже — наоборот.'
  );
}
