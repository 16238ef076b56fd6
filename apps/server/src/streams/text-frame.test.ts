import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { describe, expect, it } from 'vitest';
import { textFrame } from './text-frame.ts';

/** What a client reads of bytes that are put on its connection. */
async function readOf(bytes: Buffer, count: number): Promise<string[]> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, connection, head) =>
    sockets.handleUpgrade(request, connection, head, () => connection.write(bytes)),
  );
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    return await new Promise((resolve, reject) => {
      const texts: string[] = [];
      client.on('error', reject);
      client.on('message', (data: Buffer, isBinary) => {
        texts.push(isBinary ? 'binary' : data.toString());
        if (texts.length === count) resolve(texts);
      });
    });
  } finally {
    client.terminate();
    server.close();
  }
}

describe('a message as it goes over a connection', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 300_000])('is read whole by a client: %i bytes', async (length) => {
    const text = 'x'.repeat(length);
    const whole = textFrame(Buffer.from(text));
    const bytes = Buffer.concat([whole, textFrame(Buffer.from('цена')), whole]);
    expect(await readOf(bytes, 3)).toEqual([text, 'цена', text]);
  });

  it('is framed once, however many get it', () => {
    const text = Buffer.from('{}');
    expect(textFrame(text)).toBe(textFrame(text));
  });
});
