import { channelKey, ERRORS, type Channel, type Drill } from '@plecho/contract';
import type { AccountView, PriceRecord } from '../commands/batch.ts';
import type { AccountEvent, MarketListener } from '../engine/events.ts';
import type { Markets, MarketPort } from '../engine/market-port.ts';
import { Problem } from '../lib/problem.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader } from '../queries/ports.ts';
import type { AlertsView } from '../wire/alerts.ts';
import type { PaymentsView } from '../wire/payments.ts';
import { AccountChannel, type AccountFollow, type FollowedAccount } from './account-channel.ts';
import { CandlesChannel } from './candles-channel.ts';
import type { ChannelClient, Subscriber } from './client.ts';
import type { ShownMarkets } from './shown-markets.ts';
import { isCountingDown, isMoneyUnderWay, SnapshotChannel } from './snapshot-channel.ts';
import { MadeFrames, type TickerFrames } from './ticker-frames.ts';
import { TickersChannel } from './tickers-channel.ts';

const MAX_CHANNELS_PER_CLIENT = 32;

export interface HubOptions {
  markets: Markets;
  accountIds: AccountIds;
  reader: AccountReader;
  payments: PaymentsView;
  alerts: AlertsView;
  /** How a drill stands. Rejects when there is none for the market. */
  drill(marketId: string): Promise<Drill>;
  /**
   * Lets a person into a market that is not everybody's; null at once of one that is. Rejects with `unknown_market` for strangers
   * to a personal replay, with `not_a_member` for those to a class.
   */
  admit(marketId: string, userId: bigint): Promise<void> | null;
  /** Told about snapshots that could not be read; clients are told as well. */
  onError(error: unknown): void;
  /** The frames of a market's prices; made here unless they come from elsewhere. */
  frames?: (market: MarketPort) => TickerFrames;
  /** Has told here what becomes of an account elsewhere, before it is read; nothing is told unless given. */
  followAccount?: (marketId: string, userId: bigint, account: FollowedAccount) => AccountFollow;
  /** Told which markets streams show. */
  shown: ShownMarkets;
}

/** Everything is of this process. */
const nothingToFollow = (): AccountFollow => ({ ready: () => Promise.resolve(), stop: () => undefined });

interface AnyChannel {
  readonly size: number;
  add(client: Subscriber): void;
  remove(client: Subscriber): void;
}

/** A channel, and what to do when nobody looks any more. */
interface OpenChannel<T extends AnyChannel = AnyChannel> {
  readonly channel: T;
  discard(): void;
}

/** Brings what happens in the markets to the streams that subscribed to it. */
export class StreamHub implements MarketListener {
  readonly #options: HubOptions;
  /** By market. Everybody looks at one of these: a closure for each would be a twentieth of what a client holds. */
  readonly #tickers = new Map<string, OpenChannel<TickersChannel>>();
  /** By market and symbol, then by interval. */
  readonly #candles = new Map<string, Map<string, CandlesChannel>>();
  /** By market and user. */
  readonly #accounts = new Map<string, { channel: AccountChannel; follow: AccountFollow }>();
  /** By user. */
  readonly #payments = new Map<bigint, SnapshotChannel<'payments'>>();
  readonly #alerts = new Map<bigint, SnapshotChannel<'alerts'>>();
  /** By market. */
  readonly #drills = new Map<string, SnapshotChannel<'drill'>>();
  #onPrices = (): void => undefined;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** A client that is subscribed already gets a fresh snapshot. A refusal is told to the client. */
  subscribe(client: ChannelClient, channel: Channel): void {
    const admission = this.#options.admit(channel.market, client.identity.user.id);
    if (admission === null) this.#subscribe(client, channel);
    else void this.#subscribeAdmitted(client, channel, admission);
  }

