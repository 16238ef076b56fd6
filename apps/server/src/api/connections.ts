import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, limitFor } from '../identity/throttle.ts';
import { addressRanges } from '../lib/address-ranges.ts';

/** For the database, files, and whatever else the process opens; it uses about 30 when nobody is connected. */
const RESERVED_FILES = 100;
/** What their memory allows. */
const MOST_CONNECTIONS = 30_000;
/** A class behind one address: 300 browsers with a stream and six connections each. */
const PER_ADDRESS = 2_100;

export interface ConnectionLimits {
  /** Open at once. */
  total: number;
  /** … of one address; a loopback address may have ten times as many. */
  perAddress: number;
}

/**
 * What a process can hold without running out of descriptors.
 * @param openFiles how many files and sockets it may have open
 */
export function connectionLimits(openFiles: number): ConnectionLimits {
  const left = Math.max(openFiles - RESERVED_FILES, Math.floor(openFiles / 2));
  return { total: Math.min(MOST_CONNECTIONS, left), perAddress: PER_ADDRESS };
}

/** `silent`: the first request, or the next one, isn't here yet as a whole. `idle`: between two requests. */
type State = 'silent' | 'idle' | 'busy';

/** Connections that belong together, and those of them that could go, the longest quiet first. */
class Group {
  open = 0;
  readonly silent = new Set<Socket>();
  readonly idle = new Set<Socket>();

  get dispensable(): Socket | undefined {
    for (const socket of this.silent) return socket;
    for (const socket of this.idle) return socket;
    return undefined;
  }
}

interface Connection {
  address: string;
  group: Group;
  state: State;
  /** Requests that are not answered yet. */
  asked: number;
}

/**
 * Bounds the open connections of the process, in all and for each address (rule S11). Where the bound
 * is reached, the connection that has been quiet the longest makes room, so that somebody who asks for
 * something gets in; only when all of them are at work is the newcomer turned away.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #all = new Group();
  readonly #groups = new Map<string, Group>();
  readonly #sockets = new Map<Socket, Connection>();
  /** Newcomers turned away. */
  dropped = 0;
  /** Quiet connections closed to make room. */
  reaped = 0;

  /** @param proxies address ranges that stand for many people and have no bound of their own */
  constructor(limits: ConnectionLimits, proxies: readonly string[] | false) {
    this.#limits = limits;
    this.#isProxy = proxies === false ? () => false : addressRanges(proxies);
  }

  get open(): number {
    return this.#all.open;
  }

  /** Looks after every connection of `server` from now on. */
  watch(server: Server): void {
    server.maxConnections = this.#limits.total;
    const drop = (): void => {
      this.dropped += 1;
    };
    server.on('drop', drop);
    // One that could not even be accepted. Before that an error means that the server can't listen.
    server.once('listening', () => server.on('error', drop));
    server.on('connection', (socket: Socket) => this.#opened(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#asked(request, response));
    server.on('upgrade', (_request: IncomingMessage, socket: Socket) => this.#become(socket, 'busy'));
  }

  #opened(socket: Socket): void {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    const address = addressGroup(remoteAddress);
    const group = this.#groups.get(address) ?? new Group();
    if (group.open >= this.#boundOf(remoteAddress) && !this.#reap(group)) {
      this.dropped += 1;
      socket.destroy();
      return;
    }
    // One place is kept free: where it is taken, the server turns newcomers away before anybody can look at them.
    if (this.#all.open + 1 >= this.#limits.total) this.#reap(this.#all);
    group.open += 1;
    this.#all.open += 1;
    this.#groups.set(address, group);
    this.#sockets.set(socket, { address, group, state: 'silent', asked: 0 });
    this.#become(socket, 'silent');
    socket.once('close', () => this.#forget(socket));
  }

  /** Half of all at most: one address can't take everything. */
  #boundOf(address: string): number {
    if (this.#isProxy(address)) return Infinity;
    return Math.min(limitFor(address, this.#limits.perAddress), Math.floor(this.#limits.total / 2));
  }

  #reap(group: Group): boolean {
    const socket = group.dispensable;
    if (socket === undefined) return false;
    this.reaped += 1;
    this.#forget(socket);
    socket.destroy();
    return true;
  }

  #asked(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#sockets.get(socket);
    if (connection === undefined) return;
    connection.asked += 1;
    if (hasBody(request)) {
      this.#become(socket, 'silent');
      // A request that is refused before its body has been read ends after its answer.
      request.once('end', () => {
        if (connection.asked > 0) this.#become(socket, 'busy');
      });
    } else this.#become(socket, 'busy');
    response.once('close', () => {
      connection.asked -= 1;
      if (connection.asked === 0) this.#become(socket, 'idle');
    });
  }

  #become(socket: Socket, state: State): void {
    const connection = this.#sockets.get(socket);
    if (connection === undefined) return;
    const before = connection.state;
    connection.state = state;
    for (const group of [this.#all, connection.group]) {
      if (before !== 'busy') group[before].delete(socket);
      if (state !== 'busy') group[state].add(socket);
    }
  }

  #forget(socket: Socket): void {
    const connection = this.#sockets.get(socket);
    if (connection === undefined) return;
    this.#become(socket, 'busy');
    this.#sockets.delete(socket);
    this.#all.open -= 1;
    connection.group.open -= 1;
    if (connection.group.open === 0) this.#groups.delete(connection.address);
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
