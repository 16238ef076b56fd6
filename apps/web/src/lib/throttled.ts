import { formatDuration } from './duration.ts';

/** The refusal of an attempt that came too soon, with the time that is left. @param details of the error */
export function throttledText(message: string, { retryAfter }: Record<string, unknown>): string {
  if (typeof retryAfter !== 'number') return message;
  return `Слишком много попыток входа. Повторите через ${formatDuration(retryAfter)}.`;
}
