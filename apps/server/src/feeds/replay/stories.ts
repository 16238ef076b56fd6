import { PRICE_DECIMALS, divide, type Candle, type Price, type Story } from '@plecho/domain';
import { SeedRandomness, SYNTHETIC_PAIRS, SyntheticMarket } from '@plecho/synthetic';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** Factors are whole parts of this. */
const ONE = 1_000_000n;

/** 2026-02-02, a Monday. Dates of generated recordings mean nothing beyond the time of the day. */
const BEGINS = 1_769_990_400;
const DAYS = 7;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'];

/** Of the slow trend, in all. */
const TREND_GAIN = 250_000n;
/** The crash begins on the fourth day at 14:00, takes two hours and a third of the price, and a tenth of that comes back in a day. */
const CRASH_AT = BEGINS + 3 * DAY + 14 * HOUR;
const CRASH_SECONDS = 2 * HOUR;
const CRASH_DEPTH = 333_334n;
const CRASH_BACK = 33_333n;
/** How often the sideways week comes back to where it began. */
const KNOT = 12 * HOUR;

/** By how much the generator's price is multiplied at a time, in parts of {@link ONE}. */
type Bend = (time: number) => bigint;

const share = (part: number, whole: number, of: bigint): bigint =>
  divide(of * BigInt(Math.max(0, Math.min(part, whole))), BigInt(whole), 'floor');

const trend: Bend = (time) => ONE + share(time - BEGINS, DAYS * DAY, TREND_GAIN);

const crash: Bend = (time) =>
  ONE - share(time - CRASH_AT, CRASH_SECONDS, CRASH_DEPTH) + share(time - CRASH_AT - CRASH_SECONDS, DAY, CRASH_BACK);

/** Divides by a broken line through the price itself at every knot: the noise stays, the direction goes. */
function sideways(candles: readonly Candle[]): Bend {
  const first = candles[0]?.open ?? 1n;
  const at = (knot: number): Price => candles[(knot * KNOT) / MINUTE]?.open ?? candles.at(-1)?.close ?? 1n;
  return (time) => {
    const knot = Math.floor((time - BEGINS) / KNOT);
    const [from, to] = [at(knot), at(knot + 1)];
    const line = from + divide((to - from) * BigInt(time - BEGINS - knot * KNOT), BigInt(KNOT), 'floor');
    return divide(first * ONE, line, 'floor');
  };
}

function bent(candle: Candle, bend: Bend, tick: bigint): Candle {
  const [before, after] = [bend(candle.time), bend(candle.time + MINUTE)];
  const by = (price: Price, factor: bigint): Price => {
    const ticks = divide(price * factor, ONE * tick, 'floor');
    return (ticks > 0n ? ticks : 1n) * tick;
  };
  const [open, close] = [by(candle.open, before), by(candle.close, after)];
  const [high, low] = [by(candle.high, before), by(candle.low, before)];
  const highest = [open, close].reduce((a, b) => (b > a ? b : a), high);
  const lowest = [open, close].reduce((a, b) => (b < a ? b : a), low);
  return { ...candle, open, close, high: highest, low: lowest };
}

export interface StoryPair {
  symbol: string;
  priceDecimals: number;
  candles: Candle[];
}

/**
 * A week of three pairs as the product's own generator makes it from a public seed, bent into a story: the same on every
 * machine. How, is told in docs/replays.md.
 */
export function storyPairs(story: Story): StoryPair[] {
  const pairs = SYNTHETIC_PAIRS.filter(({ symbol }) => SYMBOLS.includes(symbol));
  const market = new SyntheticMarket(new SeedRandomness(`plecho-${story}`), pairs);
  return pairs.map(({ symbol, priceDecimals }) => {
    const tick = 10n ** BigInt(PRICE_DECIMALS - priceDecimals);
    const candles = market.candles(symbol, BEGINS, BEGINS + DAYS * DAY);
    const bend = { trend, crash, sideways: sideways(candles) }[story];
    return { symbol, priceDecimals, candles: candles.map((candle) => bent(candle, bend, tick)) };
  });
}
