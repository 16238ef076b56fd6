import type { AccountEvent } from '../engine/events.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccountInterest } from './account-interest.ts';
import type { AccountsMessage } from './account-messages.ts';
import type { Bus } from './bus.ts';
import { encodeMessage } from './message.ts';
import { accountsSubject } from './subjects.ts';

/** Well below what NATS takes in one message, 1 MB: a crash of the market is news of thousands of accounts at once. */
const FULL_BYTES = 256 * 1024;

/** Tells the other processes what becomes of the accounts that they show: what comes in one turn in one message. */
export class AccountNews {
  readonly #bus: Pick<Bus, 'publish'>;
  readonly #clock: Pick<Clock, 'soon'>;
  readonly #marketId: string;
  readonly #term: bigint;
  readonly #interest: Pick<AccountInterest, 'isShown'>;
  #gathered: AccountsMessage['events'] = [];
  #bytes = 0;

  constructor(
    bus: Pick<Bus, 'publish'>,
    clock: Pick<Clock, 'soon'>,
    marketId: string,
    term: bigint,
    interest: Pick<AccountInterest, 'isShown'>,
  ) {
    this.#bus = bus;
    this.#clock = clock;
    this.#marketId = marketId;
    this.#term = term;
    this.#interest = interest;
  }

  add(event: AccountEvent): void {
    if (!this.#interest.isShown(event.userId)) return;
    const bytes = encodeMessage(event);
    if (this.#gathered.push([event.userId, bytes]) === 1) this.#clock.soon(() => this.send());
    this.#bytes += bytes.length;
    if (this.#bytes >= FULL_BYTES) this.send();
  }

  /** Tells at once what there is to tell. */
  send(): void {
    if (this.#gathered.length === 0) return;
    const message: AccountsMessage = { term: this.#term, events: this.#gathered };
    this.#gathered = [];
    this.#bytes = 0;
    this.#bus.publish(accountsSubject(this.#marketId), message);
  }
}
