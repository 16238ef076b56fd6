import { formatDecimal, type Usdt } from '@plecho/domain';
import { KOPECKS_PER_USDT, usdtToKopecks } from '@plecho/network';
import { coinUnit } from './coins.ts';
import { onDemand } from './on-demand.ts';

const figures = onDemand(() => new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }));

/** «5 000» or «1 234,5». */
export const formatRubles = (rubles: number): string => figures().format(rubles).replaceAll('\u00a0', '\u202f');

/** «5 000 уч. RUB»: play roubles are never named without saying so. */
export const formatRublesWithUnit = (rubles: number): string => `${formatRubles(rubles)}\u00a0${coinUnit('RUB')}`;

/** What a payout of USDT to a card comes to: roubles with kopecks, for showing alone. */
export const rublesOf = (value: Usdt): number => Number(usdtToKopecks(value)) / 100;

/** «95»: roubles for one USDT, the published rate. */
export const rateText = (): string => formatDecimal(KOPECKS_PER_USDT, 2).replace('.', ',');
