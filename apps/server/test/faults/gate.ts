import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A door in front of a database or of NATS: while it is shut, that is gone for whoever connects through it; while it is
 * frozen, nothing comes through and nobody is told, as when a cable is cut; what is sent is still confirmed, though.
 */
export class Gate {
  readonly host: string;
  readonly port: number;
  readonly #target: number;
  /** What comes in at a socket, on its way to the other one. */
  readonly #ways = new Map<Socket, Transform>();
  #server: Server | null = null;
  #isFrozen = false;
  #lateMs = 0;

  private constructor(host: string, port: number, target: number) {
    this.host = host;
    this.port = port;
    this.#target = target;
  }

  /** Opens on `port` a door to `target` on loopback. @param host address of this machine at which the door is */
  static async open(port: number, target: number, host = '127.0.0.1'): Promise<Gate> {
    const gate = new Gate(host, port, target);
    await gate.open();
    return gate;
  }

  get isOpen(): boolean {
    return this.#server !== null;
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => this.#join(client)).listen(this.port, this.host);
    await once(this.#server, 'listening');
  }

  /** Breaks every connection and refuses new ones. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    const closed = server === null ? Promise.resolve() : once(server, 'close');
    server?.close();
    for (const socket of this.#ways.keys()) socket.destroy();
    await closed;
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const [socket, way] of this.#ways) socket.unpipe(way).pause();
  }

  /** What was held back goes on its way. */
  thaw(): void {
    this.#isFrozen = false;
    for (const [socket, way] of this.#ways) socket.pipe(way);
  }

  /** From now on everything comes through so much later, in its order. @param ms 0: at once again */
  slow(ms: number): void {
    this.#lateMs = ms;
  }

  #join(client: Socket): void {
    const target = connect(this.#target, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      const way = this.#newWay();
      way.pipe(other);
      this.#ways.set(socket, way);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#ways.delete(socket);
        way.destroy();
        other.destroy();
      });
      if (!this.#isFrozen) socket.pipe(way);
    }
  }

  #newWay(): Transform {
    /** What is on its way still. */
    let behind = 0;
    let last: Promise<void> = Promise.resolve();
    const way = new Transform({
      transform: (piece: Buffer, _encoding, pass) => {
        if (this.#lateMs === 0 && behind === 0) return pass(null, piece);
        behind += 1;
        const late = wait(this.#lateMs);
        last = last
          .then(() => late)
          .then(() => {
            behind -= 1;
            if (!way.destroyed) way.push(piece);
          });
        pass();
      },
      flush: (end) => void last.then(() => end()),
    });
    return way;
  }
}
