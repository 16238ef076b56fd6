const DATES = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const pairsOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} и ещё ${others.length}`;

/**
 * The name of a recording, made of listed symbols and dates alone: «LINKUSDT, 5 февраля 2026»,
 * «DOTUSDT и ещё 2, 5–7 февраля 2026». Nobody can give it another one (rule M1).
 *
 * @param from when it begins, seconds
 * @param last opening time of its last minute, seconds
 */
export function recordingTitle(symbols: readonly string[], from: number, last: number): string {
  const dates = DATES.formatRange(from * 1000, last * 1000).replaceAll(/\s*г\./g, '');
  return `${pairsOf(symbols)}, ${dates}`;
}

/** The name of a replay of it: «Повтор: LINKUSDT, 5 февраля 2026». */
export const replayTitle = (symbols: readonly string[], from: number, last: number): string =>
  `Повтор: ${recordingTitle(symbols, from, last)}`;

/** The name of a replay whose dates say nothing, as the product made the recording, or must not be known yet. */
export const datelessTitle = (pairs: readonly string[], why: 'сделано генератором' | 'даты скрыты'): string =>
  `Повтор: ${pairsOf(pairs)}, ${why}`;
