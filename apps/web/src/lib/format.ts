import { divide, parseDecimal, type Price, type Usdt, PRICE_DECIMALS, USDT_DECIMALS } from '@plecho/domain';
import { onDemand } from './on-demand.ts';

/*
 * The rule of rounding, so that no two figures on a screen contradict each other:
 * - A figure of money or percent has two decimals and is floored: a loss never looks smaller, a gain never larger.
 * - A percent behind the money it belongs to stands in brackets: {@link formatResult}.
 * - The move of the price in a receipt is no money: it is rounded to the nearest. It and what leverage made of it come from one exact
 *   value: `formatMove` of the receipt.
 * - A formula has every digit ({@link formatExactMoney}, {@link formatExactPrice}) and says «≈» where it was rounded.
 */

/** What is shown in place of anything that is not a number. */
export const NOT_AVAILABLE = 'N/A';

const MINUS = '−';
const THOUSANDS = '\u202f';
export const NBSP = '\u00a0';

const group = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, THOUSANDS);

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** An integer of `scale` places, written with `places` decimals (cut off, never rounded up). Without its sign. */
function digitsOf(value: bigint, scale: number, places: number): string {
  const digits = abs(value)
    .toString()
    .padStart(scale + 1, '0');
  const whole = group(digits.slice(0, digits.length - scale));
  const fraction = digits
    .slice(digits.length - scale)
    .padEnd(places, '0')
    .slice(0, places);
  return places === 0 ? whole : `${whole},${fraction}`;
}

/** Rounds toward −∞, so that a loss never looks smaller and a gain never larger than it is. */
function floorTo(value: bigint, scale: number, places: number): bigint {
  if (places >= scale) return value * 10n ** BigInt(places - scale);
  return divide(value, 10n ** BigInt(scale - places), 'floor');
}

/** «14 123 456»: a whole number that is counted. */
export const formatCount = (count: number): string =>
  Number.isFinite(count) ? group(String(Math.trunc(count))) : NOT_AVAILABLE;

/** A sentence in which no number is torn from its unit at the end of a line: «20 %», «90 мин». */
export const keepUnits = (text: string): string => text.replaceAll(/(\d) (?=[%а-яё])/g, '$1\u00a0');

/** Whether only what is below zero has a sign, or all but zero. */
type Sign = 'minus' | 'both';

/** An integer of `scale` places with `places` decimals, floored. */
export function written(value: bigint, scale: number, places: number, sign: Sign): string {
  const shown = floorTo(value, scale, places);
  const prefix = shown < 0n ? MINUS : sign === 'both' && shown > 0n ? '+' : '';
  return prefix + digitsOf(shown, places, places);
}

function toInteger(value: bigint | string | null | undefined, scale: number): bigint | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'bigint' ? value : parseDecimal(value, scale);
}

/** «1 000,50». Two decimals, floored; `value` is USDT as integer units or as a decimal string. */
export function formatMoney(value: Usdt | string | null | undefined): string {
  const units = toInteger(value, USDT_DECIMALS);
  return units === null ? NOT_AVAILABLE : written(units, USDT_DECIMALS, 2, 'minus');
}

/** A loss that is called one, without its sign: the cents that {@link formatSignedMoney} gives it, so never less than it is. */
export const formatLoss = (value: Usdt): string => formatMoney(-value).replace('−', '');

/** «+1 000,50» or «−3,20»; zero has no sign. */
export function formatSignedMoney(value: Usdt | string | null | undefined): string {
  const units = toInteger(value, USDT_DECIMALS);
  return units === null ? NOT_AVAILABLE : written(units, USDT_DECIMALS, 2, 'both');
}

/** All six places of an amount without trailing zeros beyond the second: «0,000123». */
export function formatExactMoney(value: Usdt | string | null | undefined): string {
  const units = toInteger(value, USDT_DECIMALS);
  if (units === null) return NOT_AVAILABLE;
  const text = written(units, USDT_DECIMALS, USDT_DECIMALS, 'minus');
  return text.replace(/(,\d\d\d*?)0+$/, '$1');
}

/** The fewest decimals of a price: below 1 four, below 10 three, otherwise two. */
export function priceDecimalsOf(price: Price): number {
  const one = 10n ** BigInt(PRICE_DECIMALS);
  if (price < one) return 4;
  return price < 10n * one ? 3 : 2;
}

/**
 * «67 412,50» with the decimals of {@link priceDecimalsOf}, or more.
 * @param tickDecimals decimals of the pair's tick
 * @param like the price whose decimals a difference of prices is written with
 */
