import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A door in front of a database or of NATS: while it is shut, that is gone for whoever connects through it; while it is
 * frozen, nothing comes through and nobody is told, as when a cable is cut.
 */
export class Gate {
  readonly port: number;
  readonly #target: number;
  /** What comes in at one socket goes out at the other. */
  readonly #pipes = new Map<Socket, Socket>();
  #server: Server | null = null;
  #isFrozen = false;

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
    for (const socket of this.#pipes.keys()) socket.destroy();
    await closed;
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const [socket, other] of this.#pipes) socket.unpipe(other).pause();
  }

  /** What was held back goes on its way. */
  thaw(): void {
    this.#isFrozen = false;
    for (const [socket, other] of this.#pipes) socket.pipe(other);
  }

  #join(client: Socket): void {
    const target = connect(this.#target, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#pipes.set(socket, other);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pipes.delete(socket);
        other.destroy();
      });
      if (!this.#isFrozen) socket.pipe(other);
    }
  }
}
