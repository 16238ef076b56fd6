import type * as wire from '@plecho/contract';
import {
  divide,
  formatDecimal,
  formatPrice,
  formatUsdt,
  isAsBad,
  outcomesOf,
  splitResult,
  type PathOutcome,
  type Price,
  type Side,
} from '@plecho/domain';
import type { TradeState } from '../commands/batch.ts';
import type { TradePath } from '../paths/trade-paths.ts';
import { formatPercent } from './trading.ts';

/** Millionths as a percentage. */
const RATE_DECIMALS = 4;

/** By how much a price was better than the entry for the position; hundredths of a percent, floored. */
function moveOf(side: Side, entryPrice: Price, price: Price): string {
  const move = side === 'long' ? price - entryPrice : entryPrice - price;
  return formatPercent(divide(move * 10_000n, entryPrice, 'floor'));
}

function toWireOutcome(outcome: PathOutcome): wire.PathOutcome {
  const { leverage, stop, ending, price, time, net, netBasisPoints, liquidation } = outcome;
  return {
    leverage,
    stop: stop === null ? null : formatDecimal(stop, RATE_DECIMALS),
    ending,
    price: formatPrice(price),
    time: time === null ? null : Math.floor(time / 1000),
    net: formatUsdt(net),
    netPercent: formatPercent(netBasisPoints),
    liquidationPrice: liquidation === null ? null : formatPrice(liquidation),
  };
}

/** Where a trade would have ended, and what its result was made of. */
export function toWirePaths(
  market: string,
  trade: TradeState,
  { part, rules, steps, known }: TradePath,
): wire.TradePaths {
  const { side, entryPrice, exitPrice, extremes } = trade;
  const met = extremes ?? { best: exitPrice, worst: exitPrice };
  const prices = [entryPrice, met.best, met.worst, ...steps.flatMap(({ best, worst }) => [best, worst])];
  const best = prices.reduce((a, b) => (isAsBad(side, b, a) ? a : b));
  const worst = prices.reduce((a, b) => (isAsBad(side, b, a) ? b : a));
  const { direction, leverage, spread, insurance, fee, net } = splitResult(trade, rules);
  return {
    market,
    trade: trade.id.toString(),
    leverage: trade.leverage,
    known,
    bestPrice: formatPrice(best),
    bestMove: moveOf(side, entryPrice, best),
    worstPrice: formatPrice(worst),
    worstMove: moveOf(side, entryPrice, worst),
    outcomes: outcomesOf(part, steps, rules).map(toWireOutcome),
    split: {
      direction: formatUsdt(direction),
      leverage: formatUsdt(leverage),
      spread: formatUsdt(spread),
      insurance: formatUsdt(insurance),
      fee: formatUsdt(fee),
      net: formatUsdt(net),
    },
    funding: formatUsdt(trade.funding),
  };
}
