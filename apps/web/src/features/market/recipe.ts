import type { Market } from '@plecho/contract';
import { provenanceWords } from '@/lib/provenance.ts';
import { everyHours } from './fee-words.ts';
import { formatDateTime, formatMoney, formatRate, plural } from '@/lib/format.ts';
import { onDemand } from '@/lib/on-demand.ts';

const PARAMETER_NAMES: Record<string, string> = {
  generator: 'Генератор',
  version: 'Версия генератора',
  seed: 'Зерно',
  speed: 'Скорость',
  from: 'Начало записи',
  to: 'Конец записи',
  start: 'Начало записи',
  end: 'Конец записи',
  provenance: 'Происхождение',
  symbols: 'Пары',
  sha256: 'SHA-256 файлов',
  dates: 'Даты',
};

const ANCHOR = 'anchor';
/** Of the parameter `dates`: the market’s clock tells no true date. */
const MASKED = 'masked';

/** What the keys of a market's days lead to; null for a market without keys. */
export const anchorOf = ({ parameters }: Market): string | null =>
  parameters[ANCHOR] === undefined ? null : String(parameters[ANCHOR]);

/** Whoever knows the seed of a market knows all its prices, those of the future too. */
export const isSeedPublic = ({ kind, parameters }: Market): boolean =>
  kind === 'synthetic' && parameters['seed'] !== undefined;

export interface RecipeLine {
  name: string;
  value: string;
  /** What the value is short for. */
  full?: string;
}

const HASH_SHOWN = 12;

const utc = onDemand(
  () => new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

/** A time of the recipe is the market's own, and the same for everybody: UTC. */
function parameterValue(name: string, value: string | number): Omit<RecipeLine, 'name'> {
  const text = String(value);
  if (name === 'dates' && value === MASKED) return { value: 'скрыты' };
  if (name === 'speed') return { value: `${text.replace(/x$/, '')}x` };
  if (/^[0-9a-f]{64}$/.test(text)) return { value: `${text.slice(0, HASH_SHOWN)}…`, full: text };
  return { value: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? `${utc().format(new Date(text))} UTC` : text };
}

function parameterLines(market: Market): RecipeLine[] {
  return Object.entries(market.parameters)
    .filter(isPlain)
    .flatMap(([key, value]): RecipeLine[] => {
      const name = PARAMETER_NAMES[key] ?? key;
      if (key === 'provenance') return [{ name, value: provenanceWords(market) ?? String(value) }];
      if (!Array.isArray(value)) return [{ name, ...parameterValue(key, value) }];
      if (value.length === 0) return [{ name, value: 'не записан' }];
      return value.map((one, n) => ({ name: n === 0 ? name : '', ...parameterValue(key, one) }));
    });
}

/** The anchor of the keys is shown together with the newest of them, the commitment with its recipe. */
const isPlain = ([name]: [string, unknown]): boolean => name !== ANCHOR && name !== 'commitment';

/** What trading costs; the words for it are in fee-words.ts. */
function costLines({ takerFeePercent, makerFeePercent, funding }: Market): RecipeLine[] {
  const isOneFee = takerFeePercent === makerFeePercent;
  return [
    { name: 'Комиссия', value: formatRate(takerFeePercent) },
    ...(isOneFee ? [] : [{ name: 'Комиссия мейкера', value: formatRate(makerFeePercent) }]),
    ...(funding === null
      ? []
      : [{ name: 'Фандинг', value: `${everyHours(funding.intervalHours)}, до ${formatRate(funding.capPercent)}` }]),
  ];
}

/** When the market begins and ends; nothing where its dates are masked, which none of these would be. */
function spanLines({ startAt, endAt, parameters }: Market): RecipeLine[] {
  if (parameters['dates'] === MASKED) return [];
  return [
    { name: 'Начало', value: formatDateTime(startAt) },
    ...(endAt === null ? [] : [{ name: 'Конец', value: formatDateTime(endAt) }]),
  ];
}

/** Everything that decides the prices and fills of a market, in words (charter rule C2). */
export function recipeOf(market: Market): RecipeLine[] {
  const count = market.symbols.length;
  return [
    ...spanLines(market),
    {
      name: 'Пары',
      value: count === 1 ? (market.symbols[0] ?? '1') : `${count} ${plural(count, 'пара', 'пары', 'пар')}`,
    },
    { name: 'Стартовый счёт', value: `${formatMoney(market.startBalance)} уч. USDT` },
    ...costLines(market),
    { name: 'Поддерживающая маржа', value: formatRate(market.maintenanceMarginPercent) },
    { name: 'Цена устаревает через', value: `${market.staleAfterSeconds} с` },
    { name: 'Невозможный скачок', value: `больше ${formatRate(market.maxJumpPercent)}` },
    ...parameterLines(market),
  ];
}
