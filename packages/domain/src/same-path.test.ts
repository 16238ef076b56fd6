import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from './candle.ts';
import { parsePrice, parseUsdt, type Price, type Usdt } from './decimal.ts';
import { liquidationPrice } from './liquidation.ts';
import { averageEntry, isAtLiquidation, notionalOf } from './position.ts';
import { realise, tradingFee, type CloseReason } from './realise.ts';
import { divide } from './rounding.ts';
import { closingPrice, entryQuote, quoteAt } from './spread.ts';
import { outcomeOf, outcomesOf, splitResult, stopFrom } from './same-path.ts';
import type { ClosedPart, PathRules } from './same-path-life.ts';
import { isAsBad, minuteSteps, tickSteps, type PathEnds } from './same-path-steps.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? 0n;
const price = (text: string): bigint => parsePrice(text) ?? 0n;

const RULES: PathRules = { takerFee: 500n, maintenance: 5_000n, spread: 0n };

/** Opened at 100 at second 60, by one fill of 100 USDT. */
function partOf(changes: Partial<ClosedPart> = {}): ClosedPart {
  return {
    side: 'long',
    leverage: 5,
    margin: usdt('100'),
    entry: { price: price('100'), time: 60_000, fee: 500n },
    added: [],
    before: [],
    rest: 0n,
    exit: { price: price('104'), time: 240_000 },
    reason: 'user',
    ...changes,
  };
}

const ticks = (...prices: string[]) => prices.map((text, n) => ({ price: price(text), time: 61_000 + n * 1_000 }));
const candle = (minute: number, open: string, high: string, low: string, close: string): Candle => ({
  ...{ time: minute * 60, open: price(open), high: price(high), low: price(low), close: price(close), volume: 0n },
});

describe('outcomeOf', () => {
  const steps = tickSteps(partOf(), ticks('98', '94.9', '90.1', '89', '103'), RULES);

  it('is the real result at the leverage that was used', () => {
    const { ending, price: at, time, net } = outcomeOf(partOf(), steps, RULES, { leverage: 5, stop: null });
    expect({ ending, at, time }).toEqual({ ending: 'same', at: price('104'), time: 240_000 });
    // 500 × 4 % − 0.05 % of 500 and of 520
    expect(net).toBe(usdt('19.49'));
  });

  it('is liquidated at the first price that is there, and loses margin and opening fee', () => {
    const outcome = outcomeOf(partOf(), steps, RULES, { leverage: 10, stop: null });
    expect(outcome).toMatchObject({ ending: 'liquidation', price: price('90.1'), time: 63_000, net: usdt('-100.5') });
    expect(outcome.netBasisPoints).toBe(-10_050n);
  });

  it('is stopped at the price that reached the stop, also where that jumped beyond it', () => {
    const outcome = outcomeOf(partOf(), steps, RULES, { leverage: 5, stop: 50_000n });
    expect(outcome).toMatchObject({ ending: 'stop', price: price('94.9'), time: 62_000 });
    // 500 × −5.1 % − 0.25 − 0.05 % of 474.5
    expect(outcome.net).toBe(usdt('-25.98725'));
  });

  it('says of a real liquidation that a smaller leverage would have been open still', () => {
    const part = partOf({ leverage: 10, exit: { price: price('90'), time: 240_000 }, reason: 'liquidation' });
    expect(outcomeOf(part, [], RULES, { leverage: 10, stop: null }).ending).toBe('liquidation');
    const outcome = outcomeOf(part, [], RULES, { leverage: 3, stop: null });
    // 300 × −10 % − 0.15 − 0.05 % of 270
    expect(outcome).toMatchObject({ ending: 'open', net: usdt('-30.285') });
  });

  it('takes the worse order of a candle: the low comes before the exit of its minute', () => {
    const part = partOf({ exit: { price: price('104'), time: 200_000 } });
    const ends: PathEnds = { best: price('104'), worst: price('97') };
    const path = minuteSteps(part, [candle(3, '100', '104', '97', '99')], RULES, ends);
    expect(outcomeOf(part, path, RULES, { leverage: 5, stop: 20_000n })).toMatchObject({
      ...{ ending: 'stop', price: price('98'), time: 180_000 },
    });
  });

  it('knows that a stop was reached where no candle shows it, and not when', () => {
    const ends: PathEnds = { best: price('104'), worst: price('97') };
    const path = minuteSteps(partOf(), [], RULES, ends);
    expect(outcomeOf(partOf(), path, RULES, { leverage: 5, stop: 20_000n })).toMatchObject({
      ...{ ending: 'stop', price: price('98'), time: null },
    });
  });

  it('leaves out the minutes of entry and exit where the ends of the life are not known', () => {
    const part = partOf({ entry: { price: price('100'), time: 70_000, fee: 500n } });
    const candles = [1, 2, 3, 4].map((minute) => candle(minute, '100', '101', minute === 2 ? '99' : '50', '100'));
    expect(minuteSteps(part, candles, RULES, null).map(({ span }) => span?.from)).toEqual([120_000, 180_000]);
  });

  it('puts the stop at the average of the fills, and the levels of before a fill at that of before', () => {
    const part = partOf({
      margin: usdt('200'),
      added: [{ margin: usdt('100'), held: usdt('100'), price: price('90'), time: 100_000 }],
    });
    const before = tickSteps(part, [{ price: price('89.9'), time: 90_000 }], RULES);
    const after = tickSteps(part, [{ price: price('89.9'), time: 110_000 }], RULES);
    // Only the first half was in it by then: 1,000 of notional, liquidated.
    expect(outcomeOf(part, before, RULES, { leverage: 10, stop: null })).toMatchObject({
      ...{ ending: 'liquidation', net: usdt('-100.5') },
    });
    expect(outcomeOf(part, after, RULES, { leverage: 10, stop: null }).ending).toBe('same');
  });
});

