import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Hold, type IsMarked, type Way } from './hold.ts';

/** What becomes of the pieces that go one way on one connection. */
export type Change = (piece: Buffer) => Buffer;

interface GateOptions {
  /** Address of this machine at which the door is. */
  host?: string;
  /** Made anew for each way of each connection; without it everything comes through as it is. */
  newChange?: () => Change;
}

/**
 * A door in front of a database or of NATS: while it is shut, that is gone for whoever connects through it; while it is
 * frozen, nothing comes through and nobody is told, as when a cable is cut; what is sent is still confirmed, though.
 */
export class Gate {
  readonly host: string;
  readonly port: number;
  readonly #newChange: () => Change;
  #target: number;
  /** What comes in at a socket, on its way to the other one. */
  readonly #ways = new Map<Socket, Transform>();
  #server: Server | null = null;
  #isFrozen = false;
  #lateMs = 0;
  #hold: Hold | null = null;

  private constructor(port: number, target: number, { host = '127.0.0.1', newChange }: GateOptions) {
    this.host = host;
    this.port = port;
    this.#target = target;
    this.#newChange = newChange ?? (() => (piece) => piece);
  }

  /** Opens on `port` a door to `target` on loopback. */
  static async open(port: number, target: number, options: GateOptions = {}): Promise<Gate> {
    const gate = new Gate(port, target, options);
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

  /**
   * What is connected is lost: nothing of it comes through any more, its end neither, and what is sent is still confirmed.
   * Whoever connects from now on gets through, as when a cable is mended after the other side has given up.
   */
  lose(): void {
    for (const [socket, way] of this.#ways) socket.removeAllListeners('close').unpipe(way).resume();
  }

  /** From now on everything comes through so much later, in its order. @param ms 0: at once again */
  slow(ms: number): void {
    this.#lateMs = ms;
  }

  /** Whoever comes from now on is led to another port of loopback. */
  lead(target: number): void {
    this.#target = target;
  }

  /** From the next marked piece on, what goes this way on its connection stays here until it is let go. */
  hold(way: Way, isMarked: IsMarked): Hold {
    this.#hold = new Hold(way, isMarked);
    return this.#hold;
  }

  /** What is held goes on its way, as far as its connection is still there. */
  letGo(): void {
    const hold = this.#hold;
    this.#hold = null;
    hold?.letGo();
  }

  #join(client: Socket): void {
    const target = connect(this.#target, '127.0.0.1');
    for (const [socket, other, direction] of [
      [client, target, 'there'],
      [target, client, 'back'],
    ] as const) {
      const way = this.#newWay(client, direction);
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

  #newWay(connection: Socket, direction: Way): Transform {
    const change = this.#newChange();
    /** What is on its way still. */
    let behind = 0;
    let last: Promise<void> = Promise.resolve();
    const way = new Transform({
      transform: (came: Buffer, _encoding, pass) => {
        const piece = change(came);
        if (piece.length === 0) return pass();
        const passOn = (): void => void (way.readable && way.push(piece));
        if (this.#hold?.keeps(connection, direction, piece, passOn) === true) return pass();
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
