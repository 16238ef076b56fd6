import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '@plecho/contract';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { errorBodyOf } from './errors.ts';

/** For what was written to arrive at somebody who reads it. */
const LINGER_MS = 1_000;

/** What the parser of requests gives up on, and what that means; anything else is no HTTP. */
const PARSER_CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers on the sockets of requests that never get as far as a route. */
export class RawAnswers {
  readonly #head: string;
  readonly #clock: Clock;

  /** @param headers those of every answer */
  constructor(headers: Readonly<Record<string, string>>, clock: Clock) {
    this.#head = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#clock = clock;
  }

  refuse(socket: Duplex, code: ErrorCode): void {
    const { status } = ERRORS[code];
    const body = JSON.stringify(errorBodyOf(new Problem(code)));
    const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${this.#head}${length}\r\n${body}`);
    this.hangUp(socket);
  }

  /** Ends a connection whose peer may never read nor close: what it sends is thrown away, and in a moment it is gone. */
  hangUp(socket: Duplex): void {
    socket.end();
    socket.resume();
    const cancel = this.#clock.after(LINGER_MS, () => socket.destroy());
    socket.once('close', cancel);
  }

  /** For `clientError`, which comes again for every piece that still arrives, and for connections that were reset. */
  readonly onClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (socket.writableEnded) return;
    const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } | null };
    if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent === true) socket.destroy();
    else this.refuse(socket, PARSER_CODES[error.code ?? ''] ?? 'invalid_request');
  };
}
