import { ERRORS, type ErrorCode } from '@plecho/contract';

/** The operator area speaks English: the texts of codes that people get as well, where they are Russian. */
const OPERATOR_TEXTS: Partial<Record<ErrorCode, string>> = {
  // any request
  invalid_request: 'The request is not valid',
  not_found: 'Not found',
  body_too_large: 'The request is too large',
  unsupported_media_type: 'The request has to be JSON',
  cross_site: 'A request from another site was refused',
  proxy_not_trusted:
    'The request came through a proxy that the server does not know. This is configured on the server.',
  unknown_host: 'There is no site at this address',
  too_many_requests: 'Too many requests. Wait a moment.',
  unavailable: 'The service is unavailable for now. Try again.',
  internal: 'Internal error. Try again.',
  idempotency_conflict: 'This request key has been used with other data',
  idempotency_key_expired:
    'The request is older than 7 days and can’t be repeated. See whether it was carried out, and send a new one.',
  idempotency_key_ahead: 'The request is dated in the future. Check the clock of the device and send it again.',
  unauthorized: 'Sign in to go on',
  forbidden: 'This is for operators only',
  // markets
  unknown_market: 'Market not found',
  unknown_symbol: 'Pair not found',
  market_ended: 'The market has ended: nothing in it can be changed',
  market_halted: 'Trading of the market is halted until a check',
  amount_too_large: 'The amount is too large',
  // classes, recordings and drills
  class_not_found: 'No class with this code',
  class_ended: 'This class has ended',
  dataset_not_found: 'No such recording',
  replay_start_outside: 'The start must be a minute of the recording',
  drill_not_found: 'No such drill',
};

/** What a code says to operators; with the same figures as the catalogue's text. */
export const operatorText = (code: ErrorCode): string => OPERATOR_TEXTS[code] ?? ERRORS[code].text;
