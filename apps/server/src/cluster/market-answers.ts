import { UnavailableError, type Outcome } from '../commands/command.ts';
import type { MarketSide } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { CarriedOutOnce } from './carried-out-once.ts';
import {
  AskSchema,
  fromSentKey,
  QUESTIONS,
  type Ask,
  type Outcomes,
  type Reply,
  type Submission,
} from './market-questions.ts';

/** What the owner of a market answers to other processes. */
export class MarketAnswers {
  readonly #market: MarketSide;
  readonly #term: bigint;
  readonly #commands: CarriedOutOnce<Outcome>;

  constructor(market: MarketSide, term: bigint, clock: Clock) {
    this.#market = market;
    this.#term = term;
    this.#commands = new CarriedOutOnce(clock);
  }

  /** @param body as it has come. Rejects for what is no question, and as the market does. */
  async answer(body: unknown): Promise<Reply> {
    const ask = AskSchema.parse(body);
    // Another has the market, and answers; a word from here could only come before the right one.
    if (ask.term > this.#term) return new Promise<never>(() => undefined);
    return { term: this.#term, answer: await this.#carryOut(ask) };
  }

  #carryOut(ask: Ask): Promise<unknown> {
    const market = this.#market;
    if (ask.question === 'submit') return Promise.all(ask.commands.map((each) => this.#submit(each)));
    return QUESTIONS[ask.question].answer(market, ask.args);
  }

  /** One command whose outcome is not known says nothing of those that came with it. */
  async #submit({ id, command, idempotency }: Submission): Promise<Outcomes[number]> {
    const key = idempotency === undefined ? undefined : fromSentKey(idempotency);
    try {
      return { outcome: await this.#commands.carryOut(id, () => this.#market.submit(command, key)) };
    } catch (error) {
      if (error instanceof UnavailableError) return { unknown: error.message };
      throw error;
    }
  }
}
