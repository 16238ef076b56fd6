import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { freePort } from '../product/process.ts';

/** Answers on a port of this machine until the test has finished. @returns the port */
export async function listening(answer: RequestListener): Promise<number> {
  const port = await freePort();
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return port;
}
