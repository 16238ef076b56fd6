import type { Alert, Ring } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { formatExactPrice, formatPercent, keepUnits } from '@/lib/format.ts';
import { marketTime } from '@/lib/market-time.ts';
import { INTERVAL_NAMES, WINDOW_NAMES } from './panel-texts.ts';

/** Where personal replays that hide their dates begin to count, seconds; no market is as old otherwise. */
const DAY_ONE = 946_684_800;
const LAST_HIDDEN = DAY_ONE + 3_650 * 86_400;

type Terms = Pick<Alert, 'kind' | 'symbol' | 'direction' | 'level' | 'percent' | 'window' | 'interval'>;

const priceText = (price: string | null): string => formatExactPrice(parsePrice(price ?? '0') ?? 0n, 2);
const percentText = (percent: string | null): string => `${(percent ?? '').replace('.', ',')} %`;
const candleText = (interval: Alert['interval']): string => (interval === null ? '' : INTERVAL_NAMES[interval]);
const pairOf = (symbol: string): string => symbol.replace(/USDT$/, '/USDT');

const WAYS = { up: 'вырастет на', down: 'упадёт на', either: 'изменится на' } as const;

/** What an alert waits for: «BTC/USDT: цена дойдёт до 70 000,00». */
export function alertWords(terms: Terms): string {
  const { kind, symbol, direction, level, percent, window, interval } = terms;
  const pair = pairOf(symbol);
  if (kind === 'cross') return `${pair}: цена дойдёт до ${priceText(level)}`;
  if (kind === 'change') {
    return keepUnits(`${pair}: цена ${WAYS[direction]} ${percentText(percent)} за ${WINDOW_NAMES[window ?? 0] ?? ''}`);
  }
  if (kind === 'close') {
    const side = direction === 'up' ? 'ниже' : 'выше';
    return keepUnits(`${pair}: свеча ${candleText(interval)} закроется не ${side} ${priceText(level)}`);
  }
  return keepUnits(`${pair}: до ликвидации меньше ${percentText(percent)} цены`);
}

/** What an alert did: «BTC/USDT: цена выросла до 70 000,50 (уровень 70 000,00)». */
export function ringWords(ring: Ring): string {
  const { kind, symbol, direction, level, percent, window, interval, price, change } = ring;
  const [pair, at] = [pairOf(symbol), priceText(price)];
  if (kind === 'cross') {
    return `${pair}: цена ${direction === 'up' ? 'выросла' : 'упала'} до ${at} (уровень ${priceText(level)})`;
  }
  if (kind === 'change') {
    // Said from where, for the change of a day that stands in the header is another one.
    const from = direction === 'down' ? 'максимума' : 'минимума';
    return keepUnits(`${pair}: ${formatPercent(change)} от ${from} за ${WINDOW_NAMES[window ?? 0] ?? ''}, цена ${at}`);
  }
  if (kind === 'close') {
    return keepUnits(`${pair}: свеча ${candleText(interval)} закрылась на ${at} (уровень ${priceText(level)})`);
  }
  return keepUnits(`${pair}: до ликвидации меньше ${percentText(percent)} цены, цена ${at}`);
}

/** A time of some market: by the calendar, or by its days where it hides them. */
export const timeWords = (seconds: number): string => marketTime(seconds < LAST_HIDDEN ? DAY_ONE : null).short(seconds);
