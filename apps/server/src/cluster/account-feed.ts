import type { Clock } from '../lib/clock.ts';
import type { AccountFollow, FollowedAccount } from '../streams/account-channel.ts';
import { AccountsMessage, decodeAccountEvent } from './account-messages.ts';
import type { Bus } from './bus.ts';
import { FollowedMarket } from './followed-market.ts';

/** How often it is asked whether word was lost without a later one. */
const CHECK_MS = 2_000;
/** Without NATS or an owner an account is shown as it is stored; whatever is missed then is noticed at a check. */
const READY_MS = 1_000;

export interface AccountFeedOptions {
  bus: Pick<Bus, 'follow' | 'request' | 'flushed' | 'onBack'>;
  clock: Clock;
}

/** Brings what becomes of accounts in the markets of all processes to the streams of this one. */
export class AccountFeed {
  readonly #options: AccountFeedOptions;
  readonly #markets = new Map<string, FollowedMarket>();
  readonly #stops: (() => void)[];

  constructor(options: AccountFeedOptions) {
    this.#options = options;
    const { bus, clock } = options;
    this.#stops = [
      clock.every(CHECK_MS, () => this.#check()),
      bus.onBack(() => {
        for (const market of this.#markets.values()) market.doubt();
        this.#check();
      }),
    ];
  }

  /** Follows an account while somebody's stream shows it. */
  readonly follow = (marketId: string, userId: bigint, account: FollowedAccount): AccountFollow => {
    const { bus } = this.#options;
    const market = this.#market(marketId);
    market.add(userId, account);
    const isReady = Promise.withResolvers<void>();
    const told = bus.flushed().then(() => market.announce(userId));
    told.then(isReady.resolve, isReady.resolve);
    const cancel = this.#options.clock.after(READY_MS, () => isReady.resolve());
    void isReady.promise.then(cancel);
    return {
      ready: () => isReady.promise,
      stop: () => {
        if (this.#markets.get(marketId) !== market) return;
        market.remove(userId, account);
        if (!market.isEmpty) return;
        market.close();
        this.#markets.delete(marketId);
      },
    };
  };

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #market(marketId: string): FollowedMarket {
    const known = this.#markets.get(marketId);
    if (known !== undefined) return known;
    const market: FollowedMarket = new FollowedMarket(marketId, {
      ...this.#options,
      hear: (body) => this.#hear(market, body),
    });
    this.#markets.set(marketId, market);
    return market;
  }

  #hear(market: FollowedMarket, body: unknown): void {
    const { term, events } = AccountsMessage.parse(body);
    if (!market.take(term)) return;
    for (const [userId, bytes] of events) {
      const accounts = market.accountsOf(userId);
      if (accounts.length === 0) continue;
      const event = decodeAccountEvent(market.id, userId, bytes);
      for (const account of accounts) account.event(event);
    }
  }

  #check(): void {
    for (const market of this.#markets.values()) void market.check();
  }
}
