import type { Pair } from '@plecho/domain';

/** A pair of the synthetic market and what its prices are made of. */
export interface SyntheticPair extends Pair {
  /** The level prices wander around, USDT. */
  anchor: number;
  /** Mean turnover of a day, USDT. */
  dailyTurnover: number;
  /** How much of the market factor's return it takes part in. */
  beta: number;
  /** Standard deviation of its own daily return, beside the factor's. */
  ownVolatility: number;
  /** Distance of ordinary price changes, ms: a multiple of 250, at most 2000. */
  tickEveryMs: number;
  /** Pairs are shifted against each other, so that slow ones do not all move at once: place in the table. */
  place: number;
}

/** Base asset, anchor price, price decimals, daily turnover in millions, beta, own daily volatility in percent. */
const TABLE: readonly (readonly [string, number, number, number, number, number])[] = [
  ['BTC', 91200, 2, 2600, 1.0, 0.5],
  ['ETH', 3080, 2, 1500, 1.22, 1.6],
  ['SOL', 138, 2, 720, 1.32, 2.3],
  ['XRP', 2.12, 4, 640, 1.18, 2.4],
  ['BNB', 872, 2, 420, 0.92, 1.6],
  ['DOGE', 0.1524, 5, 380, 1.38, 2.6],
  ['ADA', 0.428, 4, 190, 1.3, 2.5],
  ['SUI', 1.58, 4, 210, 1.48, 3.0],
  ['LINK', 13.25, 3, 165, 1.28, 2.3],
  ['AVAX', 13.9, 3, 150, 1.35, 2.5],
  ['TRX', 0.281, 4, 140, 0.55, 1.3],
  ['LTC', 84.1, 2, 135, 1.05, 2.2],
  ['BCH', 548, 1, 120, 1.08, 2.4],
  ['DOT', 2.11, 3, 95, 1.3, 2.4],
  ['PEPE', 0.00000482, 8, 175, 1.6, 3.6],
  ['NEAR', 1.72, 3, 98, 1.42, 2.9],
  ['UNI', 5.72, 3, 92, 1.3, 3.1],
  ['AAVE', 186, 2, 105, 1.36, 2.9],
  ['APT', 1.83, 4, 74, 1.4, 2.8],
  ['ICP', 3.42, 3, 62, 1.28, 3.0],
  ['ETC', 13.1, 2, 60, 1.15, 2.2],
  ['XLM', 0.241, 4, 88, 1.18, 2.4],
  ['HBAR', 0.132, 5, 96, 1.3, 2.8],
  ['FIL', 1.52, 3, 58, 1.32, 2.7],
  ['ATOM', 2.24, 3, 44, 1.22, 2.4],
  ['ARB', 0.208, 4, 66, 1.42, 2.8],
  ['OP', 0.312, 4, 58, 1.44, 2.9],
  ['INJ', 5.42, 3, 47, 1.45, 3.1],
  ['TIA', 0.612, 4, 48, 1.52, 3.6],
  ['SEI', 0.132, 5, 52, 1.46, 3.1],
  ['SHIB', 0.00000842, 8, 96, 1.38, 2.6],
  ['WIF', 0.402, 4, 72, 1.66, 4.0],
  ['BONK', 0.00000921, 8, 68, 1.62, 3.8],
  ['FLOKI', 0.0000462, 8, 38, 1.58, 3.6],
  ['ENA', 0.268, 4, 92, 1.56, 3.8],
  ['TAO', 288, 1, 84, 1.48, 3.4],
  ['RENDER', 1.62, 3, 41, 1.5, 3.2],
  ['FET', 0.252, 4, 58, 1.52, 3.4],
  ['WLD', 0.612, 4, 62, 1.54, 3.6],
  ['ONDO', 0.472, 4, 56, 1.42, 3.2],
  ['JUP', 0.232, 4, 34, 1.46, 3.2],
  ['PYTH', 0.0702, 4, 21, 1.44, 3.2],
  ['STX', 0.312, 4, 28, 1.4, 2.9],
  ['IMX', 0.278, 4, 19, 1.4, 2.9],
  ['GRT', 0.0482, 5, 18, 1.36, 2.7],
  ['ALGO', 0.132, 4, 31, 1.28, 2.6],
  ['VET', 0.0128, 5, 27, 1.3, 2.5],
  ['SAND', 0.138, 4, 24, 1.34, 2.7],
  ['MANA', 0.152, 4, 17, 1.32, 2.6],
  ['AXS', 0.982, 3, 22, 1.34, 2.9],
  ['GALA', 0.00712, 5, 29, 1.4, 2.8],
  ['THETA', 0.312, 4, 14, 1.3, 2.6],
  ['EOS', 0.242, 4, 16, 1.2, 2.6],
  ['XTZ', 0.512, 4, 13, 1.18, 2.3],
  ['FLOW', 0.201, 4, 11, 1.26, 2.6],
  ['CHZ', 0.0312, 5, 20, 1.22, 2.7],
  ['CRV', 0.412, 4, 48, 1.4, 3.3],
  ['SNX', 0.482, 3, 15, 1.36, 3.3],
  ['COMP', 29.4, 2, 17, 1.28, 2.8],
  ['LDO', 0.682, 4, 36, 1.46, 3.2],
  ['RUNE', 0.642, 3, 23, 1.42, 3.0],
  ['DYDX', 0.192, 4, 18, 1.4, 3.1],
  ['GMX', 9.12, 2, 9, 1.26, 2.8],
  ['SUSHI', 0.342, 4, 10, 1.34, 3.0],
  ['1INCH', 0.182, 4, 11, 1.24, 2.6],
  ['ZEC', 412, 2, 260, 0.9, 5.2],
  ['DASH', 42.1, 2, 44, 0.98, 4.4],
  ['ZIL', 0.00542, 5, 9, 1.24, 2.6],
  ['KSM', 8.62, 2, 7, 1.26, 2.6],
  ['QTUM', 1.42, 3, 9, 1.14, 2.2],
  ['NEO', 4.12, 3, 12, 1.16, 2.3],
  ['IOTA', 0.102, 4, 11, 1.24, 2.6],
  ['EGLD', 7.42, 2, 9, 1.24, 2.7],
  ['KAVA', 0.112, 4, 7, 1.18, 2.6],
  ['ROSE', 0.0132, 5, 9, 1.34, 3.0],
  ['MINA', 0.0882, 4, 8, 1.34, 2.9],
  ['CFX', 0.0782, 4, 19, 1.38, 3.3],
  ['ENJ', 0.0312, 5, 6, 1.28, 2.8],
  ['BAT', 0.202, 4, 9, 1.12, 2.6],
  ['ZRX', 0.152, 4, 8, 1.22, 2.8],
  ['ANKR', 0.00712, 5, 7, 1.26, 2.6],
  ['SKL', 0.0142, 5, 6, 1.3, 2.9],
  ['CELO', 0.142, 4, 8, 1.28, 2.8],
  ['ONE', 0.00512, 5, 6, 1.28, 2.9],
  ['HOT', 0.000572, 7, 6, 1.3, 2.8],
  ['JASMY', 0.00742, 5, 22, 1.46, 3.3],
  ['MASK', 0.652, 3, 12, 1.3, 3.0],
  ['API3', 0.512, 3, 9, 1.32, 3.2],
  ['BLUR', 0.0342, 5, 12, 1.44, 3.4],
  ['MEME', 0.00128, 6, 11, 1.56, 3.6],
  ['ORDI', 4.82, 3, 27, 1.54, 3.7],
  ['DYM', 0.0812, 4, 10, 1.48, 3.6],
  ['STRK', 0.0952, 4, 24, 1.48, 3.6],
  ['ZRO', 1.38, 3, 26, 1.38, 3.6],
  ['EIGEN', 0.472, 3, 31, 1.56, 3.8],
  ['ETHFI', 0.812, 3, 28, 1.54, 3.7],
  ['PENDLE', 2.24, 3, 34, 1.5, 3.4],
  ['CAKE', 2.04, 3, 32, 1.1, 2.6],
  ['TON', 1.62, 3, 42, 0.95, 2.3],
  ['POL', 0.132, 4, 36, 1.28, 2.6],
];

/** The more is traded, the more often the price moves. @param rank position by turnover, from 0 */
function tickPeriod(rank: number): number {
  if (rank < 15) return 250;
  if (rank < 40) return 500;
  return rank < 70 ? 1000 : 2000;
}

const byTurnover = [...TABLE].sort((a, b) => b[3] - a[3]);

export const SYNTHETIC_PAIRS: readonly SyntheticPair[] = TABLE.map((row, place) => {
  const [baseAsset, anchor, priceDecimals, millions, beta, percent] = row;
  return {
    symbol: `${baseAsset}USDT`,
    baseAsset,
    quoteAsset: 'USDT',
    priceDecimals,
    anchor,
    dailyTurnover: millions * 1_000_000,
    beta,
    ownVolatility: percent / 100,
    tickEveryMs: tickPeriod(byTurnover.indexOf(row)),
    place,
  };
});
