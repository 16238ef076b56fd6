import type { Candle, Interval, Pair, Price } from '@plecho/domain';
import type { PriceRecord } from '../commands/batch.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import { countMoves, MOVE_DAYS } from './candles/move-frequency.ts';
import type { CandleStore, LastDay, MoveCounts } from './candles/ports.ts';
import type { LogTip } from './log/ports.ts';
import { crossedSpread, type MarketDefinition } from './market-definition.ts';
import type { MarketStatus, Ticker } from './market-port.ts';

const MINUTE = 60;
const DAY = 86_400;

export interface EndedOptions {
  definition: MarketDefinition;
  pairs: readonly Pair[];
  /** How many people have an account in it. */
  members: number;
  /** The last checkpoint of its log; null for one that never had a log. */
  log: LogTip | null;
  candles: Pick<CandleStore, 'read'>;
  /** By symbol; pairs without a candle are absent. */
  lastDays: ReadonlyMap<string, LastDay>;
  /** What a command gets that repeats one of while the market ran; null for a new one. */
  earlierOutcome(key: Idempotency): Promise<Outcome | null>;
}

/**
 * A market that is over: to be read, for good. It has no feed, no queue, no timer, no lock and no
 * connection; what was traded in it is in the database, like everybody's accounts.
 */
export class EndedMarket {
  readonly id: string;
  readonly definition: MarketDefinition;
  readonly pairs: ReadonlyMap<string, Pair>;
  readonly #options: EndedOptions;
  /** Market time at which it ended, ms. */
  readonly #end: number;

  constructor(options: EndedOptions) {
    const { definition, pairs, lastDays } = options;
    this.id = definition.id;
    this.definition = definition;
    this.pairs = new Map(pairs.map((pair) => [pair.symbol, pair]));
    this.#options = options;
    const ends = [...lastDays.values()].map(({ time }) => time + MINUTE);
    this.#end = Math.max(definition.startAt, ...ends) * 1000;
  }

  status(): MarketStatus {
    return {
      life: 'ended',
      halt: null,
      ready: true,
      now: this.#end,
      members: this.#options.members,
      log: this.#options.log,
    };
  }

  tickers(): Ticker[] {
    return [...this.pairs.values()].map((pair) => {
      const day = this.#options.lastDays.get(pair.symbol);
      return {
        pair,
        last: this.lastRecord(pair.symbol),
        open24h: day?.open ?? null,
        high24h: day?.high ?? null,
        low24h: day?.low ?? null,
        volume24h: day?.volume ?? 0n,
      };
    });
  }

  /** What the pair closed at. No fill names it, so it has no number of its own. */
  lastRecord(symbol: string): PriceRecord | null {
    const day = this.#options.lastDays.get(symbol);
    return day === undefined ? null : { seq: 0n, symbol, price: day.close, time: (day.time + MINUTE) * 1000 };
  }

  /** Everybody's accounts are in the storage alone. */
  account(): null {
    return null;
  }

  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return this.#options.candles.read(symbol, interval, limit, before);
  }

  openCandle(): null {
    return null;
  }

  courses(): Map<string, Price[]> {
    return new Map();
  }

  async moveFrequency(symbol: string): Promise<MoveCounts> {
    const { candles } = this.#options;
    const hours = await candles.read(symbol, '1h', MOVE_DAYS * 24, null);
    const from = this.#end / 1000 - MOVE_DAYS * DAY;
    return countMoves(
      hours.filter(({ time }) => time >= from),
      this.definition.rules.maintenance,
      crossedSpread(this.definition, 'ended', symbol),
    );
  }

  /** Takes nothing more; what was answered under a key stays answered (rule L6). Rejects with `UnavailableError`. */
  async submit(_command: Command, idempotency?: Idempotency): Promise<Outcome> {
    if (idempotency === undefined) return refuse('market_ended');
    try {
      return (await this.#options.earlierOutcome(idempotency)) ?? refuse('market_ended');
    } catch (cause) {
      throw new UnavailableError('earlier answers could not be looked up', { cause });
    }
  }
}
