import type { Price } from '@plecho/domain';
import { DayKeys } from './day-keys.ts';
import { dayOf } from './days.ts';
import { KeyRandomness, isKeyVersion } from './key-randomness.ts';
import { SYNTHETIC_PAIRS } from './pairs.ts';
import type { Primitives } from './primitives.ts';
import type { Randomness } from './randomness.ts';
import { SeedRandomness } from './seed-randomness.ts';
import { SyntheticMarket } from './synthetic-market.ts';

/** What the definition of a market says of how its prices are made; as little to be trusted as whoever wrote it. */
export interface MarketOrigin {
  market: { kind: string };
  /** Public ones: the seed, or the anchor of the keys and the generator's version. */
  parameters: Readonly<Record<string, unknown>>;
}

/** A price as a market has recorded it. */
export interface RecordedPrice {
  symbol: string;
  price: Price;
  /** By the market's clock, ms. */
  time: number;
}

export type RecomputedPrice =
  /** The generator makes this very price at this very time. */
  | { outcome: 'matches'; price: Price }
  /** It makes another one; null when the pair has no tick at that time. */
  | { outcome: 'differs'; recorded: Price; made: Price | null }
  /** There is no key of that day. */
  | { outcome: 'dayNotOver' }
  /** The key does not lead to the anchor that was published at the market's start. */
  | { outcome: 'wrongKey' }
  /** The prices are none of a generator that is known here. */
  | { outcome: 'notSynthetic' };

export interface RecomputeTask {
  definition: MarketOrigin;
  records: readonly RecordedPrice[];
  /** Published key of the day of the newest record or of a later one, 32 bytes; null as long as there is none. Markets with a seed need none. */
  key: Uint8Array | null;
  primitives: Primitives;
}

/** What the prices up to a day are made from. */
interface Source {
  randomness: Randomness;
  newestDay: number;
}

type Hindrance = 'dayNotOver' | 'wrongKey' | 'notSynthetic';

function sourceOf({ definition, key, primitives }: RecomputeTask): Source | Hindrance {
  const { anchor, seed, version } = definition.parameters;
  if (definition.market.kind !== 'synthetic') return 'notSynthetic';
  if (anchor === undefined) {
    const isSeed = typeof seed === 'string' || typeof seed === 'number';
    return isSeed
      ? { randomness: new SeedRandomness(String(seed)), newestDay: Number.POSITIVE_INFINITY }
      : 'notSynthetic';
  }
  if (typeof anchor !== 'string' || !isKeyVersion(version)) return 'notSynthetic';
  if (key === null) return 'dayNotOver';
  const keys = DayKeys.leadingTo(anchor, key, primitives);
  if (keys === null) return 'wrongKey';
  return { randomness: new KeyRandomness(keys, version), newestDay: keys.newestDay };
}

/**
 * Makes the prices of a synthetic market anew and says of each record whether it is one of them. Works for as long as
 * the days since the genesis take to be walked through: a tenth of a second on a server, three in a browser.
 * @returns an answer for each record, in their order
 */
export function recomputeCheck(task: RecomputeTask): RecomputedPrice[] {
  const { records } = task;
  const source = sourceOf(task);
  if (typeof source === 'string') return records.map(() => ({ outcome: source }));
  const pairs = SYNTHETIC_PAIRS.filter((pair) => records.some(({ symbol }) => symbol === pair.symbol));
  const market = new SyntheticMarket(source.randomness, pairs);
  return records.map(({ symbol, price, time }): RecomputedPrice => {
    const isKnown = pairs.some((pair) => pair.symbol === symbol);
    if (isKnown && dayOf(time / 1000) > source.newestDay) return { outcome: 'dayNotOver' };
    const made = isKnown ? market.priceAt(symbol, time) : null;
    return made === price ? { outcome: 'matches', price } : { outcome: 'differs', recorded: price, made };
  });
}
