import type { Answer, StreamListener, Transport } from '../../apps/server/src/feeds/binance/transport.ts';
import type { StandInExchange } from './exchange.ts';

const unreachable = (): Error => new Error('the exchange is offline');

/** Carries a stand-in's words within the process: on a clock that is moved by hand every run is the same. */
export class DirectTransport implements Transport {
  readonly #exchange: StandInExchange;
  /** Ends a connection or a request. */
  readonly #cuts = new Set<() => void>();

  constructor(exchange: StandInExchange) {
    this.#exchange = exchange;
    exchange.onFaults(({ offline }) => {
      if (offline) for (const cut of this.#cuts) cut();
    });
  }

  async get(url: URL, signal: AbortSignal): Promise<Answer> {
    if (this.#exchange.faults.offline) throw unreachable();
    const over = Promise.withResolvers<never>();
    const giveUp = (): void => over.reject(signal.reason);
    const cut = (): void => over.reject(unreachable());
    const never = new Promise<never>(() => undefined);
    let isGone = false;
    signal.addEventListener('abort', giveUp);
    this.#cuts.add(cut);
    try {
      const reply = await Promise.race([
        this.#exchange.answer(url, () => isGone).then((said) => said ?? never),
        over.promise,
      ]);
      return { status: reply.status, headers: new Headers(reply.headers), text: reply.body };
    } finally {
      isGone = true;
      signal.removeEventListener('abort', giveUp);
      this.#cuts.delete(cut);
    }
  }

  connect(url: URL, listener: StreamListener): () => void {
    let isOver = false;
    let leave = (): void => undefined;
    const end = (tell: (() => void) | null): void => {
      if (isOver) return;
      isOver = true;
      this.#cuts.delete(cut);
      leave();
      if (tell !== null) queueMicrotask(tell);
    };
    const cut = (): void => end(() => listener.closed(unreachable()));
    const { offline, halfOpen } = this.#exchange.faults;
    if (offline) cut();
    else if (!halfOpen) {
      this.#cuts.add(cut);
      leave = this.#exchange.connect(url, {
        send: (message) => void (isOver || listener.message(message)),
        ping: () => undefined,
        close: () => end(() => listener.closed(null)),
      });
    }
    return () => end(null);
  }
}
