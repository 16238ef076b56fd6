import type { Pair, Usdt } from '@plecho/domain';
import type { PriceRecord } from '../commands/batch.ts';
import type { AccountEvent, MarketListener } from '../engine/events.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketSide } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { AccountInterest } from './account-interest.ts';
import { AccountNews } from './account-news.ts';
import type { Bus } from './bus.ts';
import type { Interest } from './interest.ts';
import { MarketAnswers } from './market-answers.ts';
import { PriceNews } from './price-news.ts';
import { RemoteMarket } from './remote-market.ts';
import { askSubject } from './subjects.ts';
import { answerVersions } from './version-answers.ts';

const ANSWER_MS = 5_000;

/** The side here of a market that another process owns. */
export interface RemoteSide extends MarketSide {
  /** Tells nothing more; whoever still asks gets answers as long as there is an owner. */
  close(): void;
}

/** What joins the markets of this process and those of the others. */
export interface MarketLink extends MarketListener {
  /**
   * Answers for a market of this process and tells the others what happens in it.
   * @param term of the ownership: grows with each
   * @returns stops it
   */
  serve(market: MarketSide, term: bigint): () => void;
  /** The side here of a market that another process owns; its prices go to the listener of the options. */
  remote(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): RemoteSide;
}

export interface MarketLinkOptions {
  bus: Bus;
  clock: Clock;
  interest: Pick<Interest, 'isWatched'>;
  /** Told of the prices of markets elsewhere: the desk's. */
  listener: Pick<MarketListener, 'price'>;
  /** A text that no other message has. */
  newMessageId(): string;
  /** How long an answer is waited for, ms. */
  answerMs?: number;
}

export class BusMarketLink implements MarketLink {
  readonly #options: MarketLinkOptions;
  /** The markets of this process. */
  readonly #served = new Map<string, { prices: PriceNews; accounts: AccountNews }>();

  constructor(options: MarketLinkOptions) {
    this.#options = options;
  }

  serve(market: MarketSide, term: bigint): () => void {
    const { bus, clock } = this.#options;
    const answers = new MarketAnswers(market, term, clock);
    const interest = new AccountInterest(clock);
    const served = {
      prices: new PriceNews(bus, clock, market.id, term),
      accounts: new AccountNews(bus, clock, market.id, term, interest),
    };
    this.#served.set(market.id, served);
    const stopAnswering = [
      bus.answer(askSubject(market.id), (body) => answers.answer(body)),
      answerVersions(bus, market, term, interest),
    ];
    served.prices.announce();
    return () => {
      for (const stop of stopAnswering) stop();
      served.prices.stop();
      served.accounts.send();
      // One of a later term may have its place.
      if (this.#served.get(market.id) === served) this.#served.delete(market.id);
    };
  }

  remote(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): RemoteSide {
    const { answerMs = ANSWER_MS, ...options } = this.#options;
    return new RemoteMarket(definition, pairs, { ...options, answerMs });
  }

  /** Prices that no other process shows are not told. */
  price(marketId: string, record: PriceRecord, volume: Usdt): void {
    if (this.#options.interest.isWatched(marketId)) this.#served.get(marketId)?.prices.add(record, volume);
  }

  account(event: AccountEvent): void {
    this.#served.get(event.marketId)?.accounts.add(event);
  }
}
