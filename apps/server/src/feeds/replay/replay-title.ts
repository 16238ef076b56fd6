const DATES = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * The name of a replay, made of listed symbols and dates alone: «Повтор: LINKUSDT, 5 февраля 2026»,
 * «Повтор: DOTUSDT и ещё 2, 5–7 февраля 2026». Nobody can give it another one (rule M1).
 *
 * @param from when it begins, seconds
 * @param last opening time of its last minute, seconds
 */
export function replayTitle(symbols: readonly string[], from: number, last: number): string {
  const [first = '', ...others] = symbols;
  const pairs = others.length === 0 ? first : `${first} и ещё ${others.length}`;
  const dates = DATES.formatRange(from * 1000, last * 1000).replaceAll(/\s*г\./g, '');
  return `Повтор: ${pairs}, ${dates}`;
}
