import type { Usdt } from '../decimal.ts';
import type { ResultTrade } from './trade.ts';

/** What is counted of a set of trades: everything that a summary is made from. Tallies of parts add up to the whole. */
export interface Tally {
  trades: number;
  /** With a result above zero. A result of zero is neither won nor lost. */
  wins: number;
  losses: number;
  liquidations: number;
  /** Sum of the results above zero. */
  won: Usdt;
  /** Sum of the results below zero, as a positive amount. */
  lost: Usdt;
  /** Trades whose R is known, and the sum of it in thousandths. */
  withR: number;
  sumOfR: number;
}

const NOTHING: Tally = {
  ...{ trades: 0, wins: 0, losses: 0, liquidations: 0, won: 0n, lost: 0n, withR: 0, sumOfR: 0 },
};

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    trades: a.trades + b.trades,
    wins: a.wins + b.wins,
    losses: a.losses + b.losses,
    liquidations: a.liquidations + b.liquidations,
    won: a.won + b.won,
    lost: a.lost + b.lost,
    withR: a.withR + b.withR,
    sumOfR: a.sumOfR + b.sumOfR,
  };
}

const tallyOfOne = ({ net, reason, r }: ResultTrade): Tally => ({
  trades: 1,
  wins: net > 0n ? 1 : 0,
  losses: net < 0n ? 1 : 0,
  liquidations: reason === 'liquidation' ? 1 : 0,
  won: net > 0n ? net : 0n,
  lost: net < 0n ? -net : 0n,
  withR: r === null ? 0 : 1,
  sumOfR: r ?? 0,
});

export const tallyOf = (trades: readonly ResultTrade[]): Tally => trades.map(tallyOfOne).reduce(addTallies, NOTHING);
