import type { FundingRound, PositionState } from './batch.ts';

type Debtor = Pick<PositionState, 'symbol' | 'fundedAt' | 'entryRecord'>;

/**
 * Rounds of funding that are decided and that open positions may not have paid yet. A round is of the positions that
 * were open at its price: they had been opened at an earlier one than its hour.
 */
export class OpenRounds {
  /** Ascending by time. */
  readonly #bySymbol = new Map<string, FundingRound[]>();

  constructor(rounds: readonly FundingRound[] = []) {
    for (const round of rounds) this.add(round);
  }

  /** Takes a round once. */
  add(round: FundingRound): void {
    if (round.rate === 0n) return;
    const rounds = this.#bySymbol.get(round.symbol) ?? [];
    if (rounds.some(({ at }) => at === round.at)) return;
    rounds.push(round);
    this.#bySymbol.set(
      round.symbol,
      rounds.sort((a, b) => a.at - b.at),
    );
  }

  get isEmpty(): boolean {
    return this.#bySymbol.size === 0;
  }

  /** How many a position may owe at most. */
  get most(): number {
    let most = 0;
    for (const rounds of this.#bySymbol.values()) most = Math.max(most, rounds.length);
    return most;
  }

  /** @param until the number of the newest price whose rounds are meant, or of a quote of it; null: all. */
  owedBy({ symbol, fundedAt, entryRecord }: Debtor, until: bigint | null = null): FundingRound[] {
    const rounds = this.#bySymbol.get(symbol) ?? [];
    const owed = rounds.filter(({ at }) => at > fundedAt && at > entryRecord.time);
    return until === null ? owed : owed.filter(({ record }) => record.seq <= until);
  }

  all(): FundingRound[] {
    return [...this.#bySymbol.values()].flat();
  }

  /** Every position has paid these. */
  forget(paid: ReadonlySet<FundingRound>): void {
    for (const [symbol, rounds] of this.#bySymbol) {
      const left = rounds.filter((round) => !paid.has(round));
      if (left.length === 0) this.#bySymbol.delete(symbol);
      else this.#bySymbol.set(symbol, left);
    }
  }
}
