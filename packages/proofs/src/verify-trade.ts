import {
  divide,
  exitQuote,
  formatDecimal,
  formatPrice,
  formatUsdt,
  isLiquidatable,
  liquidationPrice,
  MAX_LEVERAGE,
  MIN_LEVERAGE,
  notionalAt,
  notionalOf,
  parseDecimal,
  parsePrice,
  parseTrail,
  parseUsdt,
  PPM_ONE,
  profitAndLoss,
  profitAndLossBasisPoints,
  realise,
  tradingFee,
  trailingLevel,
  type LeveragedExposure,
  type Price,
  type Usdt,
} from '@plecho/domain';
import type { ProvenTrade } from './proof-file.ts';
import { failed, passed, type Checked, type Facts } from './steps.ts';
import type { ProvenFills } from './verify-price.ts';

const PERCENT_DECIMALS = 2;
const SECOND_MS = 1000;

/** The file's form has made sure of it. */
function usdtOf(text: string): Usdt {
  const amount = parseUsdt(text);
  if (amount === null) throw new Error('an amount has no form');
  return amount;
}

const priceOf = (text: string | null): Price | null => (text === null ? null : parsePrice(text));

function exposureOf({ trade: { type, amount, leverage }, entryPrice }: ProvenFills): LeveragedExposure {
  const margin = usdtOf(amount);
  return { side: type, margin, notional: notionalOf(margin, leverage), entryPrice };
}

/** A time in whole seconds, as the API gives it, may be up to a second later in truth. */
const isBefore = (ms: number, seconds: number): boolean => ms < (seconds + 1) * SECOND_MS;
const ageOf = (recordMs: number, seconds: number): number => seconds * SECOND_MS - recordMs;

/** What is wrong with when the fills were done: rules E4 and E11. */
function problemOfTimes({ trade, rules: { staleAfterMs }, entry, exit }: ProvenFills): string | null {
  const { openTime, closeTime, reason } = trade;
  if (closeTime < openTime) return 'closed_before_opened';
  if (!isBefore(entry.time, openTime) || !isBefore(exit.time, closeTime)) return 'price_of_the_future';
  if (ageOf(entry.time, openTime) > staleAfterMs) return 'stale_entry';
  // A market that ends closes at the last price that it had, however old; the others take a fresh one.
  return reason !== 'marketEnd' && ageOf(exit.time, closeTime) > staleAfterMs ? 'stale_exit' : null;
}

/** Where a trailing stop fires behind the best price that the trade tells of; null where that is no callback. */
function trailingLevelOf({ type, trailing }: ProvenTrade): string | null {
  if (trailing === undefined || trailing === null) return null;
  const trail = parseTrail(trailing.unit, trailing.value);
  const peak = parsePrice(trailing.peak.price);
  return trail === null || peak === null ? null : formatPrice(trailingLevel(exitQuote(type), peak, trail));
}

/** The level that a reason is about; null for a close that somebody asked for. */
function levelOf(trade: ProvenTrade): string | null {
  switch (trade.reason) {
    case 'liquidation':
      return trade.liquidationPrice;
    case 'takeProfit':
      return trade.takeProfit;
    case 'stopLoss':
      return trade.stopLoss;
    case 'trailingStop':
      return trailingLevelOf(trade);
    case 'user':
    case 'order':
    case 'attemptEnd':
    case 'marketEnd':
      return null;
  }
}

/** What is wrong with the reason of the close at its price. */
function problemOfReason(trade: ProvenTrade, isLiquidated: boolean, price: Price): string | null {
  const { reason } = trade;
  if (reason === 'liquidation') return isLiquidated ? null : 'not_liquidatable';
  if (isLiquidated) return 'was_liquidatable';
  if (['user', 'order', 'attemptEnd', 'marketEnd'].includes(reason)) return null;
  const level = priceOf(levelOf(trade));
  if (level === null) return 'no_level';
  const isGain = reason === 'takeProfit';
  const isUpward = isGain === (trade.type === 'long');
  return (isUpward ? price >= level : price <= level) ? null : 'level_not_reached';
}

/**
 * That the position closed when the rules say: its reason holds at the exit price, and none of the supplied records between
 * the fills had liquidated it (rule E5).
 */
