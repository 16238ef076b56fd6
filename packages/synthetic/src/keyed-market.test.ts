import { createCipheriv, createHash, createHmac } from 'node:crypto';
import type { Candle } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { DayKeys, LAST_DAY } from './day-keys.ts';
import { dayOfDate, startOf } from './days.ts';
import { KEY_VERSION, KeyRandomness } from './key-randomness.ts';
import { MinuteProcess } from './minute-process.ts';
import { nodePrimitives } from './node.ts';
import { noblePrimitives } from './noble.ts';
import { SYNTHETIC_PAIRS } from './pairs.ts';
import { SyntheticMarket } from './synthetic-market.ts';

const all = new DayKeys(LAST_DAY, Buffer.alloc(32, 7), nodePrimitives);
const DAY = dayOfDate('2026-11-20') ?? 0;
/** Of different tick periods, shifts and prices. */
const SYMBOLS = ['BTCUSDT', 'AVAXUSDT', 'ATOMUSDT', 'PEPEUSDT', 'HOTUSDT'];
const pairs = SYNTHETIC_PAIRS.filter(({ symbol }) => SYMBOLS.includes(symbol));

function candlesOfDay(market: SyntheticMarket, symbol: string, day: number): Candle[] {
  return market.candles(symbol, startOf(day), startOf(day + 1));
}