describe('stopFrom', () => {
  it('L8 fires no later than the exact level', () => {
    expect(stopFrom('long', 3n, 20_000n)).toBe(3n);
    expect(stopFrom('short', 3n, 20_000n)).toBe(3n);
  });
});

/** What happens to a position that is lived by hand, with the functions that the engine fills with. */
type Event = { type: 'tick'; move: bigint } | { type: 'add'; margin: Usdt } | { type: 'close'; portion: bigint };

interface Lived {
  part: ClosedPart;
  ticks: { price: Price; time: number }[];
  real: { pnl: Usdt; fee: Usdt; exitPrice: Price; entryPrice: Price };
}

/** Lives through the events until the position is closed or liquidated; each part that was closed. */
function live(
  { side, leverage, margin: first, maker }: { side: 'long' | 'short'; leverage: number; margin: Usdt; maker: Ppm },
  events: readonly Event[],
  rules: PathRules,
): Lived[] {
  let market = price('1000');
  let time = 1_000_000;
  const quote = (): Price => quoteAt(market, entryQuote(side), rules.spread);
  const entry = { price: quote(), time, fee: maker };
  let [margin, entryPrice] = [first, entry.price];
  let openFee = tradingFee(notionalOf(first, leverage), maker);
  const added: ClosedPart['added'][number][] = [];
  const seen: { price: Price; time: number }[] = [];
  const done: { lived: Lived; margin: Usdt }[] = [];
  const close = (part: Usdt, reason: CloseReason): void => {
    const exitPrice = closingPrice(side, market, rules.spread);
    const exposure = { side, margin: part, notional: notionalOf(part, leverage), entryPrice };
    const { pnl, fee } = realise(exposure, exitPrice, reason, rules.takerFee);
    const share = divide(openFee * part, margin, 'floor');
    const lived: Lived = {
      part: {
        ...{ side, leverage, margin: part, entry, added: [...added], before: done.map((each) => each.margin) },
        ...{ rest: margin - part, exit: { price: exitPrice, time }, reason },
      },
      // The last one is what it was closed at.
      ticks: seen.slice(0, -1),
      real: { pnl, fee: fee + share, exitPrice, entryPrice },
    };
    done.push({ lived, margin: part });
    openFee -= share;
    margin -= part;
  };
  for (const event of [...events, { type: 'close', portion: 10_000n } as const]) {
    if (margin === 0n) break;
    if (event.type === 'tick') {
      time += 1_000;
      market += event.move;
      seen.push({ price: market, time });
      const exit = closingPrice(side, market, rules.spread);
      if (isAtLiquidation(side, liquidationPrice(side, entryPrice, leverage, rules.maintenance), exit)) {
        close(margin, 'liquidation');
      }
    } else if (event.type === 'add') {
      const fill = { margin: event.margin, held: margin, price: quote(), time };
      const average = averageEntry(side, { margin, price: entryPrice }, fill);
      const level = liquidationPrice(side, average, leverage, rules.maintenance);
      if (isAtLiquidation(side, level, closingPrice(side, market, rules.spread))) continue;
      added.push(fill);
      entryPrice = average;
      margin += event.margin;
      openFee += tradingFee(notionalOf(event.margin, leverage), rules.takerFee);
    } else {
      const part = divide(margin * event.portion, 10_000n, 'floor');
      if (part > 0n) close(part, 'user');
    }
  }
  return done.map(({ lived }) => lived);
}

type Ppm = bigint;

const positions = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  leverage: fc.integer({ min: 1, max: 10 }),
  margin: fc.bigInt(1_000_000n, 10n ** 12n),
  maker: fc.constantFrom(0n, 137n, 500n),
});
const lives = fc.record({
  position: positions,
  rules: fc.record({
    takerFee: fc.constantFrom(0n, 500n, 777n),
    maintenance: fc.constantFrom(5_000n, 12_345n),
    spread: fc.constantFrom(0n, 1_000n, 3_333n),
  }),
  events: fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          type: fc.constant('tick' as const),
          move: fc.bigInt(-price('31.00000007'), price('31.00000007')),
        }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('add' as const), margin: fc.bigInt(1n, 10n ** 9n) }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('close' as const), portion: fc.bigInt(1n, 9_999n) }) },
    ),
    { maxLength: 40 },
  ),
});

