import {
  accuracyCurve,
  accuracyOf,
  isCalibrated,
  JUDGED_GUESSES,
  liquidationError,
  lossError,
  truthOf,
  type Accuracy,
  type GuessedPosition,
  type Guessed,
} from '@plecho/domain';
import type { Clock } from '../lib/clock.ts';
import type { GuessStore, GuessView } from './ports.ts';

/** Whoever has seen what is true can't guess it: one of a kind counts in this time. */
const ONCE_IN_MS = 60_000;
/** How many the figures are made of, newest first. */
const READ = 200;

/** What a guess is about, at the server's own price, and what was guessed. */
export interface NewGuessOf {
  marketId: string;
  symbol: string;
  position: GuessedPosition;
  guessed: Guessed;
}

export interface GuessSummary {
  /** Newest first. */
  guesses: GuessView[];
  /** Without guesses about what has no liquidation price. */
  liquidation: Accuracy | null;
  loss: Accuracy | null;
  isCalibrated: boolean;
  /** Of liquidation prices, oldest first. */
  curve: ({ at: number } & Accuracy)[];
}

const isSame = (a: GuessView, b: GuessView): boolean =>
  a.margin === b.margin && a.guessed.liquidation === b.guessed.liquidation && a.guessed.loss === b.guessed.loss;

/** «Сначала прогноз»: what people guess before they see it, scored (docs/guesses.md). */
export class Guesses {
  readonly #store: GuessStore;
  readonly #clock: Clock;

  constructor(store: GuessStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Scores a guess and keeps it. @returns it; without an id when it does not count */
  async make(userId: bigint, { marketId, symbol, position, guessed }: NewGuessOf): Promise<GuessView> {
    const { side, leverage, margin, entryPrice } = position;
    const truth = truthOf(position);
    const guess: GuessView = {
      ...{ id: null, at: this.#clock.now(), marketId, symbol, side, leverage, margin, entryPrice, guessed, truth },
      liquidationError: liquidationError(guessed.liquidation, truth.liquidation, entryPrice),
      lossError: lossError(guessed.loss, truth.loss),
    };
    const kept = await this.#store.keep(userId, guess, guess.at - ONCE_IN_MS);
    if ('id' in kept) return { ...guess, id: kept.id };
    return isSame(kept.earlier, guess) ? kept.earlier : guess;
  }

  async summary(userId: bigint): Promise<GuessSummary> {
    const guesses = await this.#store.list(userId, READ);
    const ofLiquidations = guesses.filter(({ truth }) => truth.liquidation !== null);
    const errors = ofLiquidations.map((guess) => guess.liquidationError);
    const oldestFirst = ofLiquidations.toReversed();
    const curve = accuracyCurve(errors.toReversed()).map((each, n) => ({ at: oldestFirst[n]?.at ?? 0, ...each }));
    return {
      guesses,
      liquidation: accuracyOf(errors),
      loss: accuracyOf(guesses.map((guess) => guess.lossError)),
      isCalibrated: isCalibrated(errors),
      curve,
    };
  }

  /** Whether of the last ten guesses of a liquidation price eight were within 5 %. */
  async isCalibrated(userId: bigint): Promise<boolean> {
    return isCalibrated(await this.#store.liquidationErrors(userId, JUDGED_GUESSES));
  }
}
