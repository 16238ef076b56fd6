import type { Pair } from '@plecho/domain';
import type { MarketSide } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';

const ASK_MS = 5_000;

export interface FollowedPairsOptions<S extends MarketSide> {
  clock: Clock;
  /** The sides of markets that other processes have. */
  followed(): readonly S[];
  /** Its owner has other pairs than this side says. */
  changed(side: S, pairs: ReadonlyMap<string, Pair>): void;
}

/** The pairs of a venue are those that it listed when its market was started: only the owner has asked. */
export class FollowedPairs<S extends MarketSide> {
  readonly #options: FollowedPairsOptions<S>;
  #cancel: () => void = () => undefined;

  constructor(options: FollowedPairsOptions<S>) {
    this.#options = options;
  }

  /** Asks at once, and again and again: another owner may have another list. */
  start(): void {
    this.#askAll();
    this.#cancel = this.#options.clock.every(ASK_MS, () => this.#askAll());
  }

  stop(): void {
    this.#cancel();
  }

  #askAll(): void {
    const ofVenues = this.#options.followed().filter(({ definition }) => definition.kind === 'exchange');
    for (const side of ofVenues) void this.#ask(side);
  }

  async #ask(side: S): Promise<void> {
    // Nobody has the market just now: its next owner is asked later.
    const quotes = await side.quotes().catch(() => null);
    if (quotes === null || !this.#options.followed().includes(side)) return;
    const pairs = new Map(quotes.tickers.map(({ pair }) => [pair.symbol, pair]));
    if (!isSame(pairs, side.pairs)) this.#options.changed(side, pairs);
  }
}

/** In another order they are others: it is the order in which they are shown. */
function isSame(pairs: ReadonlyMap<string, Pair>, others: ReadonlyMap<string, Pair>): boolean {
  const list = [...others.values()];
  return (
    pairs.size === others.size &&
    [...pairs.values()].every(
      ({ symbol, priceDecimals }, n) => symbol === list[n]?.symbol && priceDecimals === list[n].priceDecimals,
    )
  );
}
