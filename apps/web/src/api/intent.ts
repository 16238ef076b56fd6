import { ApiError, request, type Method, type RequestOptions } from './client.ts';
import { singleFlight } from './single-flight.ts';

const RETRY_AFTER_MS = 700;

/** `crypto.randomUUID` exists on secure pages only; a classroom's http://192.168… is none. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether it is unknown what became of the request, so that the same key may ask again. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status === 502 || error.status === 503);

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function sendTwice<T>(method: Method, path: string, options: RequestOptions, pauseMs: number): Promise<T> {
  try {
    return await request<T>(method, path, options);
  } catch (error) {
    if (!isUncertain(error)) throw error;
    await pause(pauseMs);
    return request<T>(method, path, options);
  }
}

/**
 * Carries out one intent of the person: a key of its own, and one repetition with the same key when
 * the answer got lost, so that the intent happens at most once. The same request while one is under
 * way is the same intent.
 */
export function carryOut<T>(
  method: Method,
  path: string,
  options: Omit<RequestOptions, 'idempotencyKey'>,
  retryAfterMs = RETRY_AFTER_MS,
): Promise<T> {
  const intent = JSON.stringify([method, path, options.query, options.body]);
  return singleFlight(intent, () => sendTwice(method, path, { ...options, idempotencyKey: newKey() }, retryAfterMs));
}
