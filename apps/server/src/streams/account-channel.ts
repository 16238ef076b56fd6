import type { AccountData } from '@plecho/contract';
import type { AccountState, AccountView } from '../commands/batch.ts';
import type { AccountEvent } from '../engine/events.ts';
import type { MarketPort } from '../engine/market-port.ts';
import { toWireBalances, toWireOrder, toWirePositionState, toWireTrade } from '../wire/trading.ts';
import { encode, type Subscriber } from './client.ts';

interface Update {
  fromVersion: bigint;
  version: bigint;
  frame: Buffer;
}

/** An account that streams show, as those see it who bring what becomes of it. */
export interface FollowedAccount {
  /** What every client that does not wait for a snapshot was told; null while all of them do. */
  readonly known: Pick<AccountState, 'id' | 'version'> | null;
  /** What became of it. Said twice it does no harm. */
  event(event: AccountEvent): void;
  /** Something may have been missed: everybody gets a new snapshot. */
  readAgain(): void;
}

/** Word of what becomes of an account, for as long as somebody shows it. */
export interface AccountFollow {
  /** Resolves when what is committed from then on is told here, or there is nobody to tell it. Never rejects. */
  ready(): Promise<void>;
  stop(): void;
}

/** While a snapshot is read; more than this and it is read again instead. */
const MAX_HELD = 256;

/**
 * One person's account in one market: a snapshot of the committed state, then every commit, without
 * a gap. Commits that arrive while a snapshot is being read are held and sent after it, those that
 * it contains already left out.
 */
export class AccountChannel implements FollowedAccount {
  readonly #market: MarketPort;
  readonly #read: () => Promise<AccountView>;
  readonly #onError: (clients: Subscriber[], error: unknown) => void;
  /** The version that a client has; null: waits for a snapshot. */
  readonly #clients = new Map<Subscriber, bigint | null>();
  #held: Update[] | null = null;
  #accountId: bigint | null = null;

  /**
   * @param read committed state of the account
   * @param onError told when no snapshot could be read; the clients have been removed
   */
  constructor(
    market: MarketPort,
    read: () => Promise<AccountView>,
    onError: (clients: Subscriber[], error: unknown) => void,
  ) {
    this.#market = market;
    this.#read = read;
    this.#onError = onError;
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: Subscriber): void {
    this.#clients.set(client, null);
    void this.#load();
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  get known(): Pick<AccountState, 'id' | 'version'> | null {
    const id = this.#accountId;
    let least: bigint | null = null;
    for (const version of this.#clients.values()) {
      if (version !== null && (least === null || version < least)) least = version;
    }
    return id === null || least === null ? null : { id, version: least };
  }

  readAgain(): void {
    for (const client of this.#clients.keys()) this.#clients.set(client, null);
    this.flush();
  }

  event(event: AccountEvent): void {
    const { fromVersion, account } = event;
    const { known } = this;
    // Said twice, or before what was said already.
    if (known !== null && account.version <= known.version) return;
    const update = { fromVersion, version: account.version, frame: this.#updateFrame(event) };
    if (this.#held !== null) this.#held.push(update);
    for (const [client, version] of this.#clients) {
      if (version !== null) this.#clients.set(client, this.#offer(client, version, update));
    }
    this.flush();
  }

  /** Reads a snapshot for clients that missed something and can take it. */
  flush(): void {
    for (const [client, version] of this.#clients) {
      if (version !== null || !client.drained) continue;
      void this.#load();
      return;
    }
  }

  /** @returns the version that the client has now; null when it missed something */
  #offer(client: Subscriber, version: bigint, update: Update): bigint | null {
    if (update.version <= version) return version;
    return update.fromVersion === version && client.offer(update.frame) ? update.version : null;
  }

  /** Never rejects. */
  async #load(): Promise<void> {
    if (this.#held !== null) return;
    this.#held = [];
    try {
      const view = await this.#read();
      this.#accountId = view.account.id;
      const held = this.#held.length > MAX_HELD ? [] : this.#held;
      const frame = this.#snapshotFrame(view);
      for (const [client, version] of this.#clients) {
        if (version !== null || !client.drained) continue;
        let has: bigint | null = client.offer(frame) ? view.account.version : null;
        for (const update of held) if (has !== null) has = this.#offer(client, has, update);
        this.#clients.set(client, has);
      }
    } catch (error) {
      const waiting = [...this.#clients].filter(([, version]) => version === null).map(([client]) => client);
      for (const client of waiting) this.#clients.delete(client);
      this.#onError(waiting, error);
    } finally {
      this.#held = null;
    }
  }

  #snapshotFrame({ account, positions, orders }: AccountView): Buffer {
    const { id } = this.#market;
    return this.#frame('snapshot', account.version, {
      balances: toWireBalances(account),
      positions: positions.map((position) => toWirePositionState(id, position)),
      removedPositions: [],
      orders: orders.map((order) => toWireOrder(id, order)),
      removedOrders: [],
      trades: [],
    });
  }

  #updateFrame(event: AccountEvent): Buffer {
    const { id } = this.#market;
    const label = event.trades.length === 0 ? '' : this.#market.definition.label;
    return this.#frame('update', event.account.version, {
      balances: toWireBalances(event.account),
      positions: event.positions.map((position) => toWirePositionState(id, position)),
      removedPositions: event.removedPositions.map(String),
      orders: event.orders.map((order) => toWireOrder(id, order)),
      removedOrders: event.removedOrders.map(String),
      trades: event.trades.map((trade) => toWireTrade(id, label, trade)),
    });
  }

  #frame(kind: 'snapshot' | 'update', version: bigint, data: AccountData): Buffer {
    return encode({ type: 'account', kind, seq: Number(version), market: this.#market.id, data });
  }
}
