import type { Market, Trade } from '@plecho/contract';
import {
  divide,
  isLiquidatable,
  notionalAt,
  parseDecimal,
  parsePrice,
  parseUsdt,
  profitAndLoss,
  profitAndLossBasisPoints,
  realise,
  type LeveragedExposure,
  type Ppm,
  type Price,
  type Usdt,
} from '@plecho/domain';
import { feeParts, feeRatesOf, isMakerFee, riskOfTrade, tradeInR, type FeeRates } from '@/lib/trade-risk.ts';

/** A market's percentages have up to four decimals, which makes them parts per million. */
const PERCENT_TO_PPM_DECIMALS = 4;

export interface ReceiptRules extends FeeRates {
  maintenance: Ppm;
}

/** What decides the figures of a close. */
export type RulesOfMarket = Pick<Market, 'takerFeePercent' | 'makerFeePercent' | 'maintenanceMarginPercent'>;

export function rulesOf(market: RulesOfMarket): ReceiptRules {
  return {
    ...feeRatesOf(market),
    maintenance: parseDecimal(market.maintenanceMarginPercent, PERCENT_TO_PPM_DECIMALS) ?? 0n,
  };
}

/** The level of the rule that closed the position, and how far past it the price already was. */
export interface RuleLevel {
  level: Price;
  /** |exit − level|. Zero when the price met the level exactly. */
  gap: Price;
}

export interface LiquidationCheck {
  /** Margin + PnL, before it is cut off at zero. May be negative. */
  left: Usdt;
  /** Maintenance margin at the exit price. */
  needed: Usdt;
  /** Value of the position at the exit price. */
  notional: Usdt;
  rawPnl: Usdt;
}

/** The same trade at leverage 1, margin and prices unchanged. */
export interface OneTimes {
  net: Usdt;
  basisPoints: bigint;
  /** Whether even 1x would have been liquidated at that price. */
  liquidated: boolean;
}

export interface ReceiptFigures {
  entry: Price;
  exit: Price;
  margin: Usdt;
  size: Usdt;
  pnl: Usdt;
  fee: Usdt;
  openingFee: Usdt;
  /** Closing fee, or what the liquidation took. */
  closingFee: Usdt;
  /** Which of both were those of a limit order that had rested. */
  isMaker: { opening: boolean; closing: boolean };
  /** What funding brought or, negative, cost; it is not in the result. */
  funding: Usdt;
  /** What was at risk by the first stop loss; null when that is not known. */
  risk: Usdt | null;
  /** The result in hundredths of R. */
  r: bigint | null;
  /** PnL minus fees, and its share of the margin. */
  net: Usdt;
  netBp: bigint;
  insurance: Usdt;
  rule: RuleLevel | null;
  liquidation: LiquidationCheck;
  oneTimes: OneTimes;
}

const money = (text: string): Usdt => parseUsdt(text) ?? 0n;
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function ruleLevel(trade: Trade, exit: Price): RuleLevel | null {
  const levels: Partial<Record<Trade['reason'], string | null>> = {
    takeProfit: trade.takeProfit,
    stopLoss: trade.stopLoss,
    trailingStop: trade.trailing?.level ?? null,
    liquidation: trade.liquidationPrice,
  };
  const text = levels[trade.reason] ?? null;
  const level = text === null ? null : parsePrice(text);
  return level === null ? null : { level, gap: abs(exit - level) };
}

function atOneTimes(exposure: LeveragedExposure, exit: Price, rules: ReceiptRules): OneTimes {
  const single = { ...exposure, notional: exposure.margin };
  const liquidated = isLiquidatable(single, exit, rules.maintenance);
  const { pnl, fee } = realise(single, exit, liquidated ? 'liquidation' : 'user', rules.takerFee);
  const opening = divide(single.notional * rules.takerFee, 1_000_000n, 'ceil');
  const net = pnl - fee - opening;
  return { net, basisPoints: profitAndLossBasisPoints(net, exposure.margin), liquidated };
}

/**
 * Every figure of a receipt, computed from the trade as recorded.
 * @throws RangeError when the trade carries no valid prices, which a recorded trade always does.
 */
export function receiptFigures(trade: Trade, rules: ReceiptRules): ReceiptFigures {
  const entry = parsePrice(trade.entryPrice);
  const exit = parsePrice(trade.exitPrice);
  if (entry === null || exit === null) throw new RangeError('a trade without prices');
  const margin = money(trade.amount);
  const size = money(trade.size);
  const exposure: LeveragedExposure = { side: trade.type, notional: size, entryPrice: entry, margin };
  const fee = money(trade.fee);
  const pnl = money(trade.pnl);
  const fees = feeParts(trade, exposure, rules);
  const notional = notionalAt(exposure, exit);
  const rawPnl = profitAndLoss(exposure, exit);
  return {
    entry,
    exit,
    margin,
    size,
    pnl,
    fee,
    openingFee: fees.opening,
    closingFee: fees.closing,
    isMaker: {
      opening: isMakerFee(fees.opening, size, rules),
      closing: trade.reason === 'order' && isMakerFee(fees.closing, notional, rules),
    },
    funding: money(trade.funding),
    risk: riskOfTrade(trade, rules),
    r: tradeInR(trade, rules),
    net: pnl - fee,
    netBp: profitAndLossBasisPoints(pnl - fee, margin),
    insurance: money(trade.insurance),
    rule: ruleLevel(trade, exit),
    liquidation: {
      left: margin + rawPnl,
      needed: divide(notional * rules.maintenance, 1_000_000n, 'floor'),
      notional,
      rawPnl,
    },
    oneTimes: atOneTimes(exposure, exit, rules),
  };
}
