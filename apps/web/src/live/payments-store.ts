import type { Operation, PaymentsData, WalletBalance } from '@plecho/contract';
import { Emitter } from '@/lib/emitter.ts';
import type { StreamClient } from './stream-client.ts';

export interface PaymentsState {
  /** Whether practice money has been heard of at all. */
  loaded: boolean;
  /** The newest ones, newest first. */
  operations: readonly Operation[];
  /** By coin and network. */
  wallet: readonly WalletBalance[];
}

const EMPTY: PaymentsState = { loaded: false, operations: [], wallet: [] };

/** Whether more happened than that confirmations grew. */
function isNews(before: PaymentsState, after: PaymentsState): boolean {
  const gist = ({ operations, wallet }: PaymentsState): string =>
    JSON.stringify([
      operations.map(({ id, status, txHash }) => [id, status, txHash]),
      wallet.map(({ balance, incoming }) => [balance, incoming]),
    ]);
  return before.loaded && gist(before) !== gist(after);
}

/**
 * Practice money of the person as the stream tells it. It listens to the stream only while somebody
 * listens to it, and keeps what it heard last.
 */
export class PaymentsStore {
  #state = EMPTY;
  #leave: (() => void) | null = null;
  #listening = 0;
  readonly #changes = new Emitter();
  readonly #market: string;
  readonly #stream: StreamClient;
  readonly #onNews: () => void;

  /**
   * @param market id of the main market
   * @param onNews called when an operation or a balance has changed since the last message
   */
  constructor(market: string, stream: StreamClient, onNews: () => void) {
    this.#market = market;
    this.#stream = stream;
    this.#onNews = onNews;
  }

  readonly get = (): PaymentsState => this.#state;

  readonly listen = (listener: () => void): (() => void) => {
    const leaveChanges = this.#changes.listen(listener);
    this.#listening += 1;
    this.#leave ??= this.#join();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leaveChanges();
      this.#listening -= 1;
      if (this.#listening > 0) return;
      this.#leave?.();
      this.#leave = null;
    };
  };

  #join(): () => void {
    return this.#stream.subscribe(
      { channel: 'payments', market: this.#market },
      {
        onFrame: (frame) => {
          if (frame.type === 'payments') this.#take(frame.data);
        },
      },
    );
  }

  #take({ operations, wallet }: PaymentsData): void {
    const before = this.#state;
    this.#state = { loaded: true, operations, wallet };
    if (isNews(before, this.#state)) this.#onNews();
    this.#changes.emit();
  }
}
