import { connect, type Socket } from 'node:net';

/** What a server answered on a bare socket. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

/** Opens a connection that a test may leave as rude as it likes. */
export function rawSocket(port: number, from = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  socket.on('error', () => undefined);
  return socket;
}

/** Sends bytes and collects what comes back until the server closes the connection. */
export function rawRequest(port: number, bytes: string | Buffer, from?: string): Promise<RawAnswer> {
  const socket = rawSocket(port, from);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(bytes);
  return new Promise((resolve) => {
    const end = (): void => {
      socket.destroy();
      resolve(parse(text));
    };
    socket.on('end', end).on('close', end);
  });
}

/** A request that asks the server to close the connection after its answer. */
export const plainRequest = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): string =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: `127.0.0.1:${port}`, connection: 'close', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
