import { ERRORS, type ErrorBody, type ErrorCode } from '@plecho/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { UnavailableError } from '../commands/command.ts';
import { Problem } from '../lib/problem.ts';
import { operatorText } from './operator-texts.ts';

/** Fields of commands whose own text says more than «Запрос составлен неверно». */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  amount: 'invalid_amount',
  leverage: 'invalid_leverage',
  limitPrice: 'invalid_price',
  takeProfit: 'invalid_price',
  stopLoss: 'invalid_price',
  portion: 'invalid_portion',
};

/** The operator area speaks English. */
const OPERATOR_FIELD_CODES: Readonly<Record<string, ErrorCode>> = { amount: 'amount_not_a_number' };

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_RATE_LIMIT: 'too_many_requests',
};

/** PostgreSQL's classes for "not now" (connection, shutdown, resources, a transaction that took too long) and the driver's own words for a lost connection. */
const DATABASE_GONE = /^(08|25P03|53|57P|ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND)/;
const CONNECTION_LOST = /connection (terminated|ended)|timeout exceeded when trying to connect|not queryable/i;

interface BadField {
  name: string;
  /** There is no such field. */
  isUnknown: boolean;
}

function badFields(validation: FastifyError['validation']): BadField[] {
  return (validation ?? []).flatMap(({ instancePath, params }): BadField[] => {
    const name = instancePath.split('/').filter(Boolean).join('.');
    const { keys } = params;
    if (name !== '' || !Array.isArray(keys)) return [{ name, isUnknown: false }];
    return keys.map((key) => ({ name: String(key), isUnknown: true }));
  });
}

function isUnavailable(error: FastifyError): boolean {
  if (error instanceof UnavailableError) return true;
  return (typeof error.code === 'string' && DATABASE_GONE.test(error.code)) || CONNECTION_LOST.test(error.message);
}

/** What an error means to the one who asked. @param codes for fields whose own text says more than a general refusal */
export function toProblem(error: FastifyError, codes = FIELD_CODES): Problem {
  if (error instanceof Problem) return error;
  if (error.validation !== undefined) {
    const fields = badFields(error.validation);
    const [first] = fields;
    const code = first === undefined || first.isUnknown ? undefined : codes[first.name];
    return new Problem(code ?? 'invalid_request', { details: { fields: fields.map(({ name }) => name) } });
  }
  if (isUnavailable(error)) return new Problem('unavailable', { retryAfter: 1 });
  const known = FASTIFY_CODES[error.code];
  if (known !== undefined) return new Problem(known);
  const status = error.statusCode ?? 500;
  if (status === 503) return new Problem('unavailable', { retryAfter: 1 });
  if (status === 429) return new Problem('too_many_requests');
  return new Problem(status >= 400 && status < 500 ? 'invalid_request' : 'internal');
}

/** @param url of a route */
export const isForOperators = (url: string): boolean => url.startsWith('/api/admin/');

/** The same to an operator. */
export const toOperatorProblem = (error: FastifyError): Problem => toProblem(error, OPERATOR_FIELD_CODES);

const textOf = (code: ErrorCode): string => ERRORS[code].text;

/**
 * The text of a problem with its figures: the seconds until asking again makes sense, and those among its details.
 * @param text what a code says to whoever asked
 */
export function errorBodyOf({ code, retryAfter = 1, details }: Problem, text = textOf): ErrorBody {
  const figures: Record<string, unknown> = { seconds: retryAfter, ...details };
  const error = text(code).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(figures[name]).replace('.', ','));
  return details === undefined ? { error, code } : { error, code, details };
}

/** Somebody who left in the middle of a request has made no error of ours, and won't read the answer either. */
const hasLeft = (error: FastifyError, request: FastifyRequest): boolean => error === request.raw.errored;

/** Answers with the catalogue's status and text, never with a stack. What nobody expected is logged. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isOperators = isForOperators(request.routeOptions.url ?? '');
  const toProblemOf = isOperators ? toOperatorProblem : toProblem;
  const problem = hasLeft(error, request) ? new Problem('invalid_request') : toProblemOf(error);
  const { status } = ERRORS[problem.code];
  if (status >= 500) {
    const log = problem.code === 'internal' ? request.log.error : request.log.warn;
    log.call(
      request.log,
      { err: error, id: request.id, route: request.routeOptions.url, method: request.method },
      'request failed',
    );
  }
  if (problem.retryAfter !== undefined) void reply.header('retry-after', problem.retryAfter);
  void reply.header('cache-control', 'no-store');
  const body = errorBodyOf(problem, isOperators ? operatorText : undefined);
  void reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}