export function formatPrice(value: Price | string | null | undefined, tickDecimals: number, like?: Price): string {
  const price = toInteger(value, PRICE_DECIMALS);
  if (price === null) return NOT_AVAILABLE;
  return written(price, PRICE_DECIMALS, Math.max(tickDecimals, priceDecimalsOf(like ?? price)), 'minus');
}

/** All places of a price without trailing zeros beyond those of {@link formatPrice}: «0,32901234». */
export function formatExactPrice(price: Price, tickDecimals: number): string {
  const least = formatPrice(price, tickDecimals).length;
  const text = written(price, PRICE_DECIMALS, PRICE_DECIMALS, 'minus');
  return text.slice(0, least) + text.slice(least).replace(/0+$/, '');
}

/** «+1,82 %»: signed, from hundredths of a percent or from the wire's decimal string. */
export function formatPercent(value: bigint | string | null | undefined): string {
  const basisPoints = toInteger(value, 2);
  return basisPoints === null ? NOT_AVAILABLE : `${written(basisPoints, 2, 2, 'both')}${NBSP}%`;
}

/** «3,42 %»: a share without a direction, from hundredths of a percent. */
export const formatShare = (basisPoints: bigint): string => `${written(basisPoints, 2, 2, 'minus')}${NBSP}%`;

/** «−0,10 (−0,01 %)»: a result and its share, in hundredths of a percent. */
export const formatResult = (money: Usdt | string, share: bigint | string): string =>
  `${formatSignedMoney(money)} (${formatPercent(share)})`;

/** «0,5 %»: without a sign and without trailing zeros, for rates and shares. */
export function formatRate(value: string): string {
  const units = parseDecimal(value, 4);
  if (units === null) return NOT_AVAILABLE;
  return `${written(units, 4, 4, 'minus').replace(/,?0+$/, '')}${NBSP}%`;
}

const SCALES: readonly [above: bigint, unit: string][] = [
  [1_000_000_000_000n, 'трлн'],
  [1_000_000_000n, 'млрд'],
  [1_000_000n, 'млн'],
  [1_000n, 'тыс.'],
];

/** «1,28 млрд»: a turnover in USDT, as integer units or as a decimal string. */
export function formatVolume(value: Usdt | string | null | undefined): string {
  const units = toInteger(value, USDT_DECIMALS);
  if (units === null) return NOT_AVAILABLE;
  const whole = divide(units, 10n ** BigInt(USDT_DECIMALS), 'floor');
  for (const [above, unit] of SCALES) {
    if (abs(whole) >= above) return `${written(divide(whole * 100n, above, 'floor'), 2, 2, 'minus')}${NBSP}${unit}`;
  }
  return written(whole, 0, 0, 'minus');
}

const validSeconds = (seconds: number | null | undefined): seconds is number =>
  typeof seconds === 'number' && Number.isFinite(seconds);

const inRussian = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  onDemand(() => new Intl.DateTimeFormat('ru-RU', options));

const dateTime = inRussian({
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const date = inRussian({ day: 'numeric', month: 'long', year: 'numeric' });
const clock = inRussian({ hour: '2-digit', minute: '2-digit' });
const shortDateTime = inRussian({
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** «05.02.2026, 12:30:05» in the person's time zone, from seconds since the epoch. */
export const formatDateTime = (seconds: number | null | undefined): string =>
  validSeconds(seconds) ? dateTime().format(seconds * 1000) : NOT_AVAILABLE;

/** «12:30» of today, «05.02, 12:30» of any other day. */
export const formatClock = (seconds: number): string =>
  formatDate(seconds) === formatDate(Date.now() / 1000) ? clock().format(seconds * 1000) : formatShortDateTime(seconds);

/** «05.02, 12:30». */
export const formatShortDateTime = (seconds: number | null | undefined): string =>
  validSeconds(seconds) ? shortDateTime().format(seconds * 1000) : NOT_AVAILABLE;

/** «5 февраля 2026 г.». */
export const formatDate = (seconds: number | null | undefined): string =>
  validSeconds(seconds)
    ? date()
        .format(seconds * 1000)
        .replaceAll(' ', NBSP)
    : NOT_AVAILABLE;

const cardinal = onDemand(() => new Intl.PluralRules('ru'));

/** The form of a Russian noun that goes with `n`: plural(2, 'позиция', 'позиции', 'позиций'). */
export function plural(n: number, one: string, few: string, many: string): string {
  const form = cardinal().select(n);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
}
