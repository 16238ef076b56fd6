import { WebSocket } from 'ws';

const MAX_MESSAGE_BYTES = 1_000_000;

/** What the exchange answers to a request, whatever it thinks of it. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface StreamListener {
  message(text: string): void;
  /** The connection is over or was never there. Said at most once. @param error null when it was ended in order */
  closed(error: Error | null): void;
}

/** How the exchange is reached. */
export interface Transport {
  /** Rejects when there is no answer, and when `signal` gives it up. */
  get(url: URL, signal: AbortSignal): Promise<Answer>;
  /** The listener is told nothing before this has returned. @returns what cuts the connection, at once */
  connect(url: URL, listener: StreamListener): () => void;
}

export const NETWORK: Transport = {
  async get(url, signal) {
    const response = await fetch(url, { signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  },

  connect(url, listener) {
    const socket = new WebSocket(url, { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
    let error: Error | null = null;
    socket.on('message', (data) => listener.message(Buffer.isBuffer(data) ? data.toString() : ''));
    socket.on('error', (met) => (error = met));
    socket.on('close', () => listener.closed(error));
    return () => socket.terminate();
  },
};
