import { connect, type Socket } from 'node:net';

export interface Load {
  /** Requests answered, by status. */
  statuses: Map<number, number>;
  /** Milliseconds of each request. */
  latencies: number[];
  seconds: number;
  /** Bodies of the answers, when asked for. */
  bodies: string[];
}

export interface LoadOptions {
  port: number;
  clients: number;
  requests: number;
  /** The n-th request as raw HTTP/1.1 bytes (keep-alive). */
  request(n: number): Buffer;
  keepBodies?: boolean;
}

/** One address may ask a thousand times a second; on Linux this machine has many of its own. */
const ADDRESSES = process.platform === 'linux' ? 64 : 1;
const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * Closed-loop HTTP load: each client sends its next request when the last one is answered.
 * Written on bare sockets, so that on a small machine the load costs as little as possible of the
 * processor that is being measured.
 */
export async function httpLoad(options: LoadOptions): Promise<Load> {
  const load: Load = { statuses: new Map(), latencies: [], seconds: 0, bodies: [] };
  let next = 0;
  const started = performance.now();
  const clients = Array.from({ length: options.clients }, (_, n) =>
    runClient(options, load, `127.0.0.${1 + (n % ADDRESSES)}`, () => (next < options.requests ? next++ : null)),
  );
  await Promise.all(clients);
  load.seconds = (performance.now() - started) / 1000;
  return load;
}

function runClient(options: LoadOptions, load: Load, localAddress: string, take: () => number | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: options.port, host: '127.0.0.1', localAddress, noDelay: true });
    let sentAt = 0;
    let buffered: Buffer = Buffer.alloc(0);
    const send = (): void => {
      const n = take();
      if (n === null) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(options.request(n));
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      const headerEnd = buffered.indexOf(HEADER_END);
      if (headerEnd < 0) return;
      const header = buffered.toString('latin1', 0, headerEnd);
      const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0);
      const total = headerEnd + 4 + length;
      if (buffered.length < total) return;
      load.latencies.push(performance.now() - sentAt);
      const status = Number(header.slice(9, 12));
      load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
      if (options.keepBodies === true) load.bodies.push(buffered.toString('utf8', headerEnd + 4, total));
      buffered = Buffer.alloc(0);
      send();
    });
  });
}

/** A raw JSON request with a session cookie, as a browser on the same site sends it. */
export function jsonRequest(
  port: number,
  method: string,
  path: string,
  cookie: string,
  body: string,
  headers: Record<string, string> = {},
): Buffer {
  const extra = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\nsec-fetch-site: same-origin\r\n` +
      `content-type: application/json\r\ncookie: ${cookie}\r\n${extra}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
