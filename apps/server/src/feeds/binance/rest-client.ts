import { type Candle, INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import type { Clock } from '../../lib/clock.ts';
import { type Listing, parseListing } from './listing.ts';
import { candleOf, parseJson } from './messages.ts';
import { RequestBudget } from './request-budget.ts';
import type { Answer, Transport } from './transport.ts';

const TIMEOUT_MS = 10_000;
/** Candles in an answer, at most. */
const PAGE = 1_000;
/** What the exchange counts for a request. */
const WEIGHTS = { exchangeInfo: 20, klines: 2 } as const;

/** The exchange gave no answer that can be used; the message is a line for operators. */
export class ExchangeError extends Error {}

const REFUSALS: Record<number, string> = {
  403: 'the exchange refuses this server (403): its firewall takes it for an attack, or a proxy is in the way',
  451: 'the exchange refuses to serve this country (451): another BINANCE_REST_URL may be needed',
};

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? `${cause.message} (${String(cause.code)})` : cause.message;
  return error.message;
}

/** What the exchange has answered. */
interface Said {
  body: unknown;
  /** Even clock: when the question went out, after whatever it had to wait for here. */
  askedAt: number;
}

/** Asks the exchange, one request at a time and within its limits. */
export class RestClient {
  readonly #base: URL;
  readonly #clock: Clock;
  readonly #transport: Pick<Transport, 'get'>;
  readonly #budget: RequestBudget;
  /** Requests go one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #stop = new AbortController();

  /** @param base such as https://data-api.binance.vision */
  constructor(base: URL, clock: Clock, transport: Pick<Transport, 'get'>) {
    this.#base = base;
    this.#clock = clock;
    this.#transport = transport;
    this.#budget = new RequestBudget(clock);
  }

  /** Which pairs there are, and the exchange's time. Rejects with ExchangeError. */
  async listing(): Promise<Listing> {
    const { body, askedAt } = await this.#get('/api/v3/exchangeInfo', {}, WEIGHTS.exchangeInfo);
    const listing = parseListing(body);
    if (listing === null) throw new ExchangeError('the exchange does not say which pairs it has');
    this.#budget.allow(listing.weightPerMinute);
    // It was said somewhere between the question and the answer.
    return { ...listing, time: listing.time + Math.floor((this.#clock.monotonic() - askedAt) / 2) };
  }

  /** Candles that lie in [from, to) seconds, ascending. Rejects with ExchangeError. */
  async candles(symbol: string, interval: Interval, from: number, to: number): Promise<Candle[]> {
    const length = INTERVAL_SECONDS[interval];
    const found: Candle[] = [];
    for (let start = from; start < to;) {
      const query = { symbol, interval, startTime: start * 1000, endTime: to * 1000 - 1, limit: PAGE };
      const page = await this.#page(query, length);
      for (const candle of page) if (candle.time >= start && candle.time + length <= to) found.push(candle);
      const last = found.at(-1);
      if (page.length < PAGE || last === undefined || last.time < start) break;
      start = last.time + length;
    }
    return found;
  }

  /** Gives up what is asked and what waits to be. */
  close(): void {
    this.#stop.abort();
  }

  async #page(query: Record<string, string | number>, length: number): Promise<Candle[]> {
    const { body: rows } = await this.#get('/api/v3/klines', query, WEIGHTS.klines);
    if (!Array.isArray(rows)) throw new ExchangeError('the exchange answers with something else than candles');
    return rows.map((row: unknown) => {
      const [openTime, open, high, low, close, , , turnover] = Array.isArray(row) ? (row as unknown[]) : [];
      const candle = candleOf({ openTime, open, high, low, close, turnover }, length * 1000);
      if (candle === null) throw new ExchangeError('the exchange answers with a candle that is none');
      return candle;
    });
  }

  #get(path: string, query: Record<string, string | number>, weight: number): Promise<Said> {
    const answer = this.#turn.then(() => this.#ask(path, query, weight));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #ask(path: string, query: Record<string, string | number>, weight: number): Promise<Said> {
    for (let wait = this.#budget.take(weight); wait > 0; wait = this.#budget.take(weight)) await this.#pause(wait);
    if (this.#stop.signal.aborted) throw new ExchangeError('the feed has been stopped');
    const url = new URL(path, this.#base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const askedAt = this.#clock.monotonic();
    const answer = await this.#fetch(url);
    this.#budget.report(answer.headers.get('x-mbx-used-weight-1m'));
    if (answer.status !== 200) throw this.#refusal(answer);
    const body = parseJson(answer.text);
    if (body === null) throw new ExchangeError('the exchange answers with something that is no JSON');
    return { body, askedAt };
  }

  async #fetch(url: URL): Promise<Answer> {
    const late = new AbortController();
    const cancel = this.#clock.after(TIMEOUT_MS, () =>
      late.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)),
    );
    try {
      return await this.#transport.get(url, AbortSignal.any([this.#stop.signal, late.signal]));
    } catch (error) {
      throw new ExchangeError(`the exchange can't be reached: ${wordsOf(error)}`, { cause: error });
    } finally {
      cancel();
    }
  }

  #refusal({ status, headers }: Answer): ExchangeError {
    if (status !== 429 && status !== 418) {
      return new ExchangeError(REFUSALS[status] ?? `the exchange answers with the status ${status}`);
    }
    const seconds = Math.ceil(this.#budget.ban(headers.get('retry-after')) / 1000);
    const what = status === 429 ? 'asks for fewer requests' : 'has banned this address for a while';
    return new ExchangeError(`the exchange ${what} (${status}): nothing is asked for ${seconds} s`);
  }

  /** Ends early when the client is closed. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) throw new ExchangeError('the feed has been stopped');
    const over = Promise.withResolvers<void>();
    const cancel = this.#clock.after(ms, over.resolve);
    signal.addEventListener('abort', () => over.resolve(), { once: true });
    await over.promise;
    cancel();
    if (signal.aborted) throw new ExchangeError('the feed has been stopped');
  }
}
