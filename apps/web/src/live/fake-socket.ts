import type { Channel, ClientMessage, ServerMessage } from '@plecho/contract';
import { vi } from 'vitest';
import { GATHER_MS, type Socket } from './stream-client.ts';

/** A server at the other end of a socket, as far as the stream can tell. For tests with vitest's timers. */
export class FakeSocket implements Socket {
  readyState = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly received: ClientMessage[] = [];

  send(text: string): void {
    this.received.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }

  /** The connection ends from the other side. */
  end(code = 1006): void {
    this.readyState = 3;
    this.onclose?.(new CloseEvent('close', { code }));
  }

  say(message: ServerMessage): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** Says it all, and lets the time of one picture go by: what can be shown is shown then. */
  show(...messages: ServerMessage[]): void {
    for (const message of messages) this.say(message);
    vi.advanceTimersByTime(GATHER_MS);
  }

  /** Channels subscribed to, in order, repetitions included. */
  get subscribed(): Channel[] {
    return this.received.flatMap((message) => (message.op === 'subscribe' ? [message.channel] : []));
  }

  get pings(): number[] {
    return this.received.flatMap((message) => (message.op === 'ping' ? [message.n] : []));
  }
}
