import type { Usdt } from '@plecho/domain';
import { z } from 'zod';
import type { PriceRecord } from '../commands/batch.ts';
import type { Clock } from '../lib/clock.ts';
import type { Bus } from './bus.ts';
import { pricesSubject } from './subjects.ts';

/** A market says the prices of its pairs together: what comes within this time goes into one message. */
const GATHER_MS = 20;

/** Valid prices of a market, with what its owner tells of them. */
export const PriceNewsSchema = z.object({
  term: z.bigint(),
  records: z.array(
    z.object({
      record: z.object({ seq: z.bigint(), symbol: z.string(), price: z.bigint(), time: z.number() }),
      volume: z.bigint(),
    }),
  ),
});
type PriceNewsMessage = z.infer<typeof PriceNewsSchema>;

/** Tells the other processes the valid prices of a market of this one. */
export class PriceNews {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #marketId: string;
  readonly #term: bigint;
  #gathered: PriceNewsMessage['records'] = [];
  #cancel = (): void => undefined;

  constructor(bus: Bus, clock: Clock, marketId: string, term: bigint) {
    this.#bus = bus;
    this.#clock = clock;
    this.#marketId = marketId;
    this.#term = term;
  }

  /** @param volume turnover since the previous valid price of the symbol */
  add(record: PriceRecord, volume: Usdt): void {
    if (this.#gathered.push({ record, volume }) === 1) {
      this.#cancel = this.#clock.after(GATHER_MS, () => this.#send());
    }
  }

  /**
   * Tells the term alone: an owner of before that is cut off from the database, and not from the others, hears in what they
   * ask that there is a newer one. Until then it would be the first to answer, that it can do nothing.
   */
  announce(): void {
    this.#send();
  }

  stop(): void {
    this.#cancel();
    this.#gathered = [];
  }

  #send(): void {
    const message: PriceNewsMessage = { term: this.#term, records: this.#gathered };
    this.#gathered = [];
    this.#bus.publish(pricesSubject(this.#marketId), message);
  }
}
