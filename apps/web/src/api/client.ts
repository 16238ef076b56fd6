import {
  addressName,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ErrorBody,
  type ErrorCode,
  type FileEndpoint,
  type ParamsOf,
  type QueryOf,
} from '@plecho/contract';
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

/** What a request carries. */
export interface Carried {
  /** They take the places of `:id` and the like in the path. */
  params?: Readonly<Record<string, string>>;
  /** What is undefined is left out. */
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

interface RequestOptions extends Carried {
  /** The same key with the same request has one effect, however often it is sent. */
  idempotencyKey?: string;
  /** What the answer is expected to be; JSON by default. */
  accept?: string;
  /** How far the browser may answer by itself. */
  cache?: RequestCache;
  signal?: AbortSignal;
}

/**
 * "DELETE /api/trading/orders/13" of the endpoint's name "DELETE /api/trading/orders/:id". What `*` stands for is a path of
 * its own: its slashes stay.
 */
export const addressed = (endpoint: string, params: Carried['params'] = {}): string =>
  endpoint.replace(/:(\w+)|\*/g, (all, name: string | undefined) => {
    const value = encodeURIComponent(params[name ?? all] ?? '');
    return name === undefined ? value.replaceAll('%2F', '/') : value;
  });

/** An address with its query. */
export function urlOf(path: string, query: Carried['query']): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return `${path}${text === '' ? '' : `?${text}`}`;
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

/** What an answer refuses with. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  const retryAfterMs = seconds > 0 ? seconds * 1000 : 0;
  if (!isErrorBody(body)) return new ApiError(FALLBACK, status, 'unknown', {}, retryAfterMs);
  return new ApiError(body.error, status, body.code as ErrorCode, body.details, retryAfterMs);
}

function headersOf({ body, idempotencyKey, accept = 'application/json' }: RequestOptions): Record<string, string> {
  return {
    accept,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

/** The answer to a request, whatever it holds. */
async function respond(endpoint: string, options: RequestOptions = {}): Promise<Response> {
  const { params, query, body, cache, signal } = options;
  const [method = '', path = ''] = addressed(endpoint, params).split(' ');
  let response: Response;
  try {
    response = await fetch(urlOf(path, query), {
      method,
      headers: headersOf(options),
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(cache === undefined ? {} : { cache }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw noAnswer();
  }
  noteServerTime(response.headers.get('date'));
  if (!response.ok) throw await errorOf(response);
  return response;
}

/**
 * Asks the server.
 * @param endpoint its name
 * @throws ApiError when it is refused or there is no answer; an abort by `signal` as the browser throws it
 */
export async function request(endpoint: string, options: RequestOptions = {}): Promise<unknown> {
  const response = await respond(endpoint, options);
  try {
    return await response.json();
  } catch {
    throw new ApiError(FALLBACK, response.status, 'unknown');
  }
}

type Params<T> = { [Name in keyof T]: Extract<T[Name], string> };
/** Numbers are written as texts. */
type Query<T> = {
  [Name in keyof T]: Extract<T[Name], string> | (string extends T[Name] ? number : never) | undefined;
};
type Part<Name extends keyof Carried, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

/** What a file is asked for with. */
type Asked<E extends Endpoint | FileEndpoint> = Part<'params', Params<ParamsOf<E>>> & Part<'query', Query<QueryOf<E>>>;

/** What an endpoint is called with: each part that its description has. */
export type Given<E extends Endpoint> = Asked<E> & Part<'body', BodyOf<E>>;

/** What it is called with, and a key where it takes one. */
export type Call<E extends Endpoint> = Given<E> &
  Pick<RequestOptions, 'signal'> &
  (E extends { headers: object } ? Pick<RequestOptions, 'idempotencyKey'> : unknown);

/** Calls an endpoint. @throws ApiError and aborts as {@link request} does */
export async function call<E extends Endpoint>(endpoint: E, given: Call<E>): Promise<AnswerOf<E>> {
  return (await request(addressName(endpoint), given)) as AnswerOf<E>;
}

/**
 * Asks for a file.
 * @throws ApiError and aborts as {@link request} does; also when something in between has answered in the server's place
 */
export async function callFile<E extends FileEndpoint>(
  endpoint: E,
  given: Asked<E> & Pick<RequestOptions, 'cache' | 'signal'>,
): Promise<Response> {
  const { media } = endpoint;
  const answer = await respond(addressName(endpoint), { ...given, accept: media });
  if (answer.headers.get('content-type')?.startsWith(media) === true) return answer;
  throw new ApiError(FALLBACK, answer.status, 'unknown');
}