export function checkRule(fills: ProvenFills): Checked<true> {
  const { trade, rules } = fills;
  const exposure = exposureOf(fills);
  const { price } = fills.exit;
  const level = levelOf(trade);
  const notional = notionalAt(exposure, price);
  const facts: Facts = {
    ...{ reason: trade.reason, price: formatPrice(price), records: String(fills.between.length) },
    ...(level === null ? {} : { level }),
    left: formatUsdt(exposure.margin + profitAndLoss(exposure, price)),
    maintenance: formatUsdt(divide(notional * rules.maintenance, PPM_ONE, 'floor')),
  };
  const isLiquidated = isLiquidatable(exposure, price, rules.maintenance);
  const problem = problemOfTimes(fills) ?? problemOfReason(trade, isLiquidated, price);
  if (problem !== null) return failed('rule', problem, facts);
  const earlier = fills.between.find((record) => isLiquidatable(exposure, record.price, rules.maintenance));
  if (earlier === undefined) return passed('rule', true, facts);
  const which = { earlierSeq: String(earlier.seq), earlierPrice: formatPrice(earlier.price) };
  return failed('rule', 'crossed_before', { ...facts, ...which });
}

/**
 * What of the position's opening fees is this part's: each part takes its share of what is left, floored, the last one the
 * rest. What was added came when as much was left of the position as it says.
 * @returns null when what was added fits nowhere between the parts
 */
function openFeeOf({ trade, rules, added }: ProvenFills): Usdt | null {
  const { amount, parts, rest, leverage, maker } = trade;
  const margins = [...parts, amount].map(usdtOf);
  const later = [...added];
  const all = margins.reduce((sum, each) => sum + each, usdtOf(rest));
  let margin = later.reduce((left, each) => left - each.margin, all);
  if (margin <= 0n) return null;
  let fee = tradingFee(notionalOf(margin, leverage), maker === true ? rules.makerFee : rules.takerFee);
  let share = 0n;
  for (const part of margins) {
    for (let next = later[0]; next?.held === margin; next = later[0]) {
      fee += tradingFee(notionalOf(next.margin, leverage), rules.takerFee);
      margin += next.margin;
      later.shift();
    }
    if (part > margin) return null;
    share = divide(fee * part, margin, 'floor');
    margin -= part;
    fee -= share;
  }
  return later.length > 0 ? null : share;
}

/** Every number that follows from the two prices, the margin, the leverage and the rules. */
interface Expected {
  size: Usdt;
  liquidationPrice: Price | null;
  pnl: Usdt;
  pnlPercent: bigint;
  fee: Usdt;
  insurance: Usdt;
}

const said = (trade: ProvenTrade): Expected => ({
  size: usdtOf(trade.size),
  liquidationPrice: priceOf(trade.liquidationPrice),
  pnl: usdtOf(trade.pnl),
  pnlPercent: parseDecimal(trade.pnlPercent, PERCENT_DECIMALS) ?? 0n,
  fee: usdtOf(trade.fee),
  insurance: usdtOf(trade.insurance),
});

/** That size, liquidation price, PnL, fee and insurance are what the published formulas give, to the last unit. */
export function checkResult(fills: ProvenFills): Checked<true> {
  const { trade, rules } = fills;
  const { leverage, type, reason } = trade;
  if (leverage < MIN_LEVERAGE || leverage > MAX_LEVERAGE) return failed('result', 'leverage');
  const exposure = exposureOf(fills);
  const { pnl, fee, payout, insurance } = realise(exposure, fills.exit.price, reason, rules.takerFee);
  const openFee = openFeeOf(fills);
  if (openFee === null) return failed('result', 'other_entries');
  const expected: Expected = {
    size: exposure.notional,
    liquidationPrice: liquidationPrice(type, fills.entryPrice, leverage, rules.maintenance),
    pnl,
    pnlPercent: profitAndLossBasisPoints(pnl, exposure.margin),
    fee: openFee + fee,
    insurance,
  };
  const level = expected.liquidationPrice;
  const facts: Facts = {
    ...{ amount: formatUsdt(exposure.margin), leverage: String(leverage), size: formatUsdt(exposure.notional) },
    ...(level === null ? {} : { liquidationPrice: formatPrice(level) }),
    ...{ pnl: formatUsdt(pnl), pnlPercent: formatDecimal(expected.pnlPercent, PERCENT_DECIMALS) },
    ...{ openFee: formatUsdt(openFee), closeFee: formatUsdt(fee), fee: formatUsdt(expected.fee) },
    ...{ insurance: formatUsdt(insurance), payout: formatUsdt(payout) },
  };
  const given = said(trade);
  const wrong = (Object.keys(expected) as (keyof Expected)[]).find((name) => expected[name] !== given[name]);
  if (wrong === undefined) return passed('result', true, facts);
  return failed('result', `other_${wrong}`, { ...facts, said: String(trade[wrong]) });
}
