import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import type { StandInExchange } from './exchange.ts';
import { type Faults, faultsSchema } from './faults.ts';

const MAX_CONTROL_BYTES = 64_000;

/** A stand-in exchange over HTTP and WebSocket on loopback; `POST /control` switches its faults. */
export class ExchangeServer {
  readonly #exchange: StandInExchange;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #streams = new WebSocketServer({ noServer: true });
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<WebSocket>();

  constructor(exchange: StandInExchange) {
    this.#exchange = exchange;
    exchange.onFaults((faults) => this.#suffer(faults));
    this.#server.on('connection', (socket) => this.#connected(socket));
    this.#server.on('upgrade', (request, socket: Socket, head) => this.#upgrade(request, socket, head));
  }

  /** @returns the port on loopback. @param port 0: a free one */
  async listen(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#exchange.stop();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #suffer({ offline, halfOpen }: Faults): void {
    if (offline) for (const socket of this.#sockets) socket.destroy();
    for (const client of this.#clients) {
      if (halfOpen) client.pause();
      else client.resume();
    }
  }

  #connected(socket: Socket): void {
    if (this.#exchange.faults.offline) return void socket.destroy();
    this.#sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    if (this.#exchange.faults.halfOpen) return;
    this.#streams.handleUpgrade(request, socket, head, (accepted) => {
      this.#clients.add(accepted);
      const gone = this.#exchange.connect(urlOf(request), accepted);
      accepted
        .on('error', () => undefined)
        .once('close', () => {
          this.#clients.delete(accepted);
          gone();
        });
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    if (url.pathname === '/control') return this.#control(request, response);
    const reply = await this.#exchange.answer(url, () => request.socket.destroyed);
    if (reply !== null) response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  /** Faults as JSON; `{"shutdown": true}` ends the streams with notice. */
  async #control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isTooLong = Number(request.headers['content-length'] ?? 0) > MAX_CONTROL_BYTES;
    const asked = request.method === 'POST' && !isTooLong ? await text(request).catch(() => '') : '{}';
    try {
      const { shutdown, ...changed } = JSON.parse(asked) as { shutdown?: unknown };
      this.#exchange.setFaults(faultsSchema.parse(changed) as Partial<Faults>);
      if (shutdown === true) this.#exchange.shutDownStreams();
      response.end(`${JSON.stringify(this.#exchange.faults)}\n`);
    } catch (error) {
      response.statusCode = 400;
      response.end(`${String(error)}\n`);
    }
  }
}

const urlOf = ({ url }: IncomingMessage): URL => new URL(url ?? '/', 'http://localhost');
