import { setTimeout as wait } from 'node:timers/promises';
import type { Channel } from '@plecho/contract';
import { WebSocket } from 'ws';
import type { Site } from './trader.ts';

const AGAIN_MS = 200;

/** A page with a stream, as far as the stream goes: it comes back whenever it is sent away, and subscribes again. */
export class Watcher {
  /** With which codes streams ended that had been open. */
  readonly ends: number[] = [];
  readonly #site: Site;
  readonly #cookie: string;
  readonly #channels: Channel[];
  #socket: WebSocket | null = null;
  #isOver = false;
  /** Channels of which the open stream has told something. */
  readonly #told = new Set<string>();

  constructor(site: Site, cookie: string, channels: Channel[]) {
    this.#site = site;
    this.#cookie = cookie;
    this.#channels = channels;
    this.#connect();
  }

  /** Whether the stream that is open now has told something of each channel. */
  get isShown(): boolean {
    return this.#told.size === this.#channels.length;
  }

  stop(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  #connect(): void {
    const { url } = this.#site;
    const headers = { cookie: this.#cookie, origin: url };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { headers });
    this.#socket = socket;
    let wasOpen = false;
    socket.on('open', () => {
      wasOpen = true;
      for (const channel of this.#channels) socket.send(JSON.stringify({ op: 'subscribe', channel }));
    });
    socket.on('message', (data: Buffer) => {
      this.#told.add(String((JSON.parse(data.toString()) as { type: unknown }).type));
    });
    // What ends it is told by its close.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.#told.clear();
      if (this.#isOver) return;
      if (wasOpen) this.ends.push(code);
      void wait(AGAIN_MS).then(() => this.#isOver || this.#connect());
    });
  }
}
