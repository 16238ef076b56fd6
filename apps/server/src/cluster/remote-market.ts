import type { Candle, Interval, Pair } from '@plecho/domain';
import DataLoader from 'dataloader';
import type { AccountView, PriceRecord } from '../commands/batch.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import type { MarketListener } from '../engine/events.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketSide, MarketStats, MarketStatus, Quotes } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { Bus } from './bus.ts';
import { ReplySchema, type AnswerTo, type ArgsOf, type Ask, type QuestionName } from './market-questions.ts';
import { NewestTerm } from './newest-term.ts';
import { PriceNewsSchema } from './price-news.ts';
import { askSubject, pricesSubject } from './subjects.ts';

/** Going on after a halt reads the whole market; nobody but an operator waits for it. */
const RESUME_PATIENCE = 6;

export interface RemoteOptions {
  bus: Bus;
  clock: Clock;
  /** Told of the market's prices. */
  listener: Pick<MarketListener, 'price'>;
  /** A text that no other message has. */
  newMessageId(): string;
  /** How long an answer is waited for, ms. */
  answerMs: number;
}

/**
 * The side here of a market that another process owns: it asks the owner. Every question and every command rejects with
 * `UnavailableError` when no owner answers, or one that is known not to be the owner any more.
 */
export class RemoteMarket implements MarketSide {
  readonly id: string;
  readonly definition: MarketDefinition;
  readonly pairs: ReadonlyMap<string, Pair>;
  /** It is its owner who knows whether it does. */
  readonly isRunning = true;
  readonly #options: RemoteOptions;
  readonly #term = new NewestTerm();
  readonly #openCandles: DataLoader<[string, Interval], Candle | null>;
  readonly #unfollow: () => void;

  constructor(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>, options: RemoteOptions) {
    this.id = definition.id;
    this.definition = definition;
    this.pairs = pairs;
    this.#options = options;
    // The streams ask for every candle that is shown at once: most of a question is the way to the owner and back.
    this.#openCandles = new DataLoader((wanted) => this.#ask('openCandles', [[...wanted]]), {
      ...{ cache: false, batchScheduleFn: (ask) => options.clock.soon(ask) },
    });
    this.#unfollow = options.bus.follow(pricesSubject(this.id), (body) => this.#hear(body));
  }

  /** Tells nothing more. */
  close(): void {
    this.#unfollow();
  }

  /**
   * Without a key, and without an answer, nobody can tell whether the command was carried out, as with a market of this
   * process; it is sent once and never again by itself.
   */
  async submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    const { newMessageId, answerMs } = this.#options;
    const keyed = idempotency === undefined ? {} : { idempotency };
    const ask: Ask = { question: 'submit', term: this.#term.newest, id: newMessageId(), command, ...keyed };
    return (await this.#send(ask, answerMs)) as Outcome;
  }

  status(): Promise<MarketStatus> {
    return this.#ask('status', []);
  }

  quotes(): Promise<Quotes> {
    return this.#ask('quotes', []);
  }

  account(accountId: bigint): Promise<AccountView | null> {
    return this.#ask('account', [accountId]);
  }

  lastPrices(symbols: Iterable<string>): Promise<ReadonlyMap<string, PriceRecord>> {
    return this.#ask('lastPrices', [[...symbols]]);
  }

  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return this.#ask('candles', [symbol, interval, limit, before]);
  }

  openCandle(symbol: string, interval: Interval): Promise<Candle | null> {
    return this.#openCandles.load([symbol, interval]);
  }

  moveFrequency(symbol: string): Promise<AnswerTo<'moveFrequency'>> {
    return this.#ask('moveFrequency', [symbol]);
  }

  stats(): Promise<MarketStats> {
    return this.#ask('stats', []);
  }

  halt(reason: string): Promise<void> {
    return this.#ask('halt', [reason]);
  }

  async resume(): Promise<boolean> {
    const resumption = await this.#ask('resume', [], this.#options.answerMs * RESUME_PATIENCE);
    if ('inTheWay' in resumption) throw new Error(resumption.inTheWay);
    return resumption.resumed;
  }

  async #ask<Name extends QuestionName>(
    question: Name,
    args: ArgsOf<Name>,
    timeoutMs = this.#options.answerMs,
  ): Promise<AnswerTo<Name>> {
    return (await this.#send({ question, term: this.#term.newest, args }, timeoutMs)) as AnswerTo<Name>;
  }

  async #send(ask: Ask, timeoutMs: number): Promise<unknown> {
    const reply = ReplySchema.safeParse(await this.#options.bus.request(askSubject(this.id), ask, timeoutMs));
    if (!reply.success) throw new UnavailableError(`what came back from the market ${this.id} is no answer`);
    const { term, answer } = reply.data;
    if (!this.#term.take(term)) throw new UnavailableError(`the market ${this.id} has changed owners`);
    return answer;
  }

  #hear(body: unknown): void {
    const { term, records } = PriceNewsSchema.parse(body);
    if (!this.#term.take(term)) return;
    for (const { record, volume } of records) this.#options.listener.price(this.id, record, volume);
  }
}
