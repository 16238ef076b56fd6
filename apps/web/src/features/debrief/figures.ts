import type { Debrief } from '@plecho/contract';
import {
  parseUsdt,
  profitAndLossBasisPoints,
  splitBy,
  summarise,
  type Persona,
  type ResultTrade,
  type Usdt,
} from '@plecho/domain';

/** A trade of a debrief and whose it is. */
export interface DebriefTrade extends ResultTrade {
  /** A place in the list of people. */
  person: number;
  /** Of that person’s account. */
  season: number;
}

const money = (text: string): Usdt => parseUsdt(text) ?? 0n;

export const tradesOf = ({ trades }: Pick<Debrief, 'trades'>): DebriefTrade[] =>
  trades.map(({ person, season, symbol, type, leverage, amount, net, entryRecord, exitRecord, reason }) => ({
    ...{ person, season, symbol, leverage, reason, side: type, margin: money(amount), net: money(net), r: null },
    ...{ openedAt: entryRecord.time, closedAt: exitRecord.time },
  }));

/** What came of the drill for one person. */
export interface PersonResult {
  person: number;
  persona: Persona | null;
  own: boolean;
  /** In all attempts together. */
  net: Usdt;
  trades: number;
  liquidations: number;
  /** Ascending by time, after each close, of the attempt that it belongs to; the start is not among them. */
  curve: { at: number; balance: Usdt }[];
}

const byResult = (a: PersonResult, b: PersonResult): number => (a.net === b.net ? 0 : a.net < b.net ? 1 : -1);

/** Best result first. */
export function resultsOf({ people, startBalance }: Debrief, trades: readonly DebriefTrade[]): PersonResult[] {
  const start = money(startBalance);
  const results = people.map(({ persona, own }, person): PersonResult => ({
    person,
    persona,
    own,
    net: 0n,
    trades: 0,
    liquidations: 0,
    curve: [],
  }));
  const balances = new Map<string, Usdt>();
  for (const { person, season, net, reason, closedAt } of trades) {
    const result = results[person];
    if (result === undefined) continue;
    const attempt = `${person} ${season}`;
    const balance = (balances.get(attempt) ?? start) + net;
    balances.set(attempt, balance);
    result.net += net;
    result.trades += 1;
    result.liquidations += reason === 'liquidation' ? 1 : 0;
    result.curve.push({ at: closedAt, balance });
  }
  return results.toSorted(byResult);
}

/** The middle one, of an even number the lower of both; null of none. */
export function medianOf(values: readonly Usdt[]): Usdt | null {
  const sorted = values.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

export interface LeverageRow {
  leverage: number;
  trades: number;
  wins: number;
  liquidations: number;
  net: Usdt;
  /** Results in basis points of the margin, ascending. */
  returns: bigint[];
}

/** What each leverage came to, the lowest first. */
export function byLeverage(trades: readonly DebriefTrade[]): LeverageRow[] {
  return [...splitBy(trades, 'leverage')]
    .map(([leverage, group]) => {
      const { trades, wins, liquidations, net } = summarise(group);
      const returns = group
        .map(({ net, margin }) => profitAndLossBasisPoints(net, margin))
        .toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
      return { leverage: Number(leverage), trades, wins, liquidations, net, returns };
    })
    .sort((a, b) => a.leverage - b.leverage);
}
