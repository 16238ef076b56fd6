import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { maskPhonesIn } from './mask.ts';

/** Fields that carry secrets, should one ever be logged by mistake (rule S8). */
const SECRET = [
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'secret',
  'cookie',
  'set-cookie',
  'authorization',
];

/** An error without what people typed: database messages quote values. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: maskPhonesIn(String(error)) };
  const { type, message, stack } = stdSerializers.err(error);
  const code: unknown = 'code' in error ? error.code : undefined;
  return { type, code, message: maskPhonesIn(message), stack: maskPhonesIn(stack) };
}

/** So many bytes wait while nobody takes them; what is logged beyond them is lost. */
const MOST_WAITING = 1024 * 1024;

/** Standard output: a terminal that was closed, or a disk that is full, is no reason to stop. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: process.stdout.fd, sync: true, maxLength: MOST_WAITING });
  output.on('error', () => undefined);
  return output;
}

/** Structured logs, one JSON object a line. @param destination standard output by default */
export function createLogger(level: string, destination = standardOutput()): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  };
  return pino(options, destination);
}

export type { Logger };
