import type { Market } from '@plecho/contract';
import { formatDateTime, formatMoney, formatRate, plural } from '@/lib/format.ts';

const PARAMETER_NAMES: Record<string, string> = {
  generator: 'Генератор',
  version: 'Версия генератора',
  seed: 'Зерно',
  speed: 'Скорость',
  from: 'Начало записи',
  to: 'Конец записи',
  start: 'Начало записи',
  end: 'Конец записи',
  files: 'Файлы',
  file: 'Файл',
  source: 'Источник',
  symbols: 'Пары',
  sha256: 'SHA-256 записи',
};

const ANCHOR = 'anchor';

/** What the keys of a market's days lead to; null for a market without keys. */
export const anchorOf = ({ parameters }: Market): string | null =>
  parameters[ANCHOR] === undefined ? null : String(parameters[ANCHOR]);

/** Whoever knows the seed of a market knows all its prices, those of the future too. */
export const isSeedPublic = ({ kind, parameters }: Market): boolean =>
  kind === 'synthetic' && parameters['seed'] !== undefined;

export interface RecipeLine {
  name: string;
  value: string;
}

const utc = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A time of the recipe is the market's own, and the same for everybody: UTC. */
function parameterValue(name: string, value: string | number): string {
  const text = String(value);
  if (name === 'speed') return `${text.replace(/x$/, '')}x`;
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? `${utc.format(new Date(text))} UTC` : text;
}

/** The anchor of the keys is shown together with the newest of them. */
const isPlain = ([name]: [string, unknown]): boolean => name !== ANCHOR;

/** Everything that decides the prices and fills of a market, in words (charter rule C2). */
export function recipeOf(market: Market): RecipeLine[] {
  const count = market.symbols.length;
  return [
    { name: 'Начало', value: formatDateTime(market.startAt) },
    {
      name: 'Пары',
      value: count === 1 ? (market.symbols[0] ?? '1') : `${count} ${plural(count, 'пара', 'пары', 'пар')}`,
    },
    { name: 'Стартовый счёт', value: `${formatMoney(market.startBalance)} уч. USDT` },
    { name: 'Комиссия', value: formatRate(market.takerFeePercent) },
    { name: 'Поддерживающая маржа', value: formatRate(market.maintenanceMarginPercent) },
    { name: 'Цена устаревает через', value: `${market.staleAfterSeconds} с` },
    { name: 'Невозможный скачок', value: `больше ${formatRate(market.maxJumpPercent)}` },
    ...Object.entries(market.parameters)
      .filter(isPlain)
      .map(([name, value]) => ({
        name: PARAMETER_NAMES[name] ?? name,
        value: parameterValue(name, value),
      })),
  ];
}
