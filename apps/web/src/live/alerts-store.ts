import type { AlertsData, Ring } from '@plecho/contract';
import { Emitter } from '@/lib/emitter.ts';
import type { StreamClient } from './stream-client.ts';

export interface AlertsState extends AlertsData {
  /** Whether alerts have been heard of at all. */
  loaded: boolean;
}

const EMPTY: AlertsState = { loaded: false, rings: [], unseen: 0, waiting: 0 };

/** Ids are longer than numbers hold exactly. */
const isAfter = (id: string, other: string): boolean => BigInt(id) > BigInt(other);

/** What the person's alerts have rung, as the stream tells it while somebody listens. */
export class AlertsStore {
  #state = EMPTY;
  /** Of the newest ring that was heard of; null before the first message. */
  #newest: string | null = null;
  readonly #changes = new Emitter();
  readonly #market: string;
  readonly #stream: StreamClient;
  readonly #onRings: (rings: readonly Ring[]) => void;

  /**
   * @param market id of the main market
   * @param onRings called with every message: the rings since the one before, the oldest first; none with the first
   */
  constructor(market: string, stream: StreamClient, onRings: (rings: readonly Ring[]) => void) {
    this.#market = market;
    this.#stream = stream;
    this.#onRings = onRings;
  }

  readonly get = (): AlertsState => this.#state;
  readonly listen = this.#changes.listen;

  /** @returns stops it */
  readonly start = (): (() => void) =>
    this.#stream.subscribe(
      { channel: 'alerts', market: this.#market },
      {
        onFrame: (frame) => {
          if (frame.type === 'alerts') this.#take(frame.data);
        },
      },
    );

  #take(data: AlertsData): void {
    const before = this.#newest;
    this.#newest = data.rings[0]?.id ?? before ?? '0';
    this.#state = { loaded: true, ...data };
    this.#onRings(before === null ? [] : data.rings.filter(({ id }) => isAfter(id, before)).toReversed());
    this.#changes.emit();
  }
}
