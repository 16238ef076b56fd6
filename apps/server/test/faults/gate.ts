import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A door in front of a database: while it is shut, the database is gone for whoever connects through it. */
export class Gate {
  readonly port: number;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  private constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
  }

  /** Opens on `port` a door to `target`, both on loopback. */
  static async open(port: number, target: number): Promise<Gate> {
    const gate = new Gate(port, target);
    await gate.open();
    return gate;
  }

  get isOpen(): boolean {
    return this.#server !== null;
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => this.#join(client)).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Breaks every connection and refuses new ones. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    const closed = server === null ? Promise.resolve() : once(server, 'close');
    server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(client: Socket): void {
    const database = connect(this.#target, '127.0.0.1');
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
