import { noAnswer, request } from '../client.ts';
import type { Intent } from './intent.ts';

/**
 * One attempt to have an intent carried out.
 * @param timeoutMs an answer that takes longer counts as none
 * @throws ApiError
 */
export async function sendIntent(
  { endpoint, params = {}, query = {}, body, key }: Intent,
  timeoutMs: number,
): Promise<unknown> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), timeoutMs);
  try {
    return await request(endpoint, { params, query, body, idempotencyKey: key, signal: time.signal });
  } catch (error) {
    throw time.signal.aborted ? noAnswer() : error;
  } finally {
    clearTimeout(timer);
  }
}