function digestOf(market: SyntheticMarket, day: number): string {
  const hash = createHash('sha256');
  for (const symbol of SYMBOLS) {
    for (const candle of candlesOfDay(market, symbol, day)) hash.update(`${Object.values(candle).join(' ')}\n`);
    for (const minute of [0, 719, 1439]) {
      const { price, volume } = market.ticks(symbol, startOf(day) / 60 + minute);
      hash.update(`${price.join(' ')} ${volume.join(' ')}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

const marketOf = (keys: DayKeys, version = KEY_VERSION): SyntheticMarket =>
  new SyntheticMarket(new KeyRandomness(keys, version), pairs);

/** By version. Other values mean that markets with keys continue with other prices: raise KEY_VERSION. */
const DIGESTS = { 2: '10c1b16740e294c0', 3: 'da75d253f95f6384' } as const;

describe('prices of a market with keys', { timeout: 60_000 }, () => {
  it('E9 M4 the same key gives the same prices, on any machine and for ever', () => {
    const market = marketOf(all);
    expect(digestOf(marketOf(all, 2), DAY)).toBe(DIGESTS[2]);
    expect(digestOf(market, DAY)).toBe(DIGESTS[3]);
    expect(digestOf(marketOf(all), DAY)).toBe(digestOf(market, DAY));
  });

  it('E9 M4 a browser makes the same day as the server does', () => {
    const keys = new DayKeys(DAY, all.keyOf(DAY), noblePrimitives);
    for (const version of [2, 3] as const) expect(digestOf(marketOf(keys, version), DAY)).toBe(DIGESTS[version]);
  });

  it('M4 a day follows from its own key and the earlier ones: the published key is enough to recompute it', () => {
    const market = marketOf(all);
    for (const day of [0, 1, DAY]) {
      const known = marketOf(new DayKeys(day, all.keyOf(day), nodePrimitives));
      expect(digestOf(known, day)).toBe(digestOf(market, day));
      expect(() => candlesOfDay(known, 'BTCUSDT', day + 1)).toThrow(RangeError);
    }
  });

  it('M4 its random words are those that the documentation tells how to make', () => {
    const key = createHmac('sha256', all.keyOf(DAY)).update('plecho-synthetic 2').digest();
    const nonce = createHash('sha256').update('BTCUSDT|ways').digest().subarray(0, 12);
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.concat([nonce, Buffer.alloc(4)]));
    const stream = cipher.update(Buffer.alloc(4 * 5000));
    const words = Array.from({ length: 5000 }, (_, n) => stream.readInt32LE(4 * n));
    const randomness = new KeyRandomness(all, KEY_VERSION);
    expect([...randomness.wordsOfDay('BTCUSDT', 'ways', DAY, 0, 5000)]).toEqual(words);
    expect([...randomness.wordsOfDay('BTCUSDT', 'ways', DAY, 1433, 239)]).toEqual(words.slice(1433, 1433 + 239));
    const drawn = randomness.ofDay('BTCUSDT', 'ways', DAY, 64);
    const uniform = words.slice(64).map((word) => ((word >>> 0) + 0.5) / 2 ** 32);
    expect(uniform.slice(0, 3000).map(() => drawn.uniform())).toEqual(uniform.slice(0, 3000));
  });

  it('M4 one bit of a key changes every price of its day', () => {
    const key = Buffer.from(all.keyOf(DAY));
    key[0] = (key[0] ?? 0) ^ 1;
    const [right, wrong] = [marketOf(all), marketOf(new DayKeys(DAY, key, nodePrimitives))];
    for (const symbol of SYMBOLS) {
      const other = candlesOfDay(wrong, symbol, DAY);
      const same = candlesOfDay(right, symbol, DAY).filter((candle, minute) => candle.volume === other[minute]?.volume);
      expect(same, symbol).toEqual([]);
    }
  });

  it('a pair has the same prices whichever other pairs are there', () => {
    const alone = new SyntheticMarket(
      new KeyRandomness(all, KEY_VERSION),
      pairs.filter(({ symbol }) => symbol === 'ATOMUSDT'),
    );
    expect(candlesOfDay(alone, 'ATOMUSDT', DAY)).toEqual(candlesOfDay(marketOf(all), 'ATOMUSDT', DAY));
  });

  it('opens every minute where the one before closed, over midnight too', () => {
    const market = marketOf(all);
    for (const symbol of SYMBOLS) {
      const candles = [...candlesOfDay(market, symbol, DAY), ...candlesOfDay(market, symbol, DAY + 1)];
      expect(candles).toHaveLength(2880);
      candles.forEach((candle, index) => {
        if (index > 0) expect(candle.open).toBe(candles[index - 1]?.close);
      });
    }
  });

  it('keeps within a wide band around the anchor for ten years', () => {
    const market = marketOf(all);
    for (const { symbol, anchor } of pairs) {
      for (let day = 1; day < 3_700; day += 365) {
        const [first] = market.candles(symbol, startOf(day), startOf(day) + 60);
        const ratio = Number(first?.open) / 1e8 / anchor;
        expect(ratio, `${symbol} ${day}`).toBeGreaterThan(0.1);
        expect(ratio, `${symbol} ${day}`).toBeLessThan(10);
      }
    }
  });

  it('no hour of any day stands still, however calm the day', () => {
    const parameters = { dailyVolatility: 0.026, jumpsPerDay: 0.25, jumpSize: 0.01 };
    const process = new MinuteProcess('factor', new KeyRandomness(all, KEY_VERSION), parameters, null);
    const usual = parameters.dailyVolatility / Math.sqrt(1440);
    for (let day = 0; day < 500; day += 1) {
      const { deviation } = process.day(day, null);
      for (let hour = 0; hour < 24; hour += 1) {
        const ofHour = Math.hypot(...deviation.subarray(60 * hour, 60 * hour + 60)) / Math.sqrt(60);
        expect(ofHour / usual, `day ${day}, hour ${hour}`).toBeGreaterThan(0.03);
      }
    }
  });
});

/** How far a process went before and after a moment, both in units of what the minutes before it let one expect. */
interface Halves {
  before: number;
  after: number;
}

/** Processes apart from each other, so that their days are independent. */
function halvesOf(levels: readonly Float64Array[], cut: number): Halves[] {
  return levels.map((level) => {
    const move = (from: number, to: number): number => (level[to] ?? 0) - (level[from] ?? 0);
    let variance = 0;
    for (let minute = 0; minute < cut; minute += 1) variance += move(minute, minute + 1) ** 2;
    return { before: move(0, cut) / Math.sqrt(variance), after: move(cut, 1440) / Math.sqrt(variance) };
  });
}

describe('M4 the earlier prices of a day do not tell the later ones', { timeout: 60_000 }, () => {
  it('what happened in the first hours gives no direction for the rest', () => {
    // Processes apart from each other, so that their days are independent.
    const parameters = { dailyVolatility: 0.026, jumpsPerDay: 0.25, jumpSize: 0.01 };
    const levels = Array.from({ length: 12 }, (_, n) => `test ${n}`).flatMap((name) => {
      const process = new MinuteProcess(name, new KeyRandomness(all, KEY_VERSION), parameters, null);
      return Array.from({ length: 120 }, (_, day) => process.day(day, null).level);
    });
    for (const cut of [360, 720, 1080]) {
      const halves = halvesOf(levels, cut);
      // Were the minutes pulled towards an end of another variance, strong beginnings would go on in their direction.
      for (const strength of [0, 1, 1.5]) {
        const strong = halves.filter(({ before }) => Math.abs(before) > strength);
        const gains = strong.map(({ before, after }) => after * Math.sign(before));
        const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
        const deviation = Math.sqrt(gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length);
        expect(gains.length).toBeGreaterThan(100);
        expect(Math.abs(mean), `${cut} ${strength}`).toBeLessThan((3.5 * deviation) / Math.sqrt(gains.length));
      }
    }
  });

  it('what happened in the first seconds of a minute gives no direction for the rest', () => {
    const market = marketOf(all);
    const minutes = Array.from({ length: 4 * 1440 }, (_, minute) =>
      market.ticks('BTCUSDT', startOf(DAY) / 60 + minute),
    );
    for (const seconds of [5, 15, 30, 45]) {
      const signs = minutes.map(({ price }) => {
        const [open = 0, then = 0, close = 0] = [price[0], price[seconds * 4], price.at(-1)];
        return Math.sign(close - then) * Math.sign(then - open);
      });
      const goesOn = signs.filter((sign) => sign > 0).length / signs.filter((sign) => sign !== 0).length;
      // With the ticks of version 1 it is a quarter to a third.
      expect(Math.abs(goesOn - 0.5), `${seconds} s`).toBeLessThan(0.025);
    }
  });

  it('no pair tells within a minute where another one goes', () => {
    const two = SYNTHETIC_PAIRS.filter(({ symbol }) => symbol === 'BTCUSDT' || symbol === 'ETHUSDT');
    const market = new SyntheticMarket(new KeyRandomness(all, KEY_VERSION), two);
    let together = 0;
    let count = 0;
    for (let minute = 0; minute < 4 * 1440; minute += 1) {
      const [seen = 0, rest = 0] = ['ETHUSDT', 'BTCUSDT'].map((symbol, isRest) => {
        const { price } = market.ticks(symbol, startOf(DAY) / 60 + minute);
        return Math.sign(isRest === 1 ? (price[239] ?? 0) - (price[120] ?? 0) : (price[120] ?? 0) - (price[0] ?? 0));
      });
      if (seen * rest !== 0) count += 1;
      if (seen * rest > 0) together += 1;
    }
    expect(count).toBeGreaterThan(5000);
    // With a way of its own for each pair to the end that they share, it is two thirds.
    expect(Math.abs(together / count - 0.5)).toBeLessThan(0.025);
  });
});
