import {
  acrossSpread,
  divide,
  exitQuote,
  liquidationPrice,
  lossAtMove,
  notionalOf,
  ONE_USDT,
  profitAndLossBasisPoints,
  realise,
  resultInR,
  tradingFee,
  trailingLevel,
  type LeveragedExposure,
  type Ppm,
  type Price,
  type Side,
  type Trail,
  type Usdt,
} from '@plecho/domain';

/** What the figures of a position that isn't open yet depend on. */
export interface PreviewInput {
  side: Side;
  /** Margin. Positive. */
  margin: Usdt;
  leverage: number;
  /** What it would open at: what buys pay or sells get now, or the limit price. */
  price: Price;
  /** Of the pair: between what buys pay and what sells get. */
  spread: Ppm;
  /** Of the opening: the maker fee for an order that will rest. */
  openingFee: Ppm;
  takerFee: Ppm;
  maintenance: Ppm;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** A trailing stop, which begins where the price then is. */
  trailing: Trail | null;
}

/** Result of a close at a level, fees included, and its share of the margin in basis points. */
export interface Outcome {
  pnl: Usdt;
  basisPoints: bigint;
}

/** What is risked for what, in money with the fees. */
export interface RiskReward {
  /** Loss at the stop loss, or where a trailing stop begins; null without either. */
  risk: Usdt | null;
  /** Gain at the take profit; null without one. */
  reward: Usdt | null;
  /** The reward in hundredths of R, the risk; null without both. */
  multiple: bigint | null;
  /** What a liquidation would cost; null for a position that is never liquidated. */
  lossAtLiquidation: Usdt | null;
}

export interface Preview {
  size: Usdt;
  openFee: Usdt;
  /** Margin and opening fee: what leaves the available balance. */
  required: Usdt;
  /** null for a 1x long, which is never liquidated. */
  liquidation: Price | null;
  /** Signed move of the price to the liquidation price, basis points. */
  liquidationMove: bigint | null;
  /** Loss (negative) when the price moves 1 % and 5 % against the position; the margin where that liquidates it. */
  lossAt1: Usdt;
  lossAt5: Usdt;
  takeProfit: Outcome | null;
  stopLoss: Outcome | null;
  riskReward: RiskReward;
}

/** The figures shown before the order is sent; the same arithmetic as the server's. */
export function previewOrder(input: PreviewInput): Preview {
  const { side, margin, leverage, price, spread, openingFee, takerFee, maintenance } = input;
  const notional = notionalOf(margin, leverage);
  const exposure: LeveragedExposure = { side, margin, notional, entryPrice: price };
  const openFee = tradingFee(notional, openingFee);
  const liquidation = liquidationPrice(side, price, leverage, maintenance);
  const exit = acrossSpread(side, price, spread);

  const outcome = (level: Price | null, reason: 'takeProfit' | 'stopLoss'): Outcome | null => {
    if (level === null) return null;
    // One on the wrong side of the entry will be refused: it has no result to tell.
    const isAhead = side === 'long' ? level > price : level < price;
    if (level === price || isAhead !== (reason === 'takeProfit')) return null;
    const { pnl, fee } = realise(exposure, level, reason, takerFee);
    const net = pnl - fee - openFee;
    return { pnl: net, basisPoints: profitAndLossBasisPoints(net, margin) };
  };

  const takeProfit = outcome(input.takeProfit, 'takeProfit');
  const trailing = input.trailing === null ? null : trailingLevel(exitQuote(side), exit, input.trailing);
  const first = outcome(input.stopLoss ?? trailing, 'stopLoss');
  const risk = first === null ? null : -first.pnl;
  const reward = takeProfit?.pnl ?? null;

  return {
    size: notional,
    openFee,
    required: margin + openFee,
    liquidation,
    liquidationMove: liquidation === null ? null : divide((liquidation - exit) * 10_000n, exit, 'floor'),
    lossAt1: lossAtMove(exposure, liquidation, exit, 1n),
    lossAt5: lossAtMove(exposure, liquidation, exit, 5n),
    takeProfit,
    stopLoss: outcome(input.stopLoss, 'stopLoss'),
    riskReward: {
      risk,
      reward,
      multiple: risk === null || reward === null ? null : resultInR(reward, risk),
      // A liquidation takes what is left of the margin.
      lossAtLiquidation: liquidation === null ? null : margin + openFee,
    },
  };
}

/** Largest margin in whole USDT that `available` pays for together with the opening fee. */
export function maxMargin(available: Usdt, leverage: number, openingFee: Ppm): Usdt {
  if (available <= 0n) return 0n;
  const perMillion = 1_000_000n + BigInt(leverage) * openingFee;
  const margin = divide(available * 1_000_000n, perMillion, 'floor');
  return margin - (margin % ONE_USDT);
}

const CENT: Usdt = 10_000n;

/** A share of {@link maxMargin}, percent, floored to 0.01. */
export function shareOfMax(max: Usdt, percent: number): Usdt {
  const part = divide(max * BigInt(percent), 100n, 'floor');
  return part - (part % CENT);
}
