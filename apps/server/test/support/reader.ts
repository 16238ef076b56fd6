import { serverMessage, type ServerMessage } from '@plecho/contract';
import type { Subscriber } from '../../src/streams/client.ts';

/** A stream client that reads, or pauses. Every frame is checked against the contract. */
export class Reader implements Subscriber {
  readonly messages: ServerMessage[] = [];
  paused = false;

  get drained(): boolean {
    return !this.paused;
  }

  offer(frame: Buffer): boolean {
    if (this.paused) return false;
    this.messages.push(serverMessage.parse(JSON.parse(frame.toString())));
    return true;
  }

  /** "snapshot 3", "update 4", … */
  get story(): string[] {
    return this.messages.map((message) => ('kind' in message ? `${message.kind} ${message.seq}` : message.type));
  }

  last<T extends ServerMessage['type']>(type: T): Extract<ServerMessage, { type: T }> {
    const found = this.messages.findLast((message) => message.type === type);
    if (found === undefined) throw new Error(`no ${type} message`);
    return found as Extract<ServerMessage, { type: T }>;
  }
}
