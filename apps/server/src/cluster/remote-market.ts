import type { Candle, Interval, Pair, Price } from '@plecho/domain';
import DataLoader from 'dataloader';
import type { AccountView, PriceRecord } from '../commands/batch.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import type { MarketListener } from '../engine/events.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketSide, MarketStats, MarketStatus, Quotes } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { Bus } from './bus.ts';
import {
  OutcomesSchema,
  ReplySchema,
  toSentKey,
  type AnswerTo,
  type ArgsOf,
  type Ask,
  type QuestionName,
  type Submission,
} from './market-questions.ts';
import { NewestTerm } from './newest-term.ts';
import { PriceNewsSchema } from './price-news.ts';
import { askSubject, pricesSubject } from './subjects.ts';

/** As many as a market takes into a batch. */
const MOST_AT_ONCE = 250;
/**
 * While some are on their way the next wait for all of them to be answered, but not longer than this, ms: the market writes
 * one batch at a time, and what comes during one goes into the next.
 */
const HOLD_MS = 4;
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
  /** Commands that came in together cross together: most of the cost of one is that of its message. */
  readonly #commands: DataLoader<Submission, Outcome>;
  /** Messages with commands that are not answered yet. */
  #underway = 0;
  /** Sends the commands that wait for one of these. */
  #release: (() => void) | null = null;
  readonly #openCandles: DataLoader<[string, Interval], Candle | null>;
  readonly #unfollow: () => void;

  constructor(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>, options: RemoteOptions) {
    this.id = definition.id;
    this.definition = definition;
    this.pairs = pairs;
    this.#options = options;
    const soon = (send: () => void): void => options.clock.soon(send);
    this.#commands = new DataLoader((commands) => this.#submitAll(commands), {
      ...{ cache: false, maxBatchSize: MOST_AT_ONCE },
      batchScheduleFn: (send) => (this.#underway === 0 ? soon(send) : this.#hold(send)),
    });
    // The streams ask for every candle that is shown at once: most of a question is the way to the owner and back.
    this.#openCandles = new DataLoader((wanted) => this.#ask('openCandles', [[...wanted]]), {
      ...{ cache: false, batchScheduleFn: soon },
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
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    const keyed = idempotency === undefined ? {} : { idempotency: toSentKey(idempotency) };
    return this.#commands.load({ id: this.#options.newMessageId(), command, ...keyed });
  }

  async status(): Promise<MarketStatus> {
    return withLog(await this.#ask('status', []));
  }

  async quotes(): Promise<Quotes> {
    const { status, tickers } = await this.#ask('quotes', []);
    return { status: withLog(status), tickers };
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

  courses(): Promise<ReadonlyMap<string, readonly Price[]>> {
    return this.#ask('courses', []);
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

  /** Sends when all that is on its way is answered. One batch waits at a time; the one before it was full. */
  #hold(send: () => void): void {
    this.#release?.();
    const release = (): void => {
      cancel();
      this.#release = null;
      send();
    };
    this.#release = release;
    const cancel = this.#options.clock.after(HOLD_MS, release);
  }

  async #submitAll(commands: readonly Submission[]): Promise<(Outcome | UnavailableError)[]> {
    const ask: Ask = { question: 'submit', term: this.#term.newest, commands: [...commands] };
    this.#underway += 1;
    const answer = await this.#send(ask, this.#options.answerMs).finally(() => {
      this.#underway -= 1;
      // Those of one batch are answered together: going with the first of them, the next would cross in ones and twos.
      if (this.#underway === 0) this.#release?.();
    });
    const outcomes = OutcomesSchema.safeParse(answer);
    if (outcomes.data?.length !== commands.length) {
      throw new UnavailableError(`what came back from the market ${this.id} is no answer`);
    }
    return outcomes.data.map((each) => ('unknown' in each ? new UnavailableError(each.unknown) : each.outcome));
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

/** A process of before there were logs says nothing of one. */
const withLog = (status: Omit<MarketStatus, 'log'> & Partial<Pick<MarketStatus, 'log'>>): MarketStatus => ({
  ...status,
  log: status.log ?? null,
});
