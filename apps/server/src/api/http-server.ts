import { createServer, type RequestListener, type Server } from 'node:http';
import type { Connections } from './connections.ts';

/** From the first byte, or from the opening of a connection that never sends one, to the end of the headers. */
const HEADERS_TIMEOUT_MS = 10_000;
/** … to the end of the body. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often the two above are looked after. */
const CHECK_MS = 2_000;
/** Between two requests: longer than the usual minute of proxies, so that it is them who close. */
const KEEP_ALIVE_MS = 72_000;
/** Without a byte in either direction, an answer that nobody reads included. */
const STALLED_MS = 60_000;

/** A server that lets nobody hold a connection for nothing (rule S11). */
export function createHttpServer(handler: RequestListener, connections: Connections): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Refused by the front door, with the headers that every answer has.
      requireHostHeader: false,
    },
    handler,
  );
  server.setTimeout(STALLED_MS);
  connections.watch(server);
  return server;
}
