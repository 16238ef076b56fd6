import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** A stream of a person, opened, with the connection that it writes to. */
export interface OpenedStream {
  socket: WebSocket;
  /** The socket puts whole frames there, uncompressed and at once: others may stand between them. */
  connection: Pick<Duplex, 'write' | 'cork' | 'uncork'>;
}
