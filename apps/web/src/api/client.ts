import type { ErrorBody, ErrorCode } from '@plecho/contract';
import { noteServerTime } from './server-time.ts';

/** What the server refused, or that it could not be asked. `message` is a text for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /**
   * A code of the catalogue, `network` when no answer came, `unknown` when it said nothing usable,
   * `unanswered` when an intent has no outcome yet or waits for one that has none.
   */
  readonly code: ErrorCode | 'network' | 'unknown' | 'unanswered';
  readonly details: Record<string, unknown>;
  /** The server asked not to be asked again sooner than this; 0 when it did not. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    status: number,
    code: ApiError['code'],
    details: Record<string, unknown> = {},
    retryAfterMs = 0,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }
}

const FALLBACK = 'Request failed';
const NO_ANSWER = 'Нет связи с сервером. Проверьте подключение и повторите.';

/** No answer came, or none in time. */
export const noAnswer = (): ApiError => new ApiError(NO_ANSWER, 0, 'network');

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RequestOptions {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** The same key with the same request has one effect, however often it is sent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

function urlOf(path: string, query: RequestOptions['query']): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return `/api${path}${text === '' ? '' : `?${text}`}`;
}

/** Something between the page and the server may answer too; only the server has codes like ours. */
const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'string' &&
  body.error !== '' &&
  'code' in body &&
  typeof body.code === 'string';

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  const retryAfterMs = seconds > 0 ? seconds * 1000 : 0;
  if (!isErrorBody(body)) return new ApiError(FALLBACK, status, 'unknown', {}, retryAfterMs);
  return new ApiError(body.error, status, body.code as ErrorCode, body.details, retryAfterMs);
}

function headersOf({ body, idempotencyKey }: RequestOptions): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

/**
 * Calls the HTTP API; `path` is without the /api prefix.
 * @throws ApiError when it is refused or there is no answer; an abort by `signal` as the browser throws it
 */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const { query, body, signal } = options;
  let response: Response;
  try {
    response = await fetch(urlOf(path, query), {
      method,
      headers: headersOf(options),
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw noAnswer();
  }
  noteServerTime(response.headers.get('date'));
  if (!response.ok) throw await errorOf(response);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(FALLBACK, response.status, 'unknown');
  }
}
