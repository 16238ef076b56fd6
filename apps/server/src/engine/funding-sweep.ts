import type { FundingRound, PositionState } from '../commands/batch.ts';
import type { MarketState } from '../commands/market-state.ts';

/** At most so many positions are looked at in a step, and so many found. */
const LOOKED_AT = 5_000;
const FOUND = 250;

interface Pass {
  positions: Iterator<PositionState, undefined>;
  /** What was decided when it began: at its end everybody has paid these. */
  rounds: ReadonlySet<FundingRound>;
}

/** Goes through the positions of a market, step by step, and finds those that owe funding: each round once (rule E16). */
export class FundingSweep {
  readonly #state: MarketState;
  #pass: Pass | null = null;

  constructor(state: MarketState) {
    this.#state = state;
  }

  /**
   * Ids of some that owe something. Asked again when all of them have paid; rounds that came meanwhile have a pass of
   * their own after it.
   */
  next(): bigint[] {
    const { rounds, positions } = this.#state;
    if (rounds.isEmpty) return [];
    const pass = (this.#pass ??= { positions: positions.values(), rounds: new Set(rounds.all()) });
    const found: bigint[] = [];
    for (let looked = 0; looked < LOOKED_AT && found.length < FOUND; looked++) {
      const each = pass.positions.next();
      if (each.done === true) {
        if (found.length === 0) this.#end(pass);
        break;
      }
      if (rounds.owedBy(each.value).length > 0) found.push(each.value.id);
    }
    return found;
  }

  #end(pass: Pass): void {
    this.#pass = null;
    this.#state.rounds.forget(pass.rounds);
  }
}
