import type * as z from 'zod/mini';
import type { idempotencyHeaders } from '../common.ts';
import type { ErrorCode } from '../errors.ts';

/**
 * Who may call an address (rule S6):
 *
 * - `public`: everybody.
 * - `anybody`: everybody; whoever has a living session is known by it.
 * - `machine`: this machine itself, and whoever has the token for the figures.
 * - `user`: a living session; a blocked user too.
 * - `active`: a living session of a user who is not blocked.
 * - `operator`: a living session of a user who has the role, whatever the step-up.
 * - `steppedUp`: an operator's session whose step-up is fresh.
 */
export type Access = 'public' | 'anybody' | 'machine' | 'user' | 'active' | 'operator' | 'steppedUp';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What is served, and to whom. */
export interface Address {
  method: Method;
  /** As the router knows it: `/api/trading/trades/:id`. */
  path: `/${string}`;
  access: Access;
  /** Beyond those of {@link errorsOf}, which everything of its kind can answer with. */
  errors: readonly ErrorCode[];
}

type Schema = z.ZodMiniType;

/** Everything about one endpoint: what the server does with a request, the page sends and the description says. */
export interface Endpoint extends Address {
  description: string;
  params?: Schema;
  query?: Schema;
  /** `idempotencyHeaders`, where a repetition of the request must have no second effect. */
  headers?: typeof idempotencyHeaders;
  body?: Schema;
  /** The body is a file and no JSON; the handler reads it piece by piece. */
  bytes?: true;
  answer: Schema;
  /** Answers with another status that are no errors of the catalogue. */
  otherAnswers?: Readonly<Record<number, Schema>>;
  example: { params?: object; query?: object; body?: object; answer: unknown };
}

/** Describes an endpoint. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** An endpoint whose answer is a file: it is sent byte for byte, and no schema is laid over it. */
export interface FileEndpoint extends Address {
  method: 'GET';
  description: string;
  params?: Schema;
  query?: Schema;
  /** Content type of the answer. */
  media: 'text/plain' | 'application/json' | 'application/octet-stream';
  example: { params?: object; query?: object; /** A text as it is; bytes in Base64. */ answer: string };
}

/** Describes an endpoint that answers with a file. */
// @__NO_SIDE_EFFECTS__
export function fileEndpoint<const E extends FileEndpoint>(definition: E): E {
  return definition;
}

type Of<E extends object, Part extends keyof Endpoint> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined;
export type ParamsOf<E extends Endpoint | FileEndpoint> = Of<E, 'params'>;
export type QueryOf<E extends Endpoint | FileEndpoint> = Of<E, 'query'>;
export type BodyOf<E extends Endpoint> = Of<E, 'body'>;
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** "POST /api/wallet/send". */
export const addressName = ({ method, path }: Pick<Address, 'method' | 'path'>): string => `${method} ${path}`;

const ALWAYS = [
  'invalid_request',
  'proxy_not_trusted',
  'unknown_host',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];
const OF_A_CHANGE = ['cross_site', 'body_too_large', 'unsupported_media_type'] as const satisfies readonly ErrorCode[];
const OF_A_KEY = [
  'idempotency_conflict',
  'idempotency_key_expired',
  'idempotency_key_ahead',
] as const satisfies readonly ErrorCode[];
const OF_AN_OPERATOR = ['unauthorized', 'forbidden', 'operator_blocked'] as const satisfies readonly ErrorCode[];
const OF_ACCESS: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  anybody: [],
  machine: ['forbidden'],
  user: ['unauthorized'],
  active: ['unauthorized', 'blocked'],
  operator: OF_AN_OPERATOR,
  steppedUp: [...OF_AN_OPERATOR, 'step_up_required'],
};

/** Every code that can be the answer there. */
export function errorsOf({ method, access, headers, errors }: Address & Pick<Endpoint, 'headers'>): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...ALWAYS,
    ...(method === 'GET' ? [] : OF_A_CHANGE),
    ...OF_ACCESS[access],
    ...(headers === undefined ? [] : OF_A_KEY),
    ...errors,
  ];
  return [...new Set(codes)];
}
