import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

type Mode = 'open' | 'shut' | 'mute';

/** How an order begins on the wire. */
const ORDER = 'POST /api/trading/positions';

/**
 * A door between the page and the server, on a port of its own. Shut, the server is gone for the page.
 * Mute, orders still arrive and are carried out, and the connection breaks in place of their answer.
 */
export class Gate {
  readonly url: string;
  /** Called when an order has gone through, before anything comes back. */
  onOrder: (() => void) | null = null;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #mode: Mode = 'open';

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param target port of the server */
  static async to(target: number): Promise<Gate> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const gate = new Gate(server, address.port);
    server.on('connection', (page) => gate.#join(page, target));
    return gate;
  }

  /** Shut breaks every connection, too. */
  turn(mode: Mode): void {
    this.#mode = mode;
    if (mode === 'shut') for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.turn('shut');
    await closed;
  }

  #join(page: Socket, target: number): void {
    if (this.#mode === 'shut') {
      page.destroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    let isMute = false;
    for (const [socket, other] of [
      [page, server],
      [server, page],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    page.on('data', (chunk: Buffer) => {
      const isOrder = chunk.includes(ORDER);
      isMute ||= isOrder && this.#mode === 'mute';
      server.write(chunk, () => {
        if (isOrder) this.onOrder?.();
      });
    });
    // By the time the server says anything the order has been committed.
    server.on('data', (chunk: Buffer) => (isMute ? page.destroy() : page.write(chunk)));
  }
}
