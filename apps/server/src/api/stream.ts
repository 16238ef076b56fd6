import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { api } from '@plecho/contract';
import { WebSocketServer } from 'ws';
import { Problem } from '../lib/problem.ts';
import type { RawAnswers } from './raw-answers.ts';
import { requireSameOrigin } from './same-origin.ts';
import { identityOf, type Server, type Services } from './server.ts';
import { secretOf } from './session-cookie.ts';

/** What a client can make the server hold or do before anybody looks at a message of its. */
const BOUNDS = {
  perMessageDeflate: false,
  /** Bytes of a message; those of people's pages have at most two hundred. */
  maxPayload: 2 * 1024,
  /** Pieces that a message comes in, as frames or as packets; theirs come in one. */
  maxFragments: 32,
  maxBufferedChunks: 32,
  /** Milliseconds until a stream that was told to close is gone, whatever its client does. */
  closeTimeout: 1_000,
};
/** From the request to the opened stream or to the end of its refusal. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

interface Upgrade {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
  /** The handshake is over: nothing of it stays on the socket. */
  finish(): void;
}

/** Stays on the socket as long as the stream lives: a closure of the handshake would keep its request as long. */
function destroy(this: Duplex): void {
  this.destroy();
}

/**
 * The stream's handshake. Upgrades go through the router like any request, so that the same
 * guards stand before them; a refused one gets an ordinary HTTP answer and its socket is destroyed.
 */
export function streamRoute(app: Server, services: Services, raw: RawAnswers): void {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const sockets = new WebSocketServer({ noServer: true, ...BOUNDS });
  sockets.on('wsClientError', (_error, socket) => raw.refuse(socket, 'invalid_request'));

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as never);
    const cancel = services.clock.after(HANDSHAKE_TIMEOUT_MS, () => socket.destroy());
    const finish = (): void => {
      cancel();
      socket.off('close', finish);
    };
    socket.on('close', finish);
    response.on('finish', () => {
      if (upgrades.has(request)) raw.hangUp(socket);
    });
    socket.on('error', destroy);
    upgrades.set(request, { socket, head, response, finish });
    app.routing(request, response);
  });

  app.get(api.service.stream.path, { schema: { hide: true } }, (request, reply) => {
    const upgrade = upgrades.get(request.raw);
    if (upgrade === undefined) throw new Problem('invalid_request');
    requireSameOrigin(request);
    const identity = identityOf(request);
    const secret = secretOf(request) ?? '';
    upgrades.delete(request.raw);
    reply.hijack();
    upgrade.response.detachSocket(upgrade.socket as never);
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      upgrade.finish();
      services.acceptStream({ socket, connection: upgrade.socket }, identity, secret);
    });
  });
}
