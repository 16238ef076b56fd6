import type { ApiError } from '../client.ts';

/**
 * What a failed attempt says about the intent:
 * - `decided`: the server looked at the key and refused; nothing was carried out and nothing will be
 * - `turnedAway`: this attempt was refused before its key was looked at; an earlier one may have been carried out
 * - `uncertain`: it may have been carried out
 */
export type Verdict = 'decided' | 'turnedAway' | 'uncertain';

/** Session, rights and limits stand before the key. */
const DOORS = [401, 403, 429];

export function verdictOf({ code, status }: ApiError): Verdict {
  if (code === 'network' || code === 'unknown') return 'uncertain';
  if (DOORS.includes(status) || code === 'market_halted') return 'turnedAway';
  return status >= 500 ? 'uncertain' : 'decided';
}

/** Whether nothing will come of it. @param inDoubt whether an earlier attempt with the same key may have been carried out */
export function isRefusal(error: ApiError, inDoubt: boolean): boolean {
  const verdict = verdictOf(error);
  return verdict === 'decided' || (verdict === 'turnedAway' && !inDoubt);
}

/** Whether asking again soon is of any use to somebody who was turned away. */
export const mayPassLater = ({ status }: ApiError): boolean => status !== 401 && status !== 403;
