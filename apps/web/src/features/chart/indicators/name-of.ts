import type { Indicator } from './catalog.ts';
import { indicatorTexts as texts } from './texts.ts';

/** «MACD 12 26 9»: an indicator with its parameters. */
export const nameOf = ({ kind, parameters }: Pick<Indicator, 'kind' | 'parameters'>): string =>
  [texts.name[kind], ...parameters.map((value) => String(value).replace('.', ','))].join(' ');
