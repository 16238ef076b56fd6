/**
 * The raw ceiling of the stream: a server that does nothing but broadcast given bytes with the bare
 * WebSocket library. Run as a process of its own: `bare-broadcast.ts PORT FRAMES_PER_SECOND`, the
 * frame on standard input. Answers "cpu\n" on standard input with its CPU seconds so far.
 */
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const [, , port, framesPerSecond] = process.argv;
const lines = createInterface({ input: process.stdin });
const server = new WebSocketServer({ port: Number(port), host: '127.0.0.1', perMessageDeflate: false });
let frame = Buffer.alloc(0);

lines.on('line', (line) => {
  if (line === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.stdout.write(`${(user + system) / 1e6}\n`);
    return;
  }
  frame = Buffer.from(line);
});

setInterval(
  () => {
    for (const client of server.clients) client.send(frame, { binary: false });
  },
  1000 / Number(framesPerSecond),
);