  /** Whoever has left meanwhile is not subscribed any more. */
  async #subscribeAdmitted(client: ChannelClient, channel: Channel, admission: Promise<void>): Promise<void> {
    const key = channelKey(channel);
    const waiting = (): void => void client.channels.delete(key);
    client.channels.get(key)?.();
    client.channels.set(key, waiting);
    try {
      await admission;
      if (client.channels.get(key) !== waiting) return;
      waiting();
      this.#subscribe(client, channel);
    } catch (error) {
      waiting();
      this.#refuse(client, key, error);
    }
  }

  #subscribe(client: ChannelClient, channel: Channel): void {
    const key = channelKey(channel);
    try {
      const { markets } = this.#options;
      const market = markets.get(channel.market);
      if (market === null) throw new Problem(markets.isExpected(channel.market) ? 'unavailable' : 'unknown_market');
      client.channels.get(key)?.();
      if (client.channels.size >= MAX_CHANNELS_PER_CLIENT) throw new Problem('too_many_requests');
      this.#join(client, channel, this.#open(client, channel, market));
    } catch (error) {
      this.#refuse(client, key, error);
    }
  }

  unsubscribe(client: ChannelClient, channel: Channel): void {
    client.channels.get(channelKey(channel))?.();
  }

  leave(client: ChannelClient): void {
    for (const leaveChannel of [...client.channels.values()]) leaveChannel();
  }

  price(marketId: string, record: PriceRecord): void {
    const tickers = this.#tickers.get(marketId)?.channel;
    const candles = this.#candles.get(`${marketId}:${record.symbol}`);
    tickers?.price(record.symbol);
    if (candles !== undefined) for (const channel of candles.values()) channel.price();
    if (tickers !== undefined || candles !== undefined) this.#onPrices();
  }

  /** Calls `listener` when there are prices that somebody is to see: {@link flushPrices} sends them. */
  onPrices(listener: () => void): void {
    this.#onPrices = listener;
  }

  account(event: AccountEvent): void {
    this.#accounts.get(`${event.marketId}:${event.userId}`)?.channel.event(event);
  }

  /** The operations or the practice wallet of somebody changed. */
  payments(userId: bigint): void {
    this.#payments.get(userId)?.change();
  }

  /** What somebody's alerts have rung, or how many there are, has changed; null: anybody's may have. */
  alerts(userId: bigint | null): void {
    if (userId === null) for (const channel of this.#alerts.values()) channel.change();
    else this.#alerts.get(userId)?.change();
  }

  /** A drill was controlled, or is over; null: any may have been. */
  drill(marketId: string | null): void {
    if (marketId === null) for (const channel of this.#drills.values()) channel.tell();
    else this.#drills.get(marketId)?.tell();
  }

  /** Sends the prices that have gathered. @param now wall clock, ms @returns whether there were any */
  flushPrices(now: number): boolean {
    let isSent = false;
    for (const { channel } of this.#tickers.values()) isSent = channel.flush(now) || isSent;
    for (const channels of this.#candles.values()) {
      for (const channel of channels.values()) isSent = channel.flush() || isSent;
    }
    return isSent;
  }

  /** Sends whatever else has gathered. @param now wall clock, ms */
  flush(now: number): void {
    for (const { channel } of this.#accounts.values()) channel.flush();
    for (const channel of this.#payments.values()) channel.flush(now);
    for (const channel of this.#alerts.values()) channel.flush(now);
    for (const channel of this.#drills.values()) channel.flush(now);
  }

  #join(client: ChannelClient, asked: Channel, { channel, discard }: OpenChannel): void {
    const key = channelKey(asked);
    client.channels.set(key, () => {
      client.channels.delete(key);
      channel.remove(client);
      if (channel.size === 0) discard();
      this.#options.shown.leave(asked);
    });
    this.#options.shown.join(asked);
    channel.add(client);
  }

  #open(client: ChannelClient, channel: Channel, market: MarketPort): OpenChannel {
    if (channel.channel === 'tickers') return entry(this.#tickers, market.id, () => this.#openTickers(market));
    if (channel.channel === 'candles') return this.#openCandles(channel, market);
    if (channel.channel === 'drill') return this.#openDrill(market);
    const { id: userId } = client.identity.user;
    if (channel.channel === 'payments') return this.#openPayments(market, userId);
    if (channel.channel === 'alerts') return this.#openAlerts(market, userId);
    const key = `${market.id}:${userId}`;
    const { channel: found, follow } = entry(this.#accounts, key, () => this.#followed(market, userId));
    const discard = (): void => {
      this.#accounts.delete(key);
      follow.stop();
    };
    return { channel: found, discard };
  }

  #openTickers(market: MarketPort): OpenChannel<TickersChannel> {
    const { onError, frames = (from) => new MadeFrames(from, onError) } = this.#options;
    const channel = new TickersChannel(frames(market));
    const discard = (): void => {
      this.#tickers.delete(market.id);
      channel.close();
    };
    return { channel, discard };
  }

  #openCandles({ symbol, interval }: Extract<Channel, { channel: 'candles' }>, market: MarketPort): OpenChannel {
    if (!market.pairs.has(symbol)) throw new Problem('unknown_symbol');
    const key = `${market.id}:${symbol}`;
    const ofSymbol = entry(this.#candles, key, () => new Map<string, CandlesChannel>());
    const { onError } = this.#options;
    const found = entry(ofSymbol, interval, () => new CandlesChannel(market, symbol, interval, onError));
    const discard = (): void => {
      ofSymbol.delete(interval);
      if (ofSymbol.size === 0) this.#candles.delete(key);
    };
    return { channel: found, discard };
  }

  #followed(market: MarketPort, userId: bigint): { channel: AccountChannel; follow: AccountFollow } {
    const { accountIds, reader, followAccount = nothingToFollow } = this.#options;
    const read = async (): Promise<AccountView> => {
      await follow.ready();
      const accountId = await accountIds.find(userId, market.id);
      const view = await reader.view(accountId);
      if (view === null) throw new Error(`account ${accountId} is gone`);
      return view;
    };
    const channel = new AccountChannel(market, read, this.#letGo({ channel: 'account', market: market.id }));
    const follow = followAccount(market.id, userId, channel);
    return { channel, follow };
  }

  /** Practice money goes in and out in the main market only. */
  #openPayments(market: MarketPort, userId: bigint): OpenChannel {
    const { markets, payments } = this.#options;
    const { id: marketId } = market;
    if (marketId !== markets.mainId) throw new Problem('unknown_market');
    const onError = this.#letGo({ channel: 'payments', market: marketId });
    const read = (): ReturnType<PaymentsView['read']> => payments.read(userId);
    const options = { channel: 'payments', marketId, read, isUnderWay: isMoneyUnderWay, onError } as const;
    const found = entry(this.#payments, userId, () => new SnapshotChannel(options));
    return { channel: found, discard: () => this.#payments.delete(userId) };
  }

  /** What alerts have rung in all markets is told in one place. */
  #openAlerts(market: MarketPort, userId: bigint): OpenChannel {
    const { markets, alerts } = this.#options;
    const { id: marketId } = market;
    if (marketId !== markets.mainId) throw new Problem('unknown_market');
    const onError = this.#letGo({ channel: 'alerts', market: marketId });
    const read = (): ReturnType<AlertsView['read']> => alerts.read(userId);
    const found = entry(
      this.#alerts,
      userId,
      () => new SnapshotChannel({ channel: 'alerts', marketId, read, onError }),
    );
    return { channel: found, discard: () => this.#alerts.delete(userId) };
  }

  #openDrill({ id: marketId }: MarketPort): OpenChannel {
    const options = {
      ...({ channel: 'drill', marketId, isUnderWay: isCountingDown } as const),
      read: () => this.#options.drill(marketId),
      onError: this.#letGo({ channel: 'drill', market: marketId }),
    };
    const found = entry(this.#drills, marketId, () => new SnapshotChannel(options));
    return { channel: found, discard: () => this.#drills.delete(marketId) };
  }

  /** Tells clients that a channel of theirs could not be read. */
  #letGo(channel: Channel): (clients: Subscriber[], error: unknown) => void {
    const key = channelKey(channel);
    return (clients, error) => {
      for (const client of clients as ChannelClient[]) {
        client.channels.get(key)?.();
        this.#refuse(client, key, error);
      }
    };
  }

  #refuse(client: ChannelClient, key: string, error: unknown): void {
    const code = error instanceof Problem ? error.code : 'unavailable';
    if (!(error instanceof Problem)) this.#options.onError(error);
    client.send({ type: 'error', code, error: ERRORS[code].text, key });
  }
}

function entry<K, T>(map: Map<K, T>, key: K, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
