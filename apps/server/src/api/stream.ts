import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { Problem } from '../lib/problem.ts';
import { isSameOrigin } from './same-origin.ts';
import { identityOf, type Server, type Services } from './server.ts';
import { secretOf } from './session-cookie.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;

/** Stays on the socket as long as the stream lives: a closure of the handshake would keep its request as long. */
function destroy(this: Duplex): void {
  this.destroy();
}

/**
 * The stream's handshake. Upgrades go through the router like any request, so that the same
 * guards stand before them; a refused one gets an ordinary HTTP answer.
 */
export function streamRoute(app: Server, services: Services): void {
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer; response: ServerResponse }>();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES });

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as never);
    response.on('finish', () => {
      if (upgrades.has(request)) socket.end();
    });
    socket.on('error', destroy);
    upgrades.set(request, { socket, head, response });
    app.routing(request, response);
  });

  app.get('/api/stream', { schema: { hide: true } }, (request, reply) => {
    const upgrade = upgrades.get(request.raw);
    if (upgrade === undefined) throw new Problem('invalid_request');
    if (!isSameOrigin(request.headers, request.host)) throw new Problem('cross_site');
    const identity = identityOf(request);
    const secret = secretOf(request) ?? '';
    upgrades.delete(request.raw);
    reply.hijack();
    upgrade.response.detachSocket(upgrade.socket as never);
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (opened) => {
      services.acceptStream(opened, identity, secret);
    });
  });
}
