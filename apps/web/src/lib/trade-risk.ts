import type { Market, Trade } from '@plecho/contract';
import {
  divide,
  formatDecimal,
  lossAtStop,
  parsePrice,
  parseUsdt,
  realise,
  tradingFee,
  type LeveragedExposure,
  type Ppm,
  type Usdt,
} from '@plecho/domain';
import { ppmOf } from './market-rates.ts';

export interface FeeRates {
  takerFee: Ppm;
  makerFee: Ppm;
}

export const feeRatesOf = (market: Pick<Market, 'takerFeePercent' | 'makerFeePercent'>): FeeRates => ({
  takerFee: ppmOf(market.takerFeePercent),
  makerFee: ppmOf(market.makerFeePercent),
});

const money = (text: string): Usdt => parseUsdt(text) ?? 0n;
const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The two parts of a trade's fee: for the opening, and for the close or the liquidation. */
export interface FeeParts {
  opening: Usdt;
  closing: Usdt;
}

/**
 * A trade says its fee in one sum. A limit order that rested paid the maker fee, anything else the taker fee: of the
 * ways to close, the one whose rest is a fee of an opening.
 */
export function feeParts(trade: Trade, exposure: LeveragedExposure, rates: FeeRates): FeeParts {
  const fee = money(trade.fee);
  const exit = parsePrice(trade.exitPrice) ?? exposure.entryPrice;
  const openings = [rates.takerFee, rates.makerFee].map((rate) => tradingFee(exposure.notional, rate));
  const closings = trade.reason === 'order' ? [rates.takerFee, rates.makerFee] : [rates.takerFee];
  const parts = closings.map((rate): FeeParts => {
    const closing = min(realise(exposure, exit, trade.reason, rate).fee, fee);
    return { closing, opening: fee - closing };
  });
  const distance = ({ opening }: FeeParts): bigint => openings.map((each) => abs(opening - each)).reduce(min);
  return parts.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** Whether a part of a fee is the maker's: the taker's is more than that. */
export function isMakerFee(fee: Usdt, notional: Usdt, { takerFee, makerFee }: FeeRates): boolean {
  if (makerFee === takerFee) return false;
  return abs(fee - tradingFee(notional, makerFee)) < abs(fee - tradingFee(notional, takerFee));
}

export function exposureOf(trade: Trade): LeveragedExposure | null {
  const entryPrice = parsePrice(trade.entryPrice);
  if (entryPrice === null) return null;
  return { side: trade.type, notional: money(trade.size), entryPrice, margin: money(trade.amount) };
}

/** What was at risk by the first stop loss, fees included; null without one, or when it lay in the profit. */
export function riskOfTrade(trade: Trade, rates: FeeRates): Usdt | null {
  const exposure = exposureOf(trade);
  const stop = trade.initialStopLoss === null ? null : parsePrice(trade.initialStopLoss);
  if (exposure === null || stop === null) return null;
  const risk = lossAtStop(exposure, stop, feeParts(trade, exposure, rates).opening, rates.takerFee);
  return risk > 0n ? risk : null;
}

/** To the nearest integer: of what is no money. @param by positive */
export const nearest = (value: bigint, by: bigint): bigint => divide(2n * value + by, 2n * by, 'floor');

/** The result net of fees in hundredths of R, to the nearest; null when what was at risk is not known. */
export function tradeInR(trade: Trade, rates: FeeRates): bigint | null {
  const risk = riskOfTrade(trade, rates);
  return risk === null ? null : nearest((money(trade.pnl) - money(trade.fee)) * 100n, risk);
}

/** Hundredths of R as people write them: «+2,50R», «−1,00R». */
export function formatR(hundredths: bigint): string {
  const sign = hundredths > 0n ? '+' : hundredths < 0n ? '−' : '';
  const [whole = '', fraction = ''] = formatDecimal(abs(hundredths), 2).split('.');
  return `${sign}${whole},${fraction.padEnd(2, '0')}R`;
}
