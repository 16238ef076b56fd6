import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Options of a Node process whose memory `heldMemory` can read; until then the inspector only listens. */
export const inspectable = (port: number): string[] => [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];

/** Bytes that a process holds after a forced collection: its heap, and what lies outside it (array buffers included). */
export async function heldMemory(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  if (target === undefined) throw new Error(`no process to inspect on port ${port}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
  await once(socket, 'open');
  const call = async <T>(method: string, params: object = {}): Promise<T> => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    return (JSON.parse(data.toString()) as { result: T }).result;
  };
  // The second collection takes what the finalizers of the first let go.
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const { result } = await call<{ result: { value: { heapUsed: number; external: number } } }>('Runtime.evaluate', {
    expression: 'process.memoryUsage()',
    returnByValue: true,
  });
  socket.close();
  await once(socket, 'close');
  return result.value.heapUsed + result.value.external;
}
