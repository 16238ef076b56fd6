import type { Price, Usdt } from './decimal.ts';
import { liquidationPrice, type Ppm } from './liquidation.ts';
import type { Side } from './pnl.ts';
import { averageEntry, notionalOf } from './position.ts';
import { tradingFee, type CloseReason } from './realise.ts';
import { divide } from './rounding.ts';

/** A closed part of a position, and what its position had been through until then. Times are ms by the market's own clock. */
export interface ClosedPart {
  side: Side;
  leverage: number;
  /** Of the part that was closed. */
  margin: Usdt;
  /** The first fill; `fee` is the rate that it paid. */
  entry: { price: Price; time: number; fee: Ppm };
  /** The fills after it: what was added, and the margin that was left of the position before. */
  added: readonly { margin: Usdt; held: Usdt; price: Price; time: number }[];
  /** Margins of the parts that were closed before this one, in their order. */
  before: readonly Usdt[];
  /** Margin that stayed open, without what was added later. */
  rest: Usdt;
  exit: { price: Price; time: number };
  reason: CloseReason;
}

/** What of a pair's rules decides where a position ends. */
export interface PathRules {
  takerFee: Ppm;
  maintenance: Ppm;
  /** What buys pay above what sells get; 0 without one. */
  spread: Ppm;
}

/** A part from one fill of its position to the next. */
export interface LifeStage {
  /** When the fill was, ms. */
  from: number;
  /** Average of the fills until then. */
  entryPrice: Price;
  liquidation: Price | null;
  /** What of the part was in the position by then. */
  margin: Usdt;
  /** The part's share of the opening fees until then. */
  openFee: Usdt;
}

/** A position between two of its fills, when the closes that came between them are done. */
interface Held {
  margin: Usdt;
  entryPrice: Price;
  openFee: Usdt;
}

const sum = (amounts: readonly Usdt[]): Usdt => amounts.reduce((total, amount) => total + amount, 0n);

/** Takes closed parts off, each with its share of the opening fee, until `left` is held. */
function withoutClosed(held: Held, closed: Usdt[], left: Usdt): Held {
  let { margin, openFee } = held;
  while (margin > left) {
    const part = closed.shift();
    if (part === undefined) throw new RangeError('the parts of a position are less than the position');
    openFee -= divide(openFee * part, margin, 'floor');
    margin -= part;
  }
  return { ...held, margin, openFee };
}

/**
 * What a part's position would have been at another leverage, from fill to fill: the same margins at the same prices and
 * times. A part that was closed before the position was added to, or after, has its share by margin of each stage.
 *
 * @throws RangeError for parts and fills that make up no position
 */
export function lifeAt(part: ClosedPart, leverage: number, { takerFee, maintenance }: PathRules): LifeStage[] {
  const { side, entry, added } = part;
  const left = part.margin + part.rest;
  const closed = [...part.before];
  const first = sum(closed) + left - sum(added.map(({ margin }) => margin));
  const openFee = tradingFee(notionalOf(first, leverage), entry.fee);
  let held: Held = { margin: first, entryPrice: entry.price, openFee };
  const stages: (Held & { from: number })[] = [];
  let from = entry.time;
  for (const fill of added) {
    held = withoutClosed(held, closed, fill.held);
    stages.push({ ...held, from });
    const known = { margin: held.margin, price: held.entryPrice };
    held = {
      margin: held.margin + fill.margin,
      entryPrice: averageEntry(side, known, fill),
      openFee: held.openFee + tradingFee(notionalOf(fill.margin, leverage), takerFee),
    };
    from = fill.time;
  }
  stages.push({ ...withoutClosed(held, closed, left), from });
  let margin = part.margin;
  const shares = stages.toReversed().map((stage, back) => {
    const fill = added[added.length - back];
    if (fill !== undefined) margin = divide(margin * stage.margin, fill.held + fill.margin, 'floor');
    return margin;
  });
  return stages.map((stage, n) => {
    const share = shares[stages.length - 1 - n] ?? 0n;
    const { entryPrice } = stage;
    return {
      from: stage.from,
      entryPrice,
      liquidation: liquidationPrice(side, entryPrice, leverage, maintenance),
      margin: share,
      openFee: divide(stage.openFee * share, stage.margin, 'floor'),
    };
  });
}