/** One-minute candles of a path, whose highs are what buys paid and lows what sells got. */
function candlesOf(seen: readonly { price: Price; time: number }[], spread: Ppm): Candle[] {
  const candles: Candle[] = [];
  for (const { price: market, time } of seen) {
    const minute = Math.floor(time / 60_000) * 60;
    const [high, low] = [quoteAt(market, 'buy', spread), quoteAt(market, 'sell', spread)];
    const last = candles.at(-1);
    if (last?.time !== minute) {
      candles.push({ time: minute, open: market, high, low, close: market, volume: 0n });
      continue;
    }
    candles[candles.length - 1] = {
      ...last,
      high: high > last.high ? high : last.high,
      low: low < last.low ? low : last.low,
      close: market,
    };
  }
  return candles;
}

function endsOf({ part, ticks: seen, real }: Lived, rules: PathRules): PathEnds {
  const { side } = part;
  const prices = [
    ...[part.entry.price, ...part.added.map((fill) => fill.price), real.exitPrice],
    ...seen.map((tick) => closingPrice(side, tick.price, rules.spread)),
  ];
  const worst = prices.reduce((a, b) => (isAsBad(side, a, b) ? a : b));
  return { worst, best: prices.reduce((a, b) => (isAsBad(side, a, b) ? b : a)) };
}

describe('a closed part of any position', () => {
  const each = (check: (lived: Lived, rules: PathRules) => void): void =>
    fc.assert(
      fc.property(lives, ({ position, rules, events }) => {
        for (const lived of live(position, events, rules)) check(lived, rules);
      }),
      { numRuns: 400 },
    );

  it('L8 comes to its real result at its own leverage, to the last unit: by ticks, by candles and with no path', () => {
    each((lived, rules) => {
      const { part, ticks: seen, real } = lived;
      const candles = candlesOf(seen, rules.spread);
      const paths = [
        tickSteps(part, seen, rules),
        minuteSteps(part, candles, rules, endsOf(lived, rules)),
        minuteSteps(part, [], rules, endsOf(lived, rules)),
        minuteSteps(part, candles, rules, null),
      ];
      for (const steps of paths) {
        const outcome = outcomeOf(part, steps, rules, { leverage: part.leverage, stop: null });
        expect(outcome.net).toBe(real.pnl - real.fee);
        expect(outcome.price).toBe(real.exitPrice);
      }
    });
  });

  it('is liquidated by candles if, and only if, it is by ticks, where it was opened by one fill', () => {
    each((lived, rules) => {
      const { part, ticks: seen } = lived;
      if (part.added.length > 0) return;
      const exact = outcomesOf(part, tickSteps(part, seen, rules), rules);
      const rough = outcomesOf(
        part,
        minuteSteps(part, candlesOf(seen, rules.spread), rules, endsOf(lived, rules)),
        rules,
      );
      for (const [n, outcome] of exact.entries()) {
        if (outcome.stop === null) expect(rough[n]?.ending).toBe(outcome.ending);
      }
    });
  });

  it('is not liquidated at a leverage below one that it survives', () => {
    each(({ part, ticks: seen }, rules) => {
      if (part.added.length > 0) return;
      const steps = tickSteps(part, seen, rules);
      const endings = outcomesOf(part, steps, rules).filter(({ stop }) => stop === null);
      const first = endings.findIndex(({ ending }) => ending === 'liquidation');
      if (first >= 0) expect(endings.slice(first).every(({ ending }) => ending === 'liquidation')).toBe(true);
    });
  });

  it('loses at most its margin and its opening fees', () => {
    each(({ part, ticks: seen }, rules) => {
      for (const { net, leverage } of outcomesOf(part, tickSteps(part, seen, rules), rules)) {
        expect(net >= -part.margin - tradingFee(notionalOf(part.margin, leverage), 1_000n) - 2n).toBe(true);
      }
    });
  });

  it('has a result whose parts sum to it', () => {
    each(({ part, real }, rules) => {
      const split = splitResult({ ...part, notional: notionalOf(part.margin, part.leverage), ...real }, rules);
      const { direction, leverage, spread, insurance, fee, net } = split;
      expect(direction + leverage + spread + insurance + fee).toBe(net);
      expect(net).toBe(real.pnl - real.fee);
      if (part.leverage === 1) expect(leverage).toBe(0n);
      if (rules.spread === 0n) expect(spread).toBe(0n);
      expect(insurance >= 0n).toBe(true);
    });
  });
});
