import type { ErrorBody, ErrorCode } from '@plecho/contract';

/** What the server refused, or that it could not be asked. `message` is a text for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** A code of the catalogue, `network` when no answer came, `unknown` when it said nothing usable. */
  readonly code: ErrorCode | 'network' | 'unknown';
  readonly details: Record<string, unknown>;

  constructor(message: string, status: number, code: ApiError['code'], details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const FALLBACK = 'Request failed';
const NO_ANSWER = 'Нет связи с сервером. Проверьте подключение и повторите.';

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

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' && body.error !== '';

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (!isErrorBody(body)) return new ApiError(FALLBACK, response.status, 'unknown');
  return new ApiError(body.error, response.status, body.code as ErrorCode, body.details);
}

/**
 * Calls the HTTP API; `path` is without the /api prefix.
 * @throws ApiError when it is refused or there is no answer; an abort by `signal` as the browser throws it
 */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const { query, body, idempotencyKey, signal } = options;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  let response: Response;
  try {
    response = await fetch(urlOf(path, query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(NO_ANSWER, 0, 'network');
  }
  if (!response.ok) throw await errorOf(response);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(FALLBACK, response.status, 'unknown');
  }
}
